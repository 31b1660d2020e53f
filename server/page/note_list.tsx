import type { Note } from "@dossier/core";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CappedItems } from "./capped_items.tsx";
import { OneLine } from "./plain_text.tsx";

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
