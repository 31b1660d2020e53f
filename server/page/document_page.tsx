import { formatBytes } from "@dossier/core/text";
import type { IndexedDocument } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CappedItems } from "./lists.tsx";
import { formatAge, formatCounted, formatTime } from "./figures.ts";
import { BrokenName, LanguageName, OneLine, Place } from "./plain_text.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { FolderTrail } from "./browse_parts.tsx";

/** Most names that are shown. */
const MAX_NAMES = 500;

/** Characters of a path that stand for it as a title. */
const TITLE_LENGTH = 200;

/** A document as the index has it: what it is cut into, and what it defines. */
export function DocumentPage({ state, document }: {
  readonly state: PageState;
  readonly document: IndexedDocument;
}): JSX.Element {
  const { root, now } = state;
  const { path, language, kind, size, modified, hash, chunks, definitions } = document;
  const changed = new Date(modified).toISOString();
  return (
    <PageFrame title={path.slice(0, TITLE_LENGTH)} state={state} current="documents">
      <h1 class="file">
        <Place path={path} />
      </h1>
      <FolderTrail root={root} folder={path.slice(0, path.lastIndexOf("/") + 1)} />
      <p class="meta">
        <LanguageName language={language} />
        <span class={`badge is-${kind}`}>{kind}</span>
        <span>{formatBytes(size)}</span>
        <span>
          changed{" "}
          <time datetime={changed} title={formatTime(changed)}>{formatAge(changed, now)}</time>
        </span>
        <a href={pageUrl("/file", { root, path })}>Show its lines</a>
      </p>
      <section aria-labelledby="chunks">
        <h2 id="chunks">
          Chunks<span class="faint">{formatCounted(chunks.length, "range")} that can be found</span>
        </h2>
        {chunks.length === 0 ? <p class="faint">There is nothing in it to be found by.</p> : ""}
        <ol class="ranges numbered">
          <CappedItems
            items={chunks}
            noun="chunk"
            most={MAX_NAMES}
            render={({ startLine, endLine, label }) => (
              <li>
                <a href={pageUrl("/file", { root, path, from: startLine, to: endLine })}>
                  <code>{startLine}–{endLine}</code>
                </a>
                <span class="label">
                  {label === "" ? <span class="faint">no name</span> : <OneLine text={label} />}
                </span>
              </li>
            )}
          />
        </ol>
      </section>
      <section aria-labelledby="definitions">
        <h2 id="definitions">
          Definitions<span class="faint">{formatCounted(definitions.length, "name")}</span>
        </h2>
        {definitions.length === 0 ? <p class="faint">It defines no names.</p> : (
          <ul class="names">
            <CappedItems
              items={definitions}
              noun="name"
              most={MAX_NAMES}
              render={(name) => (
                <li>
                  <a href={pageUrl("/", { root, q: name })} title="Ask for it">
                    <code>
                      <BrokenName text={name} />
                    </code>
                  </a>
                </li>
              )}
            />
          </ul>
        )}
      </section>
      <p class="faint">
        SHA-256 <code>{hash}</code>
      </p>
    </PageFrame>
  );
}
