import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The package's folder `data/`: two levels above this file as a source, three above what is built of it. */
export function dataFolder(): string | undefined {
  const places = ["../../data", "../../../data"].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return places.find((place) => existsSync(place));
}
