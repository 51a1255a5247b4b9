import type { Workbench } from "./workbench.ts";

/** A message that needs no answer but stays until it is put away. */
export function NoticeBox({ bench }: { readonly bench: Workbench }) {
  const notice = bench.notice.value;
  return (
    <div role="alert">
      {notice !== null && (
        <div class="notice" data-tone={notice.tone} data-testid="notice">
          <p>{notice.sentence}</p>
          <button
            type="button"
            class="btn"
            onClick={() => {
              bench.notice.value = null;
            }}
          >
            Close
          </button>
        </div>
      )}
    </div>
  );
}
