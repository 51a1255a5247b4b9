import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the core's sources, where its data lies: two levels above this file as a source, three above what is built of it. */
export function dataFolder(): string | undefined {
  const places = ["../../runtime", "../../../runtime"].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return places.find((place) => existsSync(`${place}/eval/data`));
}
