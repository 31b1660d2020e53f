import { formatBytes } from "@dossier/core/text";
import type { DocumentListing, FolderEntry } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { DocumentsRequest } from "../schema/mod.ts";
import { formatAge, formatCount, formatCounted } from "./figures.ts";
import { BrokenName, LanguageName, Place } from "./plain_text.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { BrowseTabs, FolderTrail } from "./browse_parts.tsx";
import { PROGRAM } from "@dossier/retrieval/program";

/** Most folders that are shown of one folder. */
const MAX_FOLDERS = 500;

/** What is indexed: a folder, or what a filter finds in it and below. */
export function DocumentsPage({ state, request, listing }: {
  readonly state: PageState;
  readonly request: DocumentsRequest;
  readonly listing: DocumentListing;
}): JSX.Element {
  const { root, now } = state;
  const { folder = "", text, language, after } = request;
  const { documents, folders, languages, total, hasMore } = listing;
  const isFiltered = text !== undefined || language !== undefined;
  return (
    <PageFrame title={folder === "" ? "Documents" : folder} state={state} current="documents">
      <h1>
        Documents<span class="faint">{formatCounted(total, "document")} in the index</span>
      </h1>
      <BrowseTabs root={root} current="documents" />
      <form
        class="filter"
        method="get"
        action="/documents"
        role="search"
        aria-label="Find documents"
      >
        <input type="hidden" name="root" value={root} />
        <input type="hidden" name="folder" value={folder} />
        <label class="wide">
          <span>Path holds</span>
          <input name="text" value={text ?? ""} autocomplete="off" spellcheck={false} />
        </label>
        <label class="narrow">
          <span>Language</span>
          <select name="language">
            <option value="">all languages</option>
            {languages.map((entry) => (
              <option value={entry.language} selected={entry.language === language}>
                {entry.language} ({formatCount(entry.documents)})
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Find</button>
        {isFiltered ? <a href={pageUrl("/documents", { root, folder })}>Show the folder</a> : ""}
      </form>
      <FolderTrail root={root} folder={folder} />
      {documents.length + folders.length === 0
        ? <Empty state={state} isFiltered={isFiltered || folder !== ""} />
        : (
          <table class="listing">
            <thead>
              <tr>
                <th scope="col">{isFiltered ? "Document" : "Name"}</th>
                <th scope="col">Language</th>
                <th scope="col" class="number">Chunks</th>
                <th scope="col" class="number">Definitions</th>
                <th scope="col" class="number">Size</th>
                <th scope="col">Changed</th>
              </tr>
            </thead>
            <tbody>
              {after === undefined
                ? folders.slice(0, MAX_FOLDERS).map((entry) => (
                  <FolderRow entry={entry} root={root} folder={folder} />
                ))
                : ""}
              {documents.map(({ path, language, chunks, definitions, size, modified }) => (
                <tr>
                  <td>
                    <a href={pageUrl("/document", { root, path })}>
                      <Place path={isFiltered ? path : path.slice(folder.length)} />
                    </a>
                  </td>
                  <td>
                    <LanguageName language={language} />
                  </td>
                  <td class="number" data-label="chunks">{formatCount(chunks)}</td>
                  <td class="number" data-label="definitions">{formatCount(definitions)}</td>
                  <td class="number">{formatBytes(size)}</td>
                  <td>{formatAge(new Date(modified).toISOString(), now)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      <nav class="paging" aria-label="Parts of the list">
        {after === undefined
          ? ""
          : (
            <a href={pageUrl("/documents", { root, folder, text, language })}>
              From the beginning
            </a>
          )}
        {hasMore
          ? (
            <a
              href={pageUrl("/documents", {
                ...{ root, folder, text, language },
                after: documents.at(-1)?.path,
              })}
            >
              Next documents
            </a>
          )
          : ""}
      </nav>
    </PageFrame>
  );
}

function FolderRow({ entry: { path, documents, size }, root, folder }: {
  readonly entry: FolderEntry;
  readonly root: string;
  readonly folder: string;
}): JSX.Element {
  return (
    <tr class="folder">
      <td>
        <a href={pageUrl("/documents", { root, folder: path })}>
          <bdi class="place" dir="ltr">
            <BrokenName text={path.slice(folder.length)} />
          </bdi>
        </a>
      </td>
      <td colspan={3} class="faint">{formatCounted(documents, "document")}</td>
      <td class="number">{formatBytes(size)}</td>
      <td></td>
    </tr>
  );
}

function Empty({ state: { root, index }, isFiltered }: {
  readonly state: PageState;
  readonly isFiltered: boolean;
}): JSX.Element {
  if (index?.updatedAt === undefined) {
    return (
      <div class="empty">
        <p>Nothing is indexed yet.</p>
        <p>
          The first question does it: <a href={pageUrl("/", { root })}>ask something</a>, or run
          {" "}
          <code>{PROGRAM} index</code>.
        </p>
      </div>
    );
  }
  return (
    <div class="empty">
      <p>{isFiltered ? "No document is like that." : "No document is indexed."}</p>
      <p>
        It may be among{" "}
        <a href={pageUrl("/left-out", { root })}>what is left out</a>, where the rule is
        told{isFiltered
          ? (
            <>
              , or in another folder:{" "}
              <a href={pageUrl("/documents", { root })}>show the whole tree</a>
            </>
          )
          : ""}.
      </p>
    </div>
  );
}
