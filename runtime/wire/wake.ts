/**
 * What a sleeping reader waits for. It is asked of each chunk once the cursor has it, and may be asked too often but never too
 * seldom: a reader that is woken looks for itself. So long as it says no, the reader with all that called it is left asleep.
 */
export type Wake = (chunk: string) => boolean;

/** A set of characters below 128, for a quick look at a chunk. */
export type Stops = Uint8Array;

export function stopsAt(characters: string): Stops {
  const stops = new Uint8Array(128);
  for (let at = 0; at < characters.length; at += 1) stops[characters.charCodeAt(at)] = 1;
  return stops;
}

export function hasStop(text: string, stops: Stops): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128 && stops[code] === 1) return true;
  }
  return false;
}

export function wakesAt(characters: string): Wake {
  const stops = stopsAt(characters);
  return (chunk) => hasStop(chunk, stops);
}

/** Something other than white space. */
export function hasInk(chunk: string): boolean {
  for (let at = 0; at < chunk.length; at += 1) {
    const code = chunk.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return true;
  }
  return false;
}

/**
 * Wakes at a "<" with one of `seconds` behind it, and at one of `others` anywhere. For one wait: it remembers the end of the
 * chunk before.
 */
export function wakesAtTag(seconds: Stops, others: Stops = NO_STOPS): Wake {
  let isBehindLess = false;
  return (chunk) => {
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code < 128 && (others[code] === 1 || (isBehindLess && seconds[code] === 1))) return true;
      isBehindLess = code === 60;
    }
    return false;
  };
}

/** Wakes at a quote that no backslash stands before. For one wait, which began outside an escape. */
export function wakesAtQuote(quote: number): Wake {
  let isEscaped = false;
  return (chunk) => {
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (code === 92) isEscaped = true;
      else if (code === quote) return true;
    }
    return false;
  };
}

const NO_STOPS = stopsAt("");

/** Index of the first character from `from` on that `stops` matches, a global expression of one character; -1 without one. */
export function nextStop(text: string, stops: RegExp, from: number): number {
  stops.lastIndex = from;
  return stops.test(text) ? stops.lastIndex - 1 : -1;
}
