import { PART_RANKING, RANKING } from "@dossier/core/part";
import { FILE_RANKING } from "@dossier/core/rank";
import { present } from "@dossier/core/text";
import type { SearchHit, SearchResult } from "@dossier/retrieval";
import type { Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { parseRequest } from "../schema/mod.ts";
import { formatCounted, formatScore } from "./figures.ts";
import { Choice, Filter, TextField } from "./form_parts.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import type { PageState } from "./page_state.ts";
import {
  CodeName,
  LinesLink,
  PageSection,
  ProblemLine,
  Table,
  type TableColumn,
} from "./parts.tsx";
import { NoteList } from "./report_parts.tsx";
import { StepButton, StepFields, StepGlossary } from "./score_bar.tsx";

/** Results of each ranking. */
const RESULTS = 20;

/** Adds the page of two rankings of one question, one of them without a step. */
export function rankingRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/ranking", async (c) => {
    const state = await desk.state(c);
    const { q: query = "", without: step } = c.req.query();
    const shown = { state, query, step };
    if (query === "" || step === undefined) return desk.send(c, <RankingPage {...shown} />);
    try {
      // What a step of files does is seen best in the order of the files.
      const by = PART_RANKING.some(({ name }) => name === step) ? "part" : "file";
      const request = await parseRequest("search", { root: state.root, query, by, limit: RESULTS });
      const changed = await parseRequest("search", {
        ...request,
        disabled: [step],
        refresh: false,
      });
      const before = await desk.service.call("search", request, callOptions(c));
      const after = await desk.service.call("search", changed, callOptions(c));
      const { index } = before;
      const page = (
        <RankingPage {...shown} state={{ ...state, index }} rankings={[before, after]} />
      );
      return desk.send(c, page);
    } catch (error) {
      const { detail, status } = desk.toProblem(error);
      return desk.send(c, <RankingPage {...shown} problem={detail} />, status);
    }
  });
}

/** A step's effect on the answer of a question: two rankings side by side. */
function RankingPage({ state, query, step, rankings, problem }: {
  readonly state: PageState;
  readonly query: string;
  /** Name of the step that is left out. */
  readonly step: string | undefined;
  /** The best parts or files with all steps, and without the one. */
  readonly rankings?: readonly [before: SearchResult, after: SearchResult];
  readonly problem?: string;
}) {
  return (
    <PageFrame
      title="Ranking"
      aside="what a step does to the answer of a question"
      state={state}
      current="ranking"
      carried={{ q: query, without: step }}
    >
      <Filter action="/ranking" label="Compare rankings" root={state.root}>
        <TextField
          label="A task or a question"
          name="q"
          id="q"
          value={query}
          width="wide"
          required
        />
        <Choice
          label="Without the step"
          name="without"
          options={RANKING.map(({ name }) => [name])}
          chosen={step}
          width="narrow"
        />
        <button type="submit">Compare</button>
      </Filter>
      {problem !== undefined && <ProblemLine text={problem} />}
      {rankings === undefined || step === undefined
        ? <Steps />
        : <Comparison rankings={rankings} step={step} root={state.root} />}
    </PageFrame>
  );
}

/** All steps, where nothing is asked yet. */
function Steps() {
  return (
    <>
      <PageSection id="steps" title="Steps of files" aside="each can be left out above">
        <StepList steps={FILE_RANKING} />
      </PageSection>
      <PageSection
        id="part-steps"
        title="Steps of parts"
        aside="definitions, sections and blocks of the best files"
      >
        <StepList steps={PART_RANKING} />
      </PageSection>
    </>
  );
}

function StepList({ steps }: { readonly steps: typeof FILE_RANKING }) {
  return (
    <div class="steps">
      {steps.map((step) => (
        <section>
          <h3>{step.name}</h3>
          <StepFields {...step} />
        </section>
      ))}
    </div>
  );
}

