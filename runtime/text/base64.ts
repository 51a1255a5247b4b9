/** Standard alphabet with padding. `null` for anything a strict encoder would not have written, line breaks included. */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  // Unused bits of the last character may hide data; only the canonical spelling comes back the same.
  return encodeBase64(bytes) === text ? bytes : null;
}

export function encodeBase64(bytes: Uint8Array): string {
  let binary = "";
  // In slices, because an argument list has a bounded length.
  for (let at = 0; at < bytes.length; at += SLICE) binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  return btoa(binary);
}

const SLICE = 8192;
