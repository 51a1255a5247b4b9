import { signal } from "@preact/signals";

/** What came of the last attempt to copy, for the status line of the pane. */
export const copied = signal("");

export async function copyText(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    copied.value = `${what} was copied.`;
  } catch {
    copied.value = "The browser did not allow copying; select the text and copy it by hand.";
  }
}
