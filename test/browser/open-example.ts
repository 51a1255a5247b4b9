import type { Page } from "playwright-core";
import { settled } from "./open-page.ts";

/** By its title, through the palette: the way that every width has. */
export async function openExample(page: Page, title: string, lab: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find a command" }).waitFor();
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await page.waitForSelector(`[data-testid="app"][data-lab="${lab}"]`);
  await page.waitForSelector('[data-testid="card"]', { state: "attached" });
  await settled(page);
}
