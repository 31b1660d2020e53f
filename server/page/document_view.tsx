import { formatBytes } from "@dossier/core/text";
import type { IndexedDocument } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { FolderTrail } from "./documents_page.tsx";
import { formatCounted } from "./figures.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { Age, CappedItems, CodeName, PageSection } from "./parts.tsx";
import { LanguageName, OneLine, Place } from "./plain_text.tsx";

/** Most names that are shown. */
const MAX_NAMES = 500;

/** Characters of a path that stand for it as a title. */
const TITLE_LENGTH = 200;

/** A document as the index has it: its chunks and its definitions. */
export function DocumentView({ state, document }: {
  readonly state: PageState;
  readonly document: IndexedDocument;
}): JSX.Element {
  const { root, now } = state;
  const { path, language, kind, size, modified, hash } = document;
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
          changed <Age time={new Date(modified).toISOString()} now={now} />
        </span>
        <a href={pageUrl("/file", { root, path })}>Show its lines</a>
      </p>
      <Chunks document={document} root={root} />
      <Definitions document={document} root={root} />
      <p class="faint">
        SHA-256 <code>{hash}</code>
      </p>
    </PageFrame>
  );
}

interface DocumentPartProps {
  readonly document: IndexedDocument;
  readonly root: string;
}

function Chunks({ document: { path, chunks }, root }: DocumentPartProps): JSX.Element {
  return (
    <PageSection
      id="chunks"
      title="Chunks"
      aside={`${formatCounted(chunks.length, "range")} that can be found`}
    >
      {chunks.length === 0 && <p class="faint">There is nothing in it to be found by.</p>}
      <ol class="ranges numbered">
        <CappedItems
          items={chunks}
          noun="chunk"
          most={MAX_NAMES}
          render={({ startLine, endLine, label }) => (
            <>
              <a href={pageUrl("/file", { root, path, from: startLine, to: endLine })}>
                <code>{startLine}–{endLine}</code>
              </a>
              <span class="label">
                {label === "" ? <span class="faint">no name</span> : <OneLine text={label} />}
              </span>
            </>
          )}
        />
      </ol>
    </PageSection>
  );
}

function Definitions({ document: { definitions }, root }: DocumentPartProps): JSX.Element {
  return (
    <PageSection
      id="definitions"
      title="Definitions"
      aside={formatCounted(definitions.length, "name")}
    >
      {definitions.length === 0 ? <p class="faint">It defines no names.</p> : (
        <ul class="names">
          <CappedItems
            items={definitions}
            noun="name"
            most={MAX_NAMES}
            render={(name) => (
              <a href={pageUrl("/", { root, q: name })} title="Ask for it">
                <CodeName text={name} />
              </a>
            )}
          />
        </ul>
      )}
    </PageSection>
  );
}
