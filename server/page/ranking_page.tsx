import type { Context, Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { SEARCH_REQUEST } from "../schema/mod.ts";
import type { PageDesk } from "./page_desk.tsx";
import { RANKING } from "@dossier/core/rank";
import type { SearchResult } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCounted, formatScore } from "./figures.ts";
import { NoteList } from "./lists.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { BrokenName, Place, PlainText } from "./plain_text.tsx";
import { StepButton, StepFields, StepGlossary } from "./step_glossary.tsx";
import type { Candidate } from "@dossier/core";

/** Chunks of each ranking. */
const RESULTS = 20;

/** Adds the page of two rankings of one question, one of them without a step. */
export function rankingRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/ranking", (c) => showRankings(c, desk));
}

async function showRankings(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const { q: query = "", without: step } = c.req.query();
  const shown = { state, query, step };
  if (query === "" || step === undefined) {
    return desk.send(c, <RankingPage {...shown} rankings={undefined} />);
  }
  try {
    const request = SEARCH_REQUEST.parse({ root: state.root, query, limit: RESULTS });
    const changed = SEARCH_REQUEST.parse({ ...request, disabled: [step], refresh: false });
    const before = await desk.service.search(request, callOptions(c));
    const after = await desk.service.search(changed, callOptions(c));
    const rankings = { before, after };
    return desk.send(
      c,
      <RankingPage {...shown} state={{ ...state, index: before.index }} rankings={rankings} />,
    );
  } catch (error) {
    const { detail, status } = desk.toProblem(error);
    const page = <RankingPage {...shown} rankings={undefined} problem={detail} />;
    return desk.send(c, page, status);
  }
}

/** A question, and its best chunks with all steps of the ranking and without one of them. */
interface TwoRankings {
  readonly before: SearchResult;
  readonly after: SearchResult;
}

/** What a step of the ranking does to the answer of a question: two rankings side by side. */
function RankingPage({ state, query, step, rankings, problem }: {
  readonly state: PageState;
  readonly query: string;
  /** Name of the step that is left out. */
  readonly step: string | undefined;
  readonly rankings: TwoRankings | undefined;
  /** One sentence. */
  readonly problem?: string | undefined;
}): JSX.Element {
  const { root } = state;
  return (
    <PageFrame
      title="Ranking"
      state={state}
      current="ranking"
      carried={{ q: query, without: step }}
    >
      <h1>
        Ranking<span class="faint">what a step does to the answer of a question</span>
      </h1>
      <form
        class="filter"
        method="get"
        action="/ranking"
        role="search"
        aria-label="Compare rankings"
      >
        <input type="hidden" name="root" value={root} />
        <label class="wide">
          <span>A task or a question</span>
          <input name="q" id="q" value={query} autocomplete="off" required />
        </label>
        <label class="narrow">
          <span>Without the step</span>
          <select name="without">
            {RANKING.map(({ name }) => <option value={name} selected={name === step}>{name}
            </option>)}
          </select>
        </label>
        <button type="submit">Compare</button>
      </form>
      {problem === undefined ? "" : (
        <p class="problem" role="alert">
          <PlainText text={problem} />
        </p>
      )}
      {rankings === undefined || step === undefined
        ? <Steps />
        : <Comparison rankings={rankings} step={step} root={root} />}
    </PageFrame>
  );
}

/** All steps, where nothing is asked yet. */
function Steps(): JSX.Element {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">
        The steps<span class="faint">each can be left out</span>
      </h2>
      <div class="steps">
        {RANKING.map((step) => (
          <section>
            <h3>{step.name}</h3>
            <StepFields {...step} />
          </section>
        ))}
      </div>
    </section>
  );
}

