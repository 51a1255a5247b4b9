/** So many files are worked on at once: enough for syncs to share a flush of the disk, few enough to stay fair. */
export const WIDTH = 16;

/**
 * Runs `task` on every item, `WIDTH` at a time; answers in the order of the items. After the first error no further item
 * is begun, and it is thrown once those under way have ended.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  const rest = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of rest) {
      try {
        results.set(at, await task(item));
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(WIDTH, items.length) }, work));
  if (failures.length > 0) throw failures[0];
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
