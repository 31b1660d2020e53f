import { formatBytes } from "@dossier/core/text";
import type { DocumentListing } from "@dossier/retrieval";
import { PROGRAM } from "@dossier/retrieval/program";
import type { Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { parseRequest } from "../schema/mod.ts";
import type { RequestFor } from "@dossier/retrieval/operations";
import { formatAge, formatCount, formatCounted } from "./figures.ts";
import { Choice, Filter, HiddenFields, Paging, TextField } from "./form_parts.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { Table, type TableColumn } from "./parts.tsx";
import { BrokenName, LanguageName, Place } from "./plain_text.tsx";

/** Documents on one page. */
const DOCUMENTS = 100;

/** Most folders that are shown of one folder. */
const MAX_FOLDERS = 500;

/** Adds the page of the index: a folder, or the matches of a filter in it and below. */
export function documentsRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/documents", async (c, state) => {
    const { folder, text, language, after } = c.req.query();
    const request = await parseRequest("documents", {
      root: state.root,
      limit: DOCUMENTS,
      ...(folder && { folder: folder.endsWith("/") ? folder : `${folder}/` }),
      ...(text && { text }),
      ...(language && { language }),
      ...(after && { after }),
    });
    const listing = await desk.service.call("documents", request, callOptions(c));
    return <DocumentsPage state={state} request={request} listing={listing} />;
  });
}

interface DocumentsProps {
  readonly state: PageState;
  readonly request: RequestFor<"documents">;
  readonly listing: DocumentListing;
}

function DocumentsPage({ state, request, listing }: DocumentsProps) {
  const { root } = state;
  const { folder = "", text, language, after } = request;
  const { documents, folders, languages, total, hasMore } = listing;
  const isFiltered = text !== undefined || language !== undefined;
  const here = { root, folder, text, language };
  return (
    <PageFrame
      title={folder === "" ? "Documents" : folder}
      heading="Documents"
      aside={`${formatCounted(total, "document")} in the index`}
      state={state}
      current="documents"
    >
      <BrowseTabs root={root} current="documents" />
      <Filter action="/documents" label="Find documents" root={root}>
        <HiddenFields values={{ folder }} />
        <TextField
          label="Path holds"
          name="text"
          value={text ?? ""}
          width="wide"
          spellcheck={false}
        />
        <Choice
          label="Language"
          name="language"
          options={[
            ["", "all languages"],
            ...languages.map(({ language, documents }) =>
              [language, `${language} (${formatCount(documents)})`] as const
            ),
          ]}
          chosen={language}
          width="narrow"
        />
        <button type="submit">Find</button>
        {isFiltered && <a href={pageUrl("/documents", { root, folder })}>Show the folder</a>}
      </Filter>
      <FolderTrail root={root} folder={folder} />
      {documents.length + folders.length === 0
        ? <Empty state={state} isFiltered={isFiltered || folder !== ""} />
        : <Listing {...{ state, request, listing, isFiltered }} />}
      <Paging
        of="list"
        links={[
          after !== undefined && ["From the beginning", pageUrl("/documents", here)],
          hasMore &&
          ["Next documents", pageUrl("/documents", { ...here, after: documents.at(-1)?.path })],
        ]}
      />
    </PageFrame>
  );
}

function Listing({ state: { root, now }, request, listing, isFiltered }: DocumentsProps & {
  /** Whether the documents are matches, which may lie in any folder. */
  readonly isFiltered: boolean;
}) {
  const { folder = "", after } = request;
  const folders = after === undefined ? listing.folders.slice(0, MAX_FOLDERS) : [];
  const columns: TableColumn<DocumentListing["documents"][number]>[] = [
    {
      head: isFiltered ? "Document" : "Name",
      cell: ({ path }) => (
        <a href={pageUrl("/document", { root, path })}>
          <Place path={isFiltered ? path : path.slice(folder.length)} />
        </a>
      ),
    },
    { head: "Language", cell: ({ language }) => <LanguageName language={language} /> },
    { head: "Chunks", name: "number", label: "chunks", cell: ({ chunks }) => formatCount(chunks) },
    {
      head: "Definitions",
      name: "number",
      label: "definitions",
      cell: ({ definitions }) => formatCount(definitions),
    },
    { head: "Size", name: "number", cell: ({ size }) => formatBytes(size) },
    {
      head: "Changed",
      cell: ({ modified }) => formatAge(new Date(modified).toISOString(), now),
    },
  ];
  return (
    <Table name="listing" columns={columns} rows={listing.documents}>
      {folders.map(({ path, documents, size }) => (
        <tr class="folder">
          <td>
            <a href={pageUrl("/documents", { root, folder: path })}>
              <Place path={path.slice(folder.length)} />
            </a>
          </td>
          <td colspan={3} class="faint">{formatCounted(documents, "document")}</td>
          <td class="number">{formatBytes(size)}</td>
          <td></td>
        </tr>
      ))}
    </Table>
  );
}

function Empty({ state: { root, index }, isFiltered }: {
  readonly state: PageState;
  readonly isFiltered: boolean;
}) {
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
        told{isFiltered && (
          <>
            , or in another folder:{" "}
            <a href={pageUrl("/documents", { root })}>show the whole tree</a>
          </>
        )}.
      </p>
    </div>
  );
}

/** Leads from what is indexed to what is not, and back. */
export function BrowseTabs({ root, current }: {
  readonly root: string;
  readonly current: "documents" | "left-out";
}) {
  const mark = (name: typeof current) => current === name ? "page" : undefined;
  return (
    <nav class="tabs" aria-label="Parts of the tree">
      <a href={pageUrl("/documents", { root })} aria-current={mark("documents")}>Indexed</a>
      <a href={pageUrl("/left-out", { root })} aria-current={mark("left-out")}>Left out</a>
    </nav>
  );
}

/** The folders above, from the root on; each leads to its documents. */
export function FolderTrail({ root, folder }: {
  readonly root: string;
  /** Relative to the root, with `/` at its end; empty for the root. */
  readonly folder: string;
}) {
  if (folder === "") return null;
  const names = folder.split("/").slice(0, -1);
  const folderUrl = (count: number) => `${names.slice(0, count).join("/")}/`;
  return (
    <nav class="trail" aria-label="Folders above">
      <a href={pageUrl("/documents", { root })}>
        <BrokenName text={root} />
      </a>
      {names.map((name, index) => (
        <>
          <span aria-hidden="true">/</span>
          <a href={pageUrl("/documents", { root, folder: folderUrl(index + 1) })}>
            <Place path={name} />
          </a>
        </>
      ))}
    </nav>
  );
}