function Comparison({ rankings: { before, after }, step, root }: {
  readonly rankings: TwoRankings;
  readonly step: string;
  readonly root: string;
}): JSX.Element {
  const rows = compareRankings(before.results, after.results);
  const moved = rows.filter((row) => row.before?.rank !== row.after?.rank).length;
  return (
    <>
      <section aria-labelledby="moves">
        <h2 id="moves">
          {moved === 0
            ? "Nothing moves"
            : `${formatCounted(moved, "chunk")} of ${rows.length} move${moved === 1 ? "s" : ""}`}
          {" "}
          <span class="faint">
            without <StepButton name={step} />
          </span>
        </h2>
        {rows.length === 0
          ? (
            <div class="empty">
              <p>Nothing was found for this question.</p>
              <p>Try other words, or words of the code itself.</p>
            </div>
          )
          : (
            <table class="listing ranking">
              <thead>
                <tr>
                  <th scope="col" class="number">With</th>
                  <th scope="col" class="number">Without</th>
                  <th scope="col">Moves</th>
                  <th scope="col">Chunk</th>
                  <th scope="col" class="number">Score</th>
                  <th scope="col" class="number">Without</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => <Row row={row} root={root} most={before.results.length} />)}
              </tbody>
            </table>
          )}
      </section>
      <NoteList notes={after.notes} />
      <StepGlossary />
    </>
  );
}

function Row({ row, root, most }: {
  readonly row: RankedTwice;
  readonly root: string;
  /** How many chunks a ranking is shown of. */
  readonly most: number;
}): JSX.Element {
  const { path, startLine, endLine, symbol, before, after } = row;
  const [kind, text] = describeMove(before, after, most);
  return (
    <tr class={`move-${kind}`}>
      <td class="number" data-label="with">{before?.rank ?? "–"}</td>
      <td class="number" data-label="without">{after?.rank ?? "–"}</td>
      <td class="move">{text}</td>
      <td>
        <a href={pageUrl("/file", { root, path, from: startLine, to: endLine })}>
          <Place path={path} startLine={startLine} endLine={endLine} />
        </a>{" "}
        {symbol === undefined ? "" : (
          <code class="symbol">
            <BrokenName text={symbol} />
          </code>
        )}
      </td>
      <td class="number" data-label="score">
        {before === undefined ? "–" : formatScore(before.score)}
      </td>
      <td class="number" data-label="without">
        {after === undefined ? "–" : formatScore(after.score)}
      </td>
    </tr>
  );
}

/** Returns how a chunk moves when the step is left out, as a kind and in words. */
function describeMove(
  before: Placed | undefined,
  after: Placed | undefined,
  most: number,
): readonly [kind: "up" | "down" | "none", text: string] {
  if (before === undefined) return ["up", `↑ into the first ${most}`];
  if (after === undefined) return ["down", `↓ out of the first ${most}`];
  const places = before.rank - after.rank;
  if (places === 0) return ["none", "stays"];
  return places > 0 ? ["up", `↑ ${places}`] : ["down", `↓ ${-places}`];
}

/** A chunk in two rankings of the same question. */
interface RankedTwice {
  /** Path of its file relative to the root, with `/`. */
  readonly path: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** What names it. */
  readonly symbol?: string | undefined;
  /** Its place with all steps, 1-based, and its score; undefined where it is not among the best. */
  readonly before?: Placed | undefined;
  /** The same without the step. */
  readonly after?: Placed | undefined;
}

/** A place in a ranking. */
interface Placed {
  /** 1-based. */
  readonly rank: number;
  /** The score. */
  readonly score: number;
}

/**
 * Returns the chunks of two rankings, each once: in the order of the second, and then those that are only
 * in the first.
 */
export function compareRankings(
  before: readonly Candidate[],
  after: readonly Candidate[],
): readonly RankedTwice[] {
  const chunks = new Map<string, RankedTwice>();
  const enter = (candidates: readonly Candidate[], side: "before" | "after") => {
    for (const [index, { path, startLine, endLine, symbol, score }] of candidates.entries()) {
      const key = JSON.stringify([path, startLine, endLine]);
      const known = chunks.get(key) ?? { path, startLine, endLine, symbol };
      chunks.set(key, { ...known, [side]: { rank: index + 1, score } });
    }
  };
  enter(after, "after");
  enter(before, "before");
  return [...chunks.values()];
}
