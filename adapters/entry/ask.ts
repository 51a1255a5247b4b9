import process from "node:process";

/** Asks on stderr, so that stdout carries data alone. The prompt library loads only when something is asked. */
export async function ask(question: string): Promise<boolean> {
  const { confirm } = await import("@clack/prompts");
  const answer = await confirm({ message: question, initialValue: false, output: process.stderr });
  return answer === true;
}
