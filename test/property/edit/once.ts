/**
 * Looks at a value once, however often it is asked about the same one in a row: a law asks what became of it, and so does
 * its classification.
 */
export function once<Value extends object, Seen>(look: (value: Value) => Seen): (value: Value) => Seen {
  let last: { readonly value: Value; readonly seen: Seen } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, seen: look(value) };
    return last.seen;
  };
}
