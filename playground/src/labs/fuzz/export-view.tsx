import type { ShownFailure } from "../../fuzz/mod.ts";
import { PaneBar } from "../../parts/mod.ts";
import { copyText } from "./copying.ts";
import { exportsOf, linkOf } from "./exports.ts";

/** The smallest case in the forms in which others take it. */
export function ExportView({ failure }: { readonly failure: ShownFailure | undefined }) {
  if (failure === undefined) return <p class="empty">There is nothing to take along yet.</p>;
  const link = linkOf(failure);
  const texts = [...(link === null ? [] : [{ id: "link", title: "Link", text: link }]), ...exportsOf(failure)];
  return (
    <div class="exports">
      {texts.map(({ id, title, text }) => (
        <section key={id} aria-label={title}>
          <PaneBar title={title}>
            <span class="grow" />
            <button type="button" class="btn" onClick={() => void copyText(title, text)}>
              Copy<span class="sr"> {title}</span>
            </button>
          </PaneBar>
          <pre class="json" data-testid={`export-${id}`}>
            {text}
          </pre>
        </section>
      ))}
    </div>
  );
}
