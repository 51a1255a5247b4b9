import { dominantEnding, endsWithLineBreak, isBlank, type LineEnding, textStart, withEnding } from "../text/mod.ts";
import { LineIndex } from "./line-index.ts";
import { literalSites } from "./literal-search.ts";
import type { Meter } from "./meter.ts";
import { type Probe, probe } from "./probe.ts";
import { DEFAULT_LIMITS, type SearchLimits } from "./search-limits.ts";
import { NO_SITES, type Sites } from "./sites.ts";
import { hasFoldable } from "./typography.ts";
import {
  findWindows,
  type NarrowedWindows,
  narrowWindows,
  type WindowQuery,
  type Windows,
  windowEnds,
} from "./window-search.ts";

/** One file and one needle, with what the strategies have found out about them so far. */
export class EditSearch {
  /** The file; line 1 starts behind its byte order mark. */
  readonly content: LineIndex;
  /** As the model wrote it. */
  readonly oldText: string;
  readonly meter: Meter;
  private readonly limits: SearchLimits;
  private own: NeedleSearch | undefined;
  private foldable: boolean | undefined;
  private dominant: LineEnding | undefined;

  constructor(content: string, oldText: string, meter: Meter, limits: SearchLimits = DEFAULT_LIMITS) {
    this.content = new LineIndex(content, textStart(content));
    this.oldText = oldText;
    this.meter = meter;
    this.limits = limits;
  }

  /** The search for the needle as given. The strategies that only compare differently share it. */
  get needle(): NeedleSearch {
    this.own ??= this.searchFor(this.oldText);
    return this.own;
  }

  /** A search for what a strategy made of the needle. */
  searchFor(text: string, fold = false): NeedleSearch {
    const needle = /[\r\n]/.test(text) ? withEnding(text, this.ending) : text;
    const { content, limits, meter } = this;
    return new NeedleSearch({ content, needle: new LineIndex(needle, 0), limits, meter }, fold);
  }

  get contentHasFoldable(): boolean {
    this.foldable ??= hasFoldable(this.content.text);
    return this.foldable;
  }

  /** The file's dominant line ending. Where there is no carriage return there is nothing to count. */
  private get ending(): LineEnding {
    this.dominant ??= this.content.hasCarriageReturn ? dominantEnding(this.content.text) : "\n";
    return this.dominant;
  }
}

/**
 * The search for one text: where it stands literally, and where whole lines equal it under the three whitespace rules.
 *
 * The rules nest, so the loosest one is searched once and the stricter ones only choose among what it found: nothing
 * found means nothing for any of them. Both kinds of search start from the same probe.
 */
export class NeedleSearch {
  private readonly query: WindowQuery;
  private readonly fold: boolean;
  private probed: Probe | "absent" | "common" | undefined;
  private collapsedWindows: Windows | undefined;
  private narrowedWindows: NarrowedWindows | undefined;

  constructor(query: WindowQuery, fold: boolean) {
    this.query = query;
    this.fold = fold;
  }

  get lineCount(): number {
    return this.query.needle.count;
  }

  /** Places of the text to the code unit, anywhere in the file. */
  literal(): Sites {
    const { content, needle, limits, meter } = this.query;
    const query = { content: content.text, first: content.first, text: needle.text, fold: this.fold, limits, meter };
    return literalSites(query, () => this.probe());
  }

  /** Whole lines that keep the relative indentation of the needle and may be shifted as a block. */
  shifted(): Sites {
    return this.sitesOf(this.narrowed().shifted);
  }

  /** Whole lines equal without leading and trailing whitespace. */
  trimmed(): Sites {
    return this.sitesOf(this.narrowed().trimmed);
  }

  /** Whole lines equal when, besides, each run of whitespace is one space. */
  collapsed(): Sites {
    return this.sitesOf(this.collapsedLines());
  }

  private narrowed(): NarrowedWindows {
    this.narrowedWindows ??= narrowWindows(this.query, this.collapsedLines(), this.fold);
    return this.narrowedWindows;
  }

  private collapsedLines(): Windows {
    this.collapsedWindows ??= this.findCollapsed();
    return this.collapsedWindows;
  }

  private findCollapsed(): Windows {
    // Blank lines are no place: they would fit between any two paragraphs.
    if (isBlank(this.query.needle.text)) return [];
    return findWindows(this.query, { collapse: true, fold: this.fold }, this.probe());
  }

  private probe(): Probe | "absent" | "common" {
    const { content, needle, limits, meter } = this.query;
    this.probed ??= probe(content.text, needle, this.fold, limits.rareHits, meter);
    return this.probed;
  }

  private sitesOf(windows: Windows): Sites {
    if (windows.length === 0) return NO_SITES;
    const { content, needle } = this.query;
    const ends = windowEnds(content, windows, needle.count, endsWithLineBreak(needle.text));
    return { starts: windows, ends, lines: needle.count };
  }
}
