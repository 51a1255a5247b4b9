import type { Host } from "../ports/mod.ts";
import { openPage, type Page } from "../server/mod.ts";

/** The built playground that came along with this product; `null` when there is none. */
export async function openHostPage(host: Host): Promise<Page | null> {
  const files = host.fileSystem({ tempPrefix: ".mortise-" });
  for (const folder of host.pageFolders ?? []) {
    const page = await openPage(files, folder);
    if (page !== null) return page;
  }
  return null;
}
