import type { Injection, RestoredInjection } from "@dossier/retrieval";
import { describeRecord } from "@dossier/retrieval/report";
import type { Context, Hono } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import { ExactText } from "./exact_text.tsx";
import { formatCounted } from "./figures.ts";
import { HiddenFields, TextField } from "./form_parts.tsx";
import { type PageDesk, ProblemLine } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { describePairs, pairPassages } from "./pair_passages.ts";
import { AskAgain } from "./question.tsx";
import { BodyView, PageSection, ReportView } from "./report_view.tsx";
import { compareTexts, TextDiff, type TextDifference } from "./text_diff.tsx";

/** Most passages of two records that are compared. */
const MAX_COMPARED = 100;

/** A record, with its text or what of it has changed; where both fail, with the sentence that says why. */
interface FoundRecord {
  readonly record: Injection;
  readonly restored: RestoredInjection | { readonly problem: string };
}

/** Another record, and how the texts of the two differ; undefined when one of them can not be had. */
interface Comparison {
  readonly other: FoundRecord;
  readonly difference: TextDifference | undefined;
}

/** Adds the page of a record, and of its difference to another. */
export function recordRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/log/:id", async (c, state) => {
    const { root } = state;
    const toRequest = (name: string, text: string | undefined) => ({
      root,
      id: parseNumberField(name, text),
    });
    const other = c.req.query("with");
    const found = await findRecord(c, desk, toRequest("id", c.req.param("id")));
    if (other === undefined) return <RecordPage state={state} {...found} />;
    const comparison = await compare(found, await findRecord(c, desk, toRequest("with", other)));
    return <RecordPage state={state} {...found} comparison={comparison} />;
  });
}

async function findRecord(
  c: Context<RequestEnv>,
  desk: PageDesk,
  request: { readonly root: string; readonly id: number },
): Promise<FoundRecord> {
  const record = await desk.data.ask("record", request, callOptions(c));
  const restored = await desk.data.ask("recordText", request, callOptions(c))
    .catch((error: unknown) => ({ problem: desk.toProblem(error).detail }));
  return { record, restored };
}

async function compare(found: FoundRecord, other: FoundRecord): Promise<Comparison> {
  const difference = "text" in other.restored && "text" in found.restored
    ? await compareTexts(other.restored.text, found.restored.text)
    : undefined;
  return { other, difference };
}

function RecordPage({ state, record, restored, comparison }: FoundRecord & {
  readonly state: PageState;
  readonly comparison?: Comparison;
}) {
  const { id } = record;
  const { root } = state;
  const title = comparison === undefined
    ? `Record ${id}`
    : `Records ${comparison.other.record.id} and ${id}`;
  return (
    <PageFrame title={title} state={state} current="/log">
      <form class="row" method="get" action={`/log/${id}`}>
        <HiddenFields values={{ root }} />
        <TextField
          label="Compare with record"
          name="with"
          value={comparison !== undefined
            ? String(comparison.other.record.id)
            : id > 1
            ? String(id - 1)
            : ""}
          inputmode="numeric"
          required
        />
        <button type="submit">Compare</button>
      </form>
      {comparison === undefined
        ? <Whole record={record} restored={restored} root={root} />
        : <Differences found={{ record, restored }} {...comparison} root={root} />}
    </PageFrame>
  );
}

/** All that is recorded, and the text again. */
function Whole({ record, restored, root }: FoundRecord & { readonly root: string }) {
  const { id, request: { query, issue, options: { names } } } = record;
  return (
    <>
      {issue === undefined && query !== "" && (
        <AskAgain
          question={{ root, q: query, ...(Array.isArray(names) && { names: names.join(" ") }) }}
        />
      )}
      <ReportView report={describeRecord(record)} root={root} />
      {"text" in restored
        ? (
          <ExactText
            text={restored.text}
            summary="As it was sent, byte for byte"
            wholeUrl={pageUrl(`/v1/log/${id}/text`, { root })}
          />
        )
        : (
          <PageSection heading="The exact text">
            <Obstacle restored={restored} root={root} />
          </PageSection>
        )}
    </>
  );
}

/** What two records have in common, and in which lines their texts differ. */
function Differences({ found, other, difference, root }: Comparison & {
  readonly found: FoundRecord;
  readonly root: string;
}) {
  const pairs = pairPassages(other.record, found.record, MAX_COMPARED);
  return (
    <>
      <p>
        {[other.record.id, found.record.id].map((id) => (
          <>
            <a href={pageUrl(`/log/${id}`, { root })}>record {id}</a>
            {" "}
          </>
        ))}
      </p>
      <PageSection heading="Passages">
        <BodyView
          body={describePairs(pairs, [other.record.id, found.record.id])}
          label="Passages"
          root={root}
        />
      </PageSection>
      <PageSection heading="The exact texts">
        {difference !== undefined
          ? <TextDiff difference={difference} />
          : [other, found].map(({ record: { id }, restored }) =>
            !("text" in restored) && (
              <>
                <h3>Record {id}</h3>
                <Obstacle restored={restored} root={root} />
              </>
            )
          )}
      </PageSection>
    </>
  );
}

/** Why the text of a record can not be written again. */
function Obstacle({ restored, root }: {
  readonly restored: Exclude<FoundRecord["restored"], { readonly text: string }>;
  readonly root: string;
}) {
  if ("problem" in restored) return <ProblemLine text={restored.problem} />;
  const items = restored.changed.map(({ path, startLine, endLine, change }) => ({
    text: `${path}${startLine === undefined ? "" : `:${startLine}-${endLine}`}: ` +
      (change === "gone" ? "deleted or excluded" : "changed"),
  }));
  return (
    <>
      <p>
        Its text cannot be restored, as {formatCounted(items.length, "part")} of it changed since:
      </p>
      <BodyView body={{ kind: "list", items, isNumbered: false }} root={root} />
    </>
  );
}
