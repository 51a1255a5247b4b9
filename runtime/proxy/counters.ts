/** Every counter there is: its help, and the label by which it is split. */
const COUNTERS = {
  requests: { help: "Chat requests, by how they ended", label: "outcome" },
  retries: { help: "Attempts made again, by what ended the one before", label: "reason" },
  calls_recovered: { help: "Calls recovered from text, by the format they were written in", label: "format" },
  calls_refused: { help: "Calls in text that could not be recovered, by why", label: "error" },
  results_cut: { help: "Invented results that were cut", label: null },
  characters_dropped: { help: "UTF-16 units that had arrived behind a cut", label: null },
  structured_answers: { help: "Answers whose calls the upstream had structured already", label: null },
} as const satisfies Record<string, { help: string; label: string | null }>;

export type CounterName = keyof typeof COUNTERS;

/** Counts since the start, told in the text format of Prometheus. */
export class Counters {
  readonly #counts = new Map<CounterName, Map<string, number>>();
  #active = 0;

  add(name: CounterName, label = "", by = 1): void {
    const counts = this.#counts.get(name) ?? new Map<string, number>();
    counts.set(label, (counts.get(label) ?? 0) + by);
    this.#counts.set(name, counts);
  }

  /** A chat request began; the answer is called when it has ended, however it did. */
  begin(): (outcome: "answered" | "refused" | "failed" | "cancelled") => void {
    this.#active += 1;
    let isOpen = true;
    return (outcome) => {
      if (!isOpen) return;
      isOpen = false;
      this.#active -= 1;
      this.add("requests", outcome);
    };
  }

  text(): string {
    const lines: string[] = [];
    for (const [name, { help, label }] of Object.entries(COUNTERS)) {
      const full = `mortise_proxy_${name}_total`;
      lines.push(`# HELP ${full} ${help}`, `# TYPE ${full} counter`);
      const counts = [...this.#counts].find(([counted]) => counted === name)?.[1];
      if (label === null) lines.push(`${full} ${counts?.get("") ?? 0}`);
      for (const [value, count] of label === null ? [] : (counts ?? [])) {
        lines.push(`${full}{${label}="${value}"} ${count}`);
      }
    }
    const active = "mortise_proxy_active_requests";
    lines.push(`# HELP ${active} Chat requests under way`, `# TYPE ${active} gauge`, `${active} ${this.#active}`);
    return `${lines.join("\n")}\n`;
  }
}
