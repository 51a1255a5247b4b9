/** What the address asks for. Everything stands behind the "#", so it never reaches a server. */
export type Route =
  | { readonly kind: "lab"; readonly id: string }
  | { readonly kind: "lesson"; readonly id: string; readonly step: number }
  | { readonly kind: "replay"; readonly key: string }
  /** `payload` is what follows the version, not yet read. */
  | { readonly kind: "link"; readonly version: number; readonly payload: string }
  | { readonly kind: "none" };

/** Never throws: an address is whatever somebody typed. */
export function parseRoute(hash: string): Route {
  const text = hash.startsWith("#") ? hash.slice(1) : hash;
  const link = /^v(\d{1,6})\.([A-Za-z0-9_-]*)$/.exec(text);
  if (link !== null) return { kind: "link", version: Number(link[1]), payload: link[2] ?? "" };
  const lab = /^lab=([\w-]{1,64})$/.exec(text);
  if (lab !== null) return { kind: "lab", id: lab[1] ?? "" };
  if (text === "fuzz") return { kind: "lab", id: "fuzz" };
  const lesson = /^lesson=([\w-]{1,64})(?:\/(\d{1,3}))?$/.exec(text);
  if (lesson !== null) return { kind: "lesson", id: lesson[1] ?? "", step: Number(lesson[2] ?? 1) };
  const replay = /^replay=([\w@:%.+-]{1,512})$/.exec(text);
  if (replay !== null) return { kind: "replay", key: replay[1] ?? "" };
  return { kind: "none" };
}
