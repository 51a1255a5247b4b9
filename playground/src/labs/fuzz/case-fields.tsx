import { inAscii } from "../../../../test/property/claims.ts";
import { SeenText } from "./seen-text.tsx";

/** A case by its fields, texts with their line ends and spaces to be seen; and the same as JSON. */
export function CaseFields({ value }: { readonly value: unknown }) {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  const fields: readonly [string, unknown][] = isRecord ? Object.entries(value) : [["value", value]];
  return (
    <>
      <dl class="fields">
        {fields.map(([name, field]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="seen">
              <SeenText text={typeof field === "string" ? field : inAscii(JSON.stringify(field, null, 1))} />
            </dd>
          </div>
        ))}
      </dl>
      <details class="as-json">
        <summary>As JSON</summary>
        <pre class="json" data-testid="case-value">
          {inAscii(JSON.stringify(value, null, 1))}
        </pre>
      </details>
    </>
  );
}
