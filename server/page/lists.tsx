import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCounted } from "./figures.ts";
import type { Note, Omission, OmissionReason } from "@dossier/core";
import { OneLine, Place } from "./plain_text.tsx";

/** Most items of a list: whoever wants more than that asks for it by program. */
const MAX_ITEMS = 200;

/** The items of a list, each by `render`; a last one says how many are left out, where some are. */
export function CappedItems<Item>({ items, noun, render, most = MAX_ITEMS }: {
  readonly items: readonly Item[];
  /** What one of them is. */
  readonly noun: string;
  readonly render: (item: Item) => Child;
  /** Most items. @default {200} */
  readonly most?: number;
}): JSX.Element {
  const rest = items.length - most;
  return (
    <>
      {items.slice(0, most).map(render)}
      {rest > 0 ? <li class="faint">and {formatCounted(rest, `more ${noun}`)}</li> : ""}
    </>
  );
}

/** What else there is to know; nothing where there is nothing. */
export function NoteList({ notes }: { readonly notes: readonly Note[] }): JSX.Element | null {
  if (notes.length === 0) return null;
  return (
    <section class="notes" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <ul>
        <CappedItems
          items={notes}
          noun="note"
          render={({ code, message }) => (
            <li>
              <code>{code}</code> <OneLine text={message} />
            </li>
          )}
        />
      </ul>
    </section>
  );
}

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
