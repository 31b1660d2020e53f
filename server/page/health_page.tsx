import type { ReportSection } from "@dossier/core/report";
import { formatBytes } from "@dossier/core/text";
import type { DocumentListing, IndexStatus, LeftOutListing, TreeHealth } from "@dossier/retrieval";
import {
  renderFindings,
  renderIndexStatus,
  renderNotes,
  renderSettingsTable,
} from "@dossier/retrieval/report";
import type { Context, Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { formatCount } from "./figures.ts";
import { HiddenFields, Paging, TextField } from "./form_parts.tsx";
import type { PageRenderer } from "./page_renderer.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { PlainText } from "./plain_text.tsx";
import { BodyView, Frame, PageSection, ReportView } from "./report_view.tsx";

/** Number of documents and folders on one page. */
const DOCUMENTS = 100;

/** Maximum number of excluded paths that are named for each rule. */
const MAX_PATHS = 10;

/** Selection of the files of a tree. */
interface FileSelection {
  readonly folder?: string;
  readonly text?: string;
  readonly after?: string;
}

/** Indexed and excluded files of a tree. */
interface Files {
  readonly documents: DocumentListing;
  readonly leftOut: LeftOutListing;
}

/**
 * Adds the page of the health of an index and its hosts, with the indexed and the excluded files.
 */
export function healthRoutes(app: Hono<RequestEnv>, renderer: PageRenderer): void {
  renderer.addPage(app, "/health", async (c, state) => {
    const { root } = state;
    const { folder, after } = c.req.query();
    const text = c.req.query("text")?.trim();
    const selection = { ...(folder && { folder }), ...(text && { text }), ...(after && { after }) };
    const health = await renderer.data.call("health", { root }, callOptions(c));
    const status = await renderer.data.call("status", { root }, callOptions(c)).catch(() =>
      undefined
    );
    const files = await findFiles(c, renderer, { root, selection });
    return <HealthPage {...{ state, health, status, selection, files }} />;
  });
}

/** Returns the selected files, or undefined when nothing can be read. The checks report that. */
async function findFiles(
  c: Context<RequestEnv>,
  renderer: PageRenderer,
  { root, selection }: { readonly root: string; readonly selection: FileSelection },
): Promise<Files | undefined> {
  const { text } = selection;
  const listRequest = { root, limit: DOCUMENTS, ...selection };
  const excludedRequest = { root, limit: MAX_PATHS, ...(text && { text }) };
  try {
    const documents = await renderer.data.call("documents", listRequest, callOptions(c));
    return {
      documents,
      leftOut: await renderer.data.call("leftOut", excludedRequest, callOptions(c)),
    };
  } catch (error) {
    if (renderer.toProblem(error).code === "invalid-request") throw error;
    return undefined;
  }
}

function HealthPage({ state, health: { findings, settings }, status, selection, files }: {
  readonly state: PageState;
  readonly health: TreeHealth;
  /** Undefined when the index cannot be read. */
  readonly status: IndexStatus | undefined;
  readonly selection: FileSelection;
  readonly files: Files | undefined;
}) {
  const { root } = state;
  const problemCount =
    findings.filter(({ level }) => level === "problem" || level === "warning").length;
  const index: readonly ReportSection[] = status === undefined ? [] : [
    { heading: "Index", body: { kind: "facts", facts: renderIndexStatus(status) } },
    renderNotes(status.notes),
  ];
  return (
    <PageFrame
      title="Health"
      aside={problemCount === 0 ? "no problems" : formatCount(problemCount, "thing to check")}
      state={state}
      current="/health"
    >
      <ReportView report={[renderFindings(findings), ...index]} root={root} />
      {files && <FileLists {...files} selection={selection} root={root} />}
      {settings === undefined
        ? (
          <PageSection heading="Settings">
            <p class="faint">The settings cannot be read before the configuration is fixed.</p>
          </PageSection>
        )
        : <ReportView report={[renderSettingsTable(settings)]} root={root} />}
    </PageFrame>
  );
}

/** Indexed and excluded files of a folder, or with a text in their path. */
function FileLists({ documents, leftOut, selection, root }: Files & {
  readonly selection: FileSelection;
  readonly root: string;
}) {
  const { folder, text, after } = selection;
  const last = documents.hasMore ? documents.documents.at(-1)?.path : undefined;
  const here = (values: FileSelection) => pageUrl("/health", { root, folder, text, ...values });
  return (
    <>
      <PageSection heading="Documents" aside={`${formatCount(documents.total, "document")}`}>
        <form class="row" method="get" action="/health" role="search" aria-label="Find files">
          <HiddenFields values={{ root }} />
          <TextField label="Path holds" name="text" value={text ?? ""} spellcheck={false} />
          <button type="submit">Find</button>
        </form>
        {folder !== undefined && (
          <p>
            In{" "}
            <code>
              <PlainText text={folder} />
            </code>, <a href={pageUrl("/health", { root })}>the whole tree</a>
          </p>
        )}
        {documents.total === 0
          ? <p>No such document is indexed.</p>
          : <DocumentTable {...documents} isFirst={after === undefined} root={root} />}
        <Paging
          of="list"
          links={[
            after !== undefined && ["From the beginning", here({})],
            last !== undefined && ["Next documents", here({ after: last })],
          ]}
        />
      </PageSection>
      <PageSection
        heading="Left out"
        aside={`${formatCount(leftOut.total, "path")}, a whole folder as one`}
      >
        {leftOut.total === 0
          ? <p>No rule excludes such a path.</p>
          : <BodyView body={renderExcluded(leftOut)} label="Left out" root={root} />}
      </PageSection>
      <ReportView
        report={[{ ...renderNotes(leftOut.notes), heading: "Notes on the tree" }]}
        root={root}
      />
    </>
  );
}

function DocumentTable({ documents, folders, isFirst, root }: DocumentListing & {
  /** True on the first page, which also lists the folders. */
  readonly isFirst: boolean;
  readonly root: string;
}) {
  return (
    <Frame label="Documents">
      <table>
        <thead>
          <tr>
            <th scope="col">Path</th>
            <th scope="col">Language</th>
            <th scope="col" class="number">Chunks</th>
            <th scope="col" class="number">Definitions</th>
            <th scope="col" class="number">Size</th>
          </tr>
        </thead>
        <tbody>
          {isFirst && folders.slice(0, DOCUMENTS).map(({ path, documents, size }) => (
            <tr>
              <td>
                <a href={pageUrl("/health", { root, folder: path })}>
                  <PlainText text={path} />
                </a>
              </td>
              <td colspan={3} class="faint">{formatCount(documents, "document")}</td>
              <td class="number">{formatBytes(size)}</td>
            </tr>
          ))}
          {documents.map(({ path, language, chunks, definitions, size }) => (
            <tr>
              <td>
                <PlainText text={path} />
              </td>
              <td>{language}</td>
              <td class="number">{chunks}</td>
              <td class="number">{definitions}</td>
              <td class="number">{formatBytes(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

/** Returns the rules that exclude files, each with its origin and the first of its paths. */
function renderExcluded({ groups }: LeftOutListing): ReportSection["body"] {
  const columns = ["Rule", "From", "Paths", "The first of them"];
  return {
    kind: "table",
    columns: columns.map((title) => ({ title, right: title === "Paths" })),
    rows: groups.map(({ reason: { kind, text, origin = "" }, count, paths }) => [
      text,
      origin === "default" ? "a default rule" : origin || (kind === "rule" ? "always" : kind),
      String(count),
      paths.join(", "),
    ]),
  };
}
