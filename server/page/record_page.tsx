import type { Injection, RestoredInjection } from "@dossier/retrieval";
import { renderRecordReport } from "@dossier/retrieval/report";
import type { Context, Hono } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import { ExactText } from "./exact_text.tsx";
import { formatCount } from "./figures.ts";
import { HiddenFields, TextField } from "./form_parts.tsx";
import { type PageRenderer, ProblemLine } from "./page_renderer.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { pairPassages, renderPairs } from "./pair_passages.ts";
import { RepeatQuestion } from "./question.tsx";
import { BodyView, PageSection, ReportView } from "./report_view.tsx";
import { compareTexts, TextDiff, type TextDifference } from "./text_diff.tsx";

/** Maximum number of compared passages of two records. */
const MAX_COMPARED = 100;

/**
 * Record with its text or its changed parts, or else with the sentence that says why there is
 * neither.
 */
interface FoundRecord {
  readonly record: Injection;
  readonly restored: RestoredInjection | { readonly problem: string };
}

/**
 * Another record, and the difference of the two texts; undefined when one of them is unavailable.
 */
interface Comparison {
  readonly other: FoundRecord;
  readonly difference: TextDifference | undefined;
}

/** Adds the page of a record, and of its difference to another. */
export function recordRoutes(app: Hono<RequestEnv>, renderer: PageRenderer): void {
  renderer.addPage(app, "/log/:id", async (c, state) => {
    const { root } = state;
    const toRequest = (name: string, text: string | undefined) => ({
      root,
      id: parseNumberField(name, text),
    });
    const other = c.req.query("with");
    const found = await findRecord(c, renderer, toRequest("id", c.req.param("id")));
    if (other === undefined) return <RecordPage state={state} {...found} />;
    const comparison = await compare(
      found,
      await findRecord(c, renderer, toRequest("with", other)),
    );
    return <RecordPage state={state} {...found} comparison={comparison} />;
  });
}

async function findRecord(
  c: Context<RequestEnv>,
  renderer: PageRenderer,
  request: { readonly root: string; readonly id: number },
): Promise<FoundRecord> {
  const record = await renderer.data.call("record", request, callOptions(c));
  const restored = await renderer.data.call("recordText", request, callOptions(c))
    .catch((error: unknown) => ({ problem: renderer.toProblem(error).detail }));
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
        ? <RecordView record={record} restored={restored} root={root} />
        : <RecordComparison found={{ record, restored }} {...comparison} root={root} />}
    </PageFrame>
  );
}

/** Everything that is recorded, and the restored text. */
function RecordView({ record, restored, root }: FoundRecord & { readonly root: string }) {
  const { id, request: { query, issue, options: { names } } } = record;
  return (
    <>
      {issue === undefined && query !== "" && (
        <RepeatQuestion
          question={{ root, q: query, ...(Array.isArray(names) && { names: names.join(" ") }) }}
        />
      )}
      <ReportView report={renderRecordReport(record)} root={root} />
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
            <UnavailableText restored={restored} root={root} />
          </PageSection>
        )}
    </>
  );
}

/** Pairs of passages of two records, and the differing lines of their texts. */
function RecordComparison({ found, other, difference, root }: Comparison & {
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
          body={renderPairs(pairs, [other.record.id, found.record.id])}
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
                <UnavailableText restored={restored} root={root} />
              </>
            )
          )}
      </PageSection>
    </>
  );
}

/** Reason why the text of a record cannot be restored. */
function UnavailableText({ restored, root }: {
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
        Its text cannot be restored, as {formatCount(items.length, "part")} of it changed since:
      </p>
      <BodyView body={{ kind: "list", items, isNumbered: false }} root={root} />
    </>
  );
}