function Comparison({ rankings: [before, after], step, root }: {
  readonly rankings: readonly [SearchResult, SearchResult];
  readonly step: string;
  readonly root: string;
}) {
  const rows = compareRankings(before.results, after.results);
  const moved = rows.filter((row) => row.before?.rank !== row.after?.rank).length;
  const unit = rows.some(({ part }) => part !== undefined) ? "part" : "file";
  const title = moved === 0
    ? "Nothing moves"
    : `${formatCounted(moved, unit)} of ${rows.length} move${moved === 1 ? "s" : ""}`;
  const aside = (
    <>
      without <StepButton name={step} />
    </>
  );
  return (
    <>
      <PageSection id="moves" title={`${title} `} aside={aside}>
        {rows.length === 0
          ? (
            <div class="empty">
              <p>Nothing was found for this question.</p>
              <p>Try other words, or words of the code itself.</p>
            </div>
          )
          : (
            <Table
              name="listing ranking"
              columns={listColumns(root, unit)}
              rows={rows.map((row) => ({ ...row, move: describeMove(row, before.results.length) }))}
              rowClass={({ move: [kind] }) => `move-${kind}`}
            />
          )}
      </PageSection>
      <NoteList notes={after.notes} />
      <StepGlossary />
    </>
  );
}

type Move = readonly [kind: "up" | "down" | "none", text: string];

function listColumns(
  root: string,
  unit: string,
): readonly TableColumn<RankedTwice & { readonly move: Move }>[] {
  const scoreOf = (placed: Placed | undefined) => placed ? formatScore(placed.score) : "–";
  return [
    { head: "With", name: "number", label: "with", cell: ({ before }) => before?.rank ?? "–" },
    { head: "Without", name: "number", label: "without", cell: ({ after }) => after?.rank ?? "–" },
    { head: "Moves", name: "move", cell: ({ move: [, text] }) => text },
    {
      head: unit === "part" ? "Part" : "File, by its best lines",
      cell: ({ path, startLine, endLine, symbol }) => (
        <>
          <LinesLink {...{ root, path, startLine, endLine }} />{" "}
          {symbol !== undefined && <CodeName text={symbol} name="symbol" />}
        </>
      ),
    },
    { head: "Score", name: "number", label: "score", cell: ({ before }) => scoreOf(before) },
    { head: "Without", name: "number", label: "without", cell: ({ after }) => scoreOf(after) },
  ];
}

/** Returns how a result moves among the first `most` when the step is left out, as a kind and in words. */
function describeMove({ before, after }: RankedTwice, most: number): Move {
  if (before === undefined) return ["up", `↑ into the first ${most}`];
  if (after === undefined) return ["down", `↓ out of the first ${most}`];
  const places = before.rank - after.rank;
  if (places === 0) return ["none", "stays"];
  return places > 0 ? ["up", `↑ ${places}`] : ["down", `↓ ${-places}`];
}

/** A part or a file in two rankings of the same question. */
interface RankedTwice
  extends Pick<SearchHit, "path" | "startLine" | "endLine" | "symbol" | "part"> {
  /** With all steps; undefined where it is not among the best. */
  readonly before?: Placed;
  /** The same without the step. */
  readonly after?: Placed;
}

/** A place in a ranking, 1-based. */
interface Placed {
  readonly rank: number;
  readonly score: number;
}

/**
 * Returns the results of two rankings, each once: in the order of the second, and then those that are only
 * in the first.
 */
export function compareRankings(
  before: readonly SearchHit[],
  after: readonly SearchHit[],
): readonly RankedTwice[] {
  const found = new Map<string, RankedTwice>();
  const enter = (hits: readonly SearchHit[], side: "before" | "after") => {
    for (const [index, { path, startLine, endLine, symbol, part, score }] of hits.entries()) {
      // The best lines of a file may be others without a step.
      const key = JSON.stringify(part === undefined ? [path] : [path, startLine, endLine]);
      const known = found.get(key) ?? { path, startLine, endLine, ...present({ symbol, part }) };
      found.set(key, { ...known, [side]: { rank: index + 1, score } });
    }
  };
  enter(after, "after");
  enter(before, "before");
  return [...found.values()];
}
