/** So many bytes are shown; a page is no hex editor. */
const SHOWN = 2048;
const PER_LINE = 8;

/** Bytes in hex beside their ASCII. */
export function BytesView({ bytes }: { readonly bytes: Uint8Array }) {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(bytes.length, SHOWN); at += PER_LINE) {
    const part = [...bytes.subarray(at, at + PER_LINE)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
    lines.push(`${at.toString(16).padStart(5, "0")}  ${hex.padEnd(PER_LINE * 3 - 1)}  ${text}`);
  }
  return (
    <>
      <pre class="hex">{lines.join("\n")}</pre>
      {bytes.length > SHOWN && (
        <p class="empty">
          The first {SHOWN.toLocaleString("en")} of {bytes.length.toLocaleString("en")} bytes.
        </p>
      )}
      {bytes.length === 0 && <p class="empty">No bytes.</p>}
    </>
  );
}
