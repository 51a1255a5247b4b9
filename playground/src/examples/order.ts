import type { PlaygroundDocument } from "../document/mod.ts";

const RETRY = `import logging
import time

from .budget import Budget

log = logging.getLogger(__name__)


class Retry:
    """Calls again until the budget is used up."""

    def run(self, call, budget: Budget):
        n = 0
        while True:
            try:
                return call()
            except TimeoutError as error:
                if budget.left() <= 0:
                    log.warning("gave up", n)
                    raise
                n += 1
                time.sleep(2 ** n)  # doubles, no jitter

    def drain(self, calls, budget: Budget):
        for n, call in enumerate(calls):
            if budget.left() <= 0:
              log.warning("gave up", n)
              raise
            call()
`;

const NEEDLE = `if budget.left() <= 0:
    log.warning("gave up", n)
    raise
`;

const REPLACEMENT = `if budget.left() <= 0:
    log.warning("gave up: %d", n)
    raise Exhausted(n) from error
`;

/** The same block twice; in the second the lines inside it have lost their depth, so only a loose rule sees both. */
export const ORDER: Partial<PlaygroundDocument> = {
  files: [
    { path: "src/retry.py", content: { text: RETRY } },
    { path: "src/budget.py", content: { text: "class Budget:\n    def left(self) -> int:\n        return 0\n" } },
    { path: "notes.md", content: { text: "# Notes\n\nRetry gives up when the budget is spent.\n" } },
  ],
  events: [
    { type: "read", session: "A", turn: "t1", arguments: { path: "src/retry.py" } },
    { type: "read", session: "A", turn: "t1", arguments: { path: "src/budget.py" } },
    {
      type: "human-write",
      by: "formatter",
      path: "src/budget.py",
      content: { text: "class Budget:\n  def left(self) -> int:\n    return 0\n" },
    },
  ],
  playhead: 3,
  path: "src/retry.py",
  inputs: { match: { old_text: NEEDLE, new_text: REPLACEMENT } },
};
