import type { ReportSection } from "@dossier/core/report";
import { formatBytes } from "@dossier/core/text";
import type { DocumentListing, IndexStatus, LeftOutListing, TreeHealth } from "@dossier/retrieval";
import {
  describeFindings,
  describeNotes,
  describeSettings,
  describeStatus,
} from "@dossier/retrieval/report";
import type { Context, Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { formatCounted } from "./figures.ts";
import { HiddenFields, Paging, TextField } from "./form_parts.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { PlainText } from "./plain_text.tsx";
import { BodyView, Frame, PageSection, ReportView } from "./report_view.tsx";

/** Documents and folders on one page. */
const DOCUMENTS = 100;

/** Paths that a rule leaves out and that are named. */
const MAX_PATHS = 10;

/** What of the files of a tree is looked at. */
interface Place {
  readonly folder?: string;
  readonly text?: string;
  readonly after?: string;
}

/** What of a tree is indexed, and what is not. */
interface Files {
  readonly documents: DocumentListing;
  readonly leftOut: LeftOutListing;
}

/** Adds the page of the health of an index and its hosts, with what is indexed and what is not. */
export function healthRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/health", async (c, state) => {
    const { root } = state;
    const { folder, after } = c.req.query();
    const text = c.req.query("text")?.trim();
    const place = { ...(folder && { folder }), ...(text && { text }), ...(after && { after }) };
    const health = await desk.data.ask("health", { root }, callOptions(c));
    const status = await desk.data.ask("status", { root }, callOptions(c)).catch(() => undefined);
    const files = await findFiles(c, desk, { root, place });
    return <HealthPage {...{ state, health, status, place, files }} />;
  });
}

/** Returns the files that are looked at; undefined where nothing can be read, which the checks tell then. */
async function findFiles(
  c: Context<RequestEnv>,
  desk: PageDesk,
  { root, place }: { readonly root: string; readonly place: Place },
): Promise<Files | undefined> {
  const { text } = place;
  const listed = { root, limit: DOCUMENTS, ...place };
  const left = { root, limit: MAX_PATHS, ...(text && { text }) };
  try {
    const documents = await desk.data.ask("documents", listed, callOptions(c));
    return { documents, leftOut: await desk.data.ask("leftOut", left, callOptions(c)) };
  } catch (error) {
    if (desk.toProblem(error).code === "invalid-request") throw error;
    return undefined;
  }
}

function HealthPage({ state, health: { findings, settings }, status, place, files }: {
  readonly state: PageState;
  readonly health: TreeHealth;
  /** Undefined when the index can not be read. */
  readonly status: IndexStatus | undefined;
  readonly place: Place;
  readonly files: Files | undefined;
}) {
  const { root } = state;
  const wrong = findings.filter(({ level }) => level === "problem" || level === "warning").length;
  const index: readonly ReportSection[] = status === undefined ? [] : [
    { heading: "Index", body: { kind: "facts", facts: describeStatus(status) } },
    describeNotes(status.notes),
  ];
  return (
    <PageFrame
      title="Health"
      aside={wrong === 0 ? "no problems" : formatCounted(wrong, "thing to check")}
      state={state}
      current="/health"
    >
      <ReportView report={[describeFindings(findings), ...index]} root={root} />
      {files && <FileLists {...files} place={place} root={root} />}
      {settings === undefined
        ? (
          <PageSection heading="Settings">
            <p class="faint">The settings cannot be read before the configuration is fixed.</p>
          </PageSection>
        )
        : <ReportView report={[describeSettings(settings)]} root={root} />}
    </PageFrame>
  );
}

/** What is indexed and what is not, of a folder or by a part of its path. */
function FileLists({ documents, leftOut, place, root }: Files & {
  readonly place: Place;
  readonly root: string;
}) {
  const { folder, text, after } = place;
  const last = documents.hasMore ? documents.documents.at(-1)?.path : undefined;
  const here = (values: Place) => pageUrl("/health", { root, folder, text, ...values });
  return (
    <>
      <PageSection heading="Documents" aside={`${formatCounted(documents.total, "document")}`}>
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
        aside={`${formatCounted(leftOut.total, "path")}, a whole folder as one`}
      >
        {leftOut.total === 0
          ? <p>No rule excludes such a path.</p>
          : <BodyView body={describeLeftOut(leftOut)} label="Left out" root={root} />}
      </PageSection>
      <ReportView
        report={[{ ...describeNotes(leftOut.notes), heading: "Notes on the tree" }]}
        root={root}
      />
    </>
  );
}

function DocumentTable({ documents, folders, isFirst, root }: DocumentListing & {
  /** Whether it is the first page, which has the folders as well. */
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
              <td colspan={3} class="faint">{formatCounted(documents, "document")}</td>
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

/** Returns the rules that leave files out, each with where it is from and the first of its paths. */
function describeLeftOut({ groups }: LeftOutListing): ReportSection["body"] {
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
