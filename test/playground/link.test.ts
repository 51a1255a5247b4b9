import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRoute } from "../../playground/src/app/route.ts";
import { EMPTY_DOCUMENT, type PlaygroundDocument, parseDocument } from "../../playground/src/document/mod.ts";
import { EXAMPLES } from "../../playground/src/examples/registry.ts";
import { decodeLink, encodeLink, LINK_LIMIT } from "../../playground/src/share/link.ts";

function decoded(hash: string) {
  const route = parseRoute(hash);
  if (route.kind !== "link") throw new Error(`${hash} is no link`);
  return decodeLink(route.version, route.payload);
}

/** Links of past versions, as they were sent. They must open for good. */
const PINNED: readonly { readonly hash: string; readonly document: Partial<PlaygroundDocument> }[] = [
  {
    hash: "#v1.fY9BasQwDEXv8tfqQEoZBkMXvUEX3TXD4CaaiWkiG1ueJATfvZi0XXTRlT6Cr_e04epGTjDvG4LVAQb2oIuC0HlRFoXZoLwoDLxwG1vR2deBUs4EvrPo3tc1MAwi2x6ExCk5LzB4AUFzrFEbEGy85Wlv_YGWQr9nhjxZeZijUwb94_ZhEx-fKub19IxC-GQOb25iGI2Zq2MY7TpUK9MQnIS8oyer3VCDH_vL94s6exCE55_FI0opXw",
    document: {
      files: [{ path: "a.txt", content: { text: "one\r\ntwo\r\n" } }],
      events: [
        { type: "read", session: "A", turn: "t1", arguments: { path: "a.txt" } },
        { type: "human-write", path: "a.txt", content: { base64: "AP8=" }, keepTime: true },
      ],
      playhead: 1,
      inputs: { match: { old_text: "two", new_text: "2" } },
    },
  },
];

describe("links", () => {
  test("every example comes back from its link, and fits into one", () => {
    for (const { document } of EXAMPLES) {
      const hash = encodeLink(document);
      expect(hash.length).toBeLessThan(LINK_LIMIT);
      expect(decoded(hash)).toEqual({ kind: "document", document });
    }
  });

  test("a field that is as always is left out, so the empty document is a short link", () => {
    expect(encodeLink(EMPTY_DOCUMENT).length).toBeLessThan(12);
    expect(decoded(encodeLink(EMPTY_DOCUMENT))).toEqual({ kind: "document", document: EMPTY_DOCUMENT });
  });

  test("any text comes back to the code unit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const document = { ...EMPTY_DOCUMENT, files: [{ path: "a", content: { text } }] };
        expect(decoded(encodeLink(document))).toEqual({ kind: "document", document });
      }),
      { numRuns: 200 },
    );
  });

  test("garbage is refused with a message and never throws", () => {
    fc.assert(
      fc.property(fc.nat({ max: 3 }), fc.string({ unit: fc.constantFrom(..."abcXYZ019-_") }), (version, payload) => {
        const { kind } = decodeLink(version, payload);
        expect(["document", "refused"]).toContain(kind);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string(), (hash) => {
        expect(parseRoute(hash)).toHaveProperty("kind");
      }),
    );
  });

  test("a newer version says so", () => {
    expect(decodeLink(2, "abc")).toMatchObject({ kind: "refused", message: expect.stringContaining("version 2") });
  });

  test("a small link that would become a large text is refused", async () => {
    const stream = new Blob([`{"files":"${"0".repeat(30_000_000)}"}`])
      .stream()
      .pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const payload = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
    expect(payload.length).toBeLessThan(65_536);
    expect(decodeLink(1, payload)).toMatchObject({ kind: "refused" });
  });
});

describe("a document from outside", () => {
  const refused = [
    { what: "an array", value: [] },
    { what: "a field that nobody knows", value: { run: "alert(1)" } },
    { what: "a path that leaves the tree", value: { files: [{ path: "../a", content: { text: "" } }] } },
    { what: "an absolute path", value: { files: [{ path: "/a", content: { text: "" } }] } },
    { what: "the same path twice", value: { files: [file("a"), file("a")] } },
    { what: "a file that is a folder too", value: { files: [file("a"), file("a/b")] } },
    { what: "base64 that is none", value: { files: [{ path: "a", content: { base64: "a" } }] } },
    { what: "half a surrogate pair", value: { files: [{ path: "a", content: { text: "\ud800" } }] } },
    { what: "an event that nobody knows", value: { events: [{ type: "eval", code: "1" }] } },
    { what: "too many files", value: { files: Array.from({ length: 201 }, (_, at) => file(`f${at}`)) } },
  ];
  for (const { what, value } of refused) {
    test(`is refused with ${what}`, () => {
      expect(parseDocument(value)).toMatchObject({ kind: "refused", message: expect.any(String) });
    });
  }

  test("__proto__ in arguments changes no prototype", () => {
    const value = JSON.parse('{"events":[{"type":"edit","session":"A","arguments":{"__proto__":{"polluted":true}}}]}');
    parseDocument(value);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

function file(path: string) {
  return { path, content: { text: "" } };
}

test("pinned links open", () => {
  for (const { hash, document } of PINNED) expect(decoded(hash)).toMatchObject({ kind: "document", document });
});
