/** How memfs shows a wrong argument in the message of an error: as text, without Node's layout of objects. */
export function inspect(value: unknown): string {
  return String(value);
}
