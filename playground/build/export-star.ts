/**
 * The one function of tslib that memfs calls: everything a module exports becomes an export of another, as a live binding.
 */
export function __exportStar(from: object, to: object): void {
  for (const name of Object.keys(from)) {
    if (name === "default" || Object.hasOwn(to, name)) continue;
    Object.defineProperty(to, name, { enumerable: true, get: () => Reflect.get(from, name) });
  }
}
