/** Hands a file to the browser to save. */
export function saveFile(name: string, type: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has the file once the click is through; a little later the address may go.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
