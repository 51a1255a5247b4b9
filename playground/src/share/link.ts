import { deflateSync, Inflate } from "fflate";
import { DOCUMENT_LIMITS, EMPTY_DOCUMENT, type PlaygroundDocument, parseDocument } from "../document/mod.ts";

/** Version of the form of links. A form that older pages cannot read is a new version. */
export const LINK_VERSION = 1;
/** Characters, "#v1." and all: more than that is cut or refused by too many programs on the way. */
export const LINK_LIMIT = 8192;

const PAYLOAD_LIMIT = 65_536;
/** JSON may take more room than the bytes it is about. */
const TEXT_LIMIT = 2 * DOCUMENT_LIMITS.bytes;
const SLICE = 1024;

export interface LinkFault {
  readonly kind: "refused";
  readonly message: string;
}

/** `#v1.` and the document as deflated JSON in base64url; fields that are as always are left out. */
export function encodeLink(document: PlaygroundDocument): string {
  const json = JSON.stringify(withoutDefaults(document));
  return `#v${LINK_VERSION}.${toBase64Url(deflateSync(new TextEncoder().encode(json), { level: 9 }))}`;
}

/** JSON packs to a tenth at most times; so much of it makes no link within the limit, and packing it would be felt by who types. */
const HOPELESS = 16 * LINK_LIMIT;

/** `null` when it would be longer than `LINK_LIMIT`, which is decided without packing where the document is large. */
export function shortLink(document: PlaygroundDocument): string | null {
  if (JSON.stringify(document).length > HOPELESS) return null;
  const link = encodeLink(document);
  return link.length <= LINK_LIMIT ? link : null;
}

/** Never throws: a link is whatever somebody sent. */
export function decodeLink(
  version: number,
  payload: string,
): { readonly kind: "document"; readonly document: PlaygroundDocument } | LinkFault {
  if (version > LINK_VERSION)
    return refused(`it is of version ${version}, and this page reads up to ${LINK_VERSION}; open it in a newer one`);
  if (version < 1) return refused("there is no such version");
  if (payload.length > PAYLOAD_LIMIT)
    return refused(`it is ${payload.length} characters long, and ${PAYLOAD_LIMIT} are the limit`);
  const bytes = fromBase64Url(payload);
  const text = bytes === null ? null : inflated(bytes);
  if (text === null) return refused("it is damaged, or was cut on the way");
  try {
    return parseDocument(JSON.parse(text));
  } catch {
    return refused("it holds no document");
  }
}

function refused(message: string): LinkFault {
  return { kind: "refused", message };
}

function withoutDefaults(document: PlaygroundDocument): Partial<PlaygroundDocument> {
  const defaults = new Map<string, unknown>(Object.entries(EMPTY_DOCUMENT));
  const entries = Object.entries(document).filter(
    ([name, value]) => JSON.stringify(defaults.get(name)) !== JSON.stringify(value),
  );
  return Object.fromEntries(entries);
}

/** Slice by slice, so that a small link cannot become a large text unseen; `null` when it is too large or no deflate. */
function inflated(bytes: Uint8Array): string | null {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  try {
    const inflate = new Inflate((chunk, isLast) => {
      parts.push(chunk.slice());
      length += chunk.length;
      isWhole ||= isLast;
      if (length > TEXT_LIMIT) throw new RangeError("too large");
    });
    for (let at = 0; at < bytes.length; at += SLICE)
      inflate.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length);
    if (!isWhole) return null;
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(all);
  } catch {
    return null;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += SLICE) binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array | null {
  if (text === "" || !/^[\w-]+$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
