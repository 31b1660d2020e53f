import type { Omission, OmissionReason } from "@dossier/core";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CappedItems } from "./capped_items.tsx";
import { formatCounted } from "./figures.ts";
import { Place } from "./plain_text.tsx";

/** What is not shown, by reason; each reason can be opened. */
export function OmissionList({ omitted }: { readonly omitted: readonly Omission[] }): JSX.Element {
  const groups = [...Map.groupBy(omitted, ({ reason }) => reason)];
  return (
    <section aria-labelledby="omitted">
      <h2 id="omitted">
        Left out<span class="faint">{formatCounted(omitted.length, "range")}</span>
      </h2>
      {groups.length === 0 ? <p class="faint">Nothing that was found is left out.</p> : ""}
      {groups.map(([reason, ranges]) => (
        <details class="group">
          <summary>
            <b>{reason.replaceAll("_", " ")}</b> {describeReason(reason)}
            <span class="faint">
              {formatCounted(ranges.length, "range")},{" "}
              {formatCounted(ranges.reduce((sum, { tokens }) => sum + tokens, 0), "token")}
            </span>
          </summary>
          <ul class="ranges">
            <CappedItems
              items={ranges}
              noun="range"
              render={(range) => (
                <li>
                  <Place {...range} />
                  <span class="figure">{formatCounted(range.tokens, "token")}</span>
                </li>
              )}
            />
          </ul>
        </details>
      ))}
    </section>
  );
}

function describeReason(reason: OmissionReason): string {
  switch (reason) {
    case "budget":
      return "does not fit what is left of the budget";
    case "relevance":
      return "scores too far below the best";
    case "duplicate":
      return "says the same as another passage";
    case "changed":
      return "changed or went away after it was indexed";
    case "limit":
      return "as many of its kind are shown as the plan allows";
    case "already_present":
      return "the session holds it already";
  }
}
