/** What a task throws; a task that does not throw fails the test. */
export async function failureOf(task: () => unknown): Promise<unknown> {
  try {
    await task();
  } catch (error) {
    return error;
  }
  throw new Error("it was expected to fail and did not");
}
