import type { Bundle, Explanation, Fragment } from "@dossier/core";
import {
  JSON_TYPE,
  type Operation,
  type OperationCall,
  type RequestOf,
  type Terminal,
  withFacts,
} from "../operation/mod.ts";
import type { SearchResult } from "../search/mod.ts";
import { QUERY_PROBLEMS, TREE_PROBLEMS } from "./problems.ts";
import { ISSUE_FIELD, readRequestedIssue, resolveNames } from "./question.ts";
import {
  checkSearchCommand,
  type PrintedHit,
  renderHit,
  renderSearchResult,
  SEARCH_FIELDS,
  toSearchOptions,
} from "./search.ts";
import { type AnswerEngine, REPOSITORIES_RULES, toQuotas } from "./repositories.ts";
import { DISABLED_STEP_FLAGS, FILE_OPTION, toFreshness } from "./shared_fields.ts";

/** Default number of explained results: one explanation fills a screen. */
export const DEFAULT_EXPLAIN_LIMIT = 3;

const FIELDS = { ...SEARCH_FIELDS, issue: withFacts(ISSUE_FIELD, { isLocal: true }) };

/** Request of `explain`. */
type ExplainRequest = RequestOf<typeof FIELDS>;

/** Operation that explains scores. */
export const EXPLAIN_OPERATION: Operation<ExplainRequest, SearchResult, AnswerEngine> = {
  name: "explain",
  summary: "How each score is calculated, as a tree of its parts",
  fields: FIELDS,
  component: "SearchRequest",
  rules: REPOSITORIES_RULES,
  acceptsRepositories: true,
  needsFreshIndex: true,
  usesWarmEngine: true,
  run: explain,
  http: {
    method: "post",
    path: "/v1/explain",
    answers: [{ type: JSON_TYPE, schema: "SearchResult" }],
    problems: [...TREE_PROBLEMS, ...QUERY_PROBLEMS],
  },
  commands: [{
    name: "explain",
    operands: "[QUERY…]",
    permissions: "ask",
    options: [FILE_OPTION],
    examples: ['deno task explain --path "core/**" "token budget"'],
    flags: {
      limit: [{ written: "-n, --limit N", summary: "Maximum number of results (3)" }],
      disabled: DISABLED_STEP_FLAGS,
    },
    alternative: { field: "query", option: "issue" },
    guessesNames: true,
    showsProgress: true,
    resolve: checkSearchCommand,
    execute: (engine, request, call) =>
      request.issue === undefined
        ? explain(engine, request, call)
        : explainIssue(engine, request, call),
    text: async (answer: SearchResult | Bundle, terminal) => {
      const { renderExplanation } = await import("@dossier/core/rank");
      if ("results" in answer) {
        return renderSearchResult(
          answer,
          terminal,
          (hit) => renderExplained(hit, { terminal, renderExplanation }),
        );
      }
      const { explainPlan } = await import("@dossier/core/plan");
      for (const { message } of answer.notes) terminal.report(message);
      const plan = answer.plan === undefined ? [] : explainPlan(answer.plan);
      return [
        ...plan.map((tree) => `${renderExplanation(tree)}\n`),
        ...answer.fragments.map((each) => renderFragment(each, { terminal, renderExplanation })),
      ].join("");
    },
  }],
};

async function explain(
  engine: AnswerEngine,
  { limit = DEFAULT_EXPLAIN_LIMIT, ...request }: ExplainRequest,
  call: OperationCall,
): Promise<SearchResult> {
  const options = await toSearchOptions(engine, { ...request, limit }, call);
  return await engine.explain(request.query, options);
}

/** Returns the plan of the bundle of an issue, with the reasons for its fragments. */
async function explainIssue(
  engine: AnswerEngine,
  request: ExplainRequest,
  call: OperationCall,
): Promise<Bundle> {
  const { issue, trackerPaths, notes } = await readRequestedIssue(engine, request.issue!, call);
  const { filter, disabled } = request;
  const quotas = toQuotas(request);
  return await engine.contextForIssue(issue, {
    ...toFreshness(request),
    signal: call.signal,
    onProgress: call.onProgress,
    filter,
    disabled,
    names: await resolveNames(engine, issue, { request, call }),
    explain: true,
    record: false,
    settings: {},
    trackerPaths,
    notes,
    ...(quotas && { quotas }),
  });
}

/** Services for printing explanations. */
interface Writing {
  readonly terminal: Terminal;
  readonly renderExplanation: (explanation: Explanation) => string;
}

function renderExplained(
  result: PrintedHit,
  { terminal, renderExplanation }: Writing,
  why = "",
): string {
  const tree = result.explanation === undefined ? "" : renderExplanation(result.explanation);
  const indented = tree === "" ? "" : `${tree.replaceAll(/^/gm, "    ").trimEnd()}\n`;
  return `${renderHit(result, terminal)}${why}${indented}`;
}

function renderFragment(
  { role = "snippet", reasons = [], source, location, score, explanation }: Fragment,
  writing: Writing,
): string {
  const why = `    ${role}: ${reasons.join("; ")}\n`;
  // A source that is not a file is shown like a file of one line, with the source as its path.
  const place = location ?? { path: source, startLine: 1, endLine: 1 };
  const explained = explanation === undefined ? {} : { explanation };
  return renderExplained({ ...place, score, ...explained }, writing, why);
}
