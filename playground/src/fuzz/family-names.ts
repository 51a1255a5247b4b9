/** The families of laws as the page shows them, by the letters of their ids. */
export const FAMILIES: readonly { readonly id: string; readonly title: string; readonly letters: string }[] = [
  { id: "edit", title: "Matching and splicing", letters: "MS" },
  { id: "wire", title: "Calls on the wire", letters: "W" },
  { id: "tools", title: "Staleness, locks, patches", letters: "TLPUR" },
  { id: "checkpoints", title: "Checkpoints", letters: "C" },
  { id: "diagnostics", title: "Diagnostics", letters: "D" },
];

export function familyOf(id: string): string | null {
  return FAMILIES.find(({ letters }) => letters.includes(id.charAt(0)))?.id ?? null;
}
