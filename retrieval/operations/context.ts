import type { ContextOptions, WithFeatures } from "../answer/mod.ts";
import {
  choice,
  type CommandCaller,
  given,
  MAX_SENT_TOKENS,
  type Operation,
  type OperationCall,
  type RequestOf,
  truth,
  UsageError,
} from "../operation/mod.ts";
import {
  BUNDLE_ANSWERS,
  BUNDLE_HEADERS,
  BUNDLE_PROBLEMS,
  DEFAULT_BUNDLE_TOKENS,
  listBundleEvents,
  MAX_BUNDLE_TOKENS,
  maxBundleSent,
  printBundle,
  recordOf,
  renderBundle,
  type RenderedBundle,
  REST_TOKENS,
  toBundleAnswer,
  toWrittenOptions,
  writeBundle,
} from "./bundle.ts";
import type { QuotaOptions } from "../workspace/mod.ts";
import { QUERY_PROBLEMS } from "./problems.ts";
import { checkQuestion, ISSUE_FIELD, readAskedIssue, takeNames } from "./question.ts";
import {
  type Answerer,
  SEVERAL_FIELDS,
  SEVERAL_RULES,
  takeRepositories,
  TOOL_ROOT,
  toQuotas,
} from "./several.ts";
import {
  BUDGET_FIELD,
  DISABLED_FIELD,
  ESTIMATOR_FIELD,
  FILE_OPTION,
  FILTER_FIELD,
  format,
  MAX_SENT_FIELD,
  NAMES_FIELD,
  NUMBERS_FIELD,
  QUERY_FIELD,
  REFRESH_FIELDS,
  RETRY_FIELD,
  ROOT_FIELD,
  SESSION_FIELD,
  toFreshness,
  TRIGGER_FIELD,
} from "./shared_fields.ts";

const FIELDS = {
  query: QUERY_FIELD,
  root: ROOT_FIELD,
  ...SEVERAL_FIELDS,
  issue: ISSUE_FIELD,
  names: NAMES_FIELD,
  session: SESSION_FIELD,
  budget: BUDGET_FIELD,
  estimator: ESTIMATOR_FIELD,
  format: format("bundle"),
  numbers: NUMBERS_FIELD,
  referencesOnly: given(
    truth("True to name code by path and lines only; for an issue"),
    "--references-only",
    "Name code by path and lines, for agents that open files; with --issue",
  ),
  retry: RETRY_FIELD,
  appetite: given(
    choice("Amount of text that may not be needed; by default normal", [
      "lean",
      "normal",
      "generous",
    ]),
    "--appetite NAME",
    "Amount of text that may not be needed (normal)",
  ),
  question: given(
    choice("Kind of the question; by default detected from its words", [
      ...["trace", "documentation", "change", "symbol", "broad", "code"] as const,
    ]),
    "--question KIND",
    "Kind of the question (detected from its words)",
  ),
  trigger: given(TRIGGER_FIELD, "--trigger NAME", "Trigger of the request, for the log (context)"),
  record: given(
    truth("False to keep no record; by default a record is kept"),
    "--no-record",
    "Keep no record of the bundle",
    { value: false },
  ),
  explain: given(
    truth("True to explain the scores"),
    "--explain",
    "Explain the scores; with --json",
  ),
  filter: FILTER_FIELD,
  ...REFRESH_FIELDS,
  disabled: DISABLED_FIELD,
  maxSent: MAX_SENT_FIELD,
};

/** The request of `context`: a query or an issue, and what features add. */
export type ContextRequest = WithFeatures<RequestOf<typeof FIELDS>>;

/** What to read for a task. */
export const CONTEXT_OPERATION: Operation<ContextRequest, RenderedBundle, Answerer> = {
  name: "context",
  summary: "Passages to read for a task, within a token budget",
  fields: FIELDS,
  component: "ContextRequest",
  variants: [
    { component: "QueryRequest", required: ["query"], without: ["issue", "retry"] },
    { component: "IssueRequest", required: ["issue"], without: ["query"] },
  ],
  rules: [...SEVERAL_RULES, {
    field: "repositories",
    problem: "With several repositories use no session, record, trigger, policy or manifest: " +
      "each repository has its own",
    holds: (request) => request.repositories === undefined || listUnshared(request).length === 0,
  }],
  access: "deliver",
  asksSeveral: true,
  needsFreshIndex: true,
  asksWarmEngine: true,
  run: giveContext,
  delivered: recordOf,
  events: listBundleEvents,
  http: {
    method: "post",
    path: "/v1/context",
    answers: BUNDLE_ANSWERS,
    headers: BUNDLE_HEADERS,
    problems: [
      ...BUNDLE_PROBLEMS,
      ...QUERY_PROBLEMS,
      ...["invalid-issue", "issue-not-found", "file-not-found", "file-excluded"],
    ],
    formatField: "format",
    write: writeBundle,
  },
  commands: [{
    name: "context",
    operands: "[QUERY…]",
    permissions: "ask",
    options: [FILE_OPTION],
    examples: [
      'deno task context --names "retryUpload backoff" "why does it give up so soon"',
      "git log -1 --format=%B | deno task context -",
      "deno task context --issue .beads/issues.jsonl#web-7 --session web-7 --format prompt",
    ],
    flags: {
      budget: [{
        written: "-b, --budget TOKENS",
        summary: "Maximum number of tokens (4000; for an issue, the one in the settings)",
      }],
    },
    preset: { format: "markdown", numbers: false },
    otherwise: { field: "query", option: "issue" },
    hasJson: false,
    guessesNames: true,
    showsProgress: true,
    resolve: settleContext,
    text: printBundle,
  }],
  mcp: {
    description: "Passages of code and documentation to read for a task, within a token " +
      "budget. Call it once before starting on a task or a question, with names that you guess, instead of " +
      "many searches.",
    fields: {
      query: QUERY_FIELD,
      // In words that make a model fill it in.
      names: {
        kind: "list",
        of: { kind: "text" },
        help: "Always guess 10 to 20 names in the code, best first: identifiers, parts of file " +
          "names, API words, synonyms a programmer would choose. They find more than the " +
          "query; wrong ones do no harm",
      },
      issue: {
        kind: "either",
        of: [{ kind: "text" }, { kind: "object", isOpen: true, fields: {} }],
        help:
          "Instead of a query: FILE.md, FILE.json or TRACKER.jsonl#ID in the tree, or its fields",
      },
      budget: {
        kind: "integer",
        min: 0,
        max: MAX_BUNDLE_TOKENS,
        help: `Maximum tokens: by default ${DEFAULT_BUNDLE_TOKENS}`,
      },
      session: SESSION_FIELD,
      root: TOOL_ROOT,
      // Shown in words, which are cheaper than a schema.
      retry: {
        ...RETRY_FIELD,
        help: "{diff, error} of the attempt that failed; with issue",
        isShownInWords: true,
      },
    },
    isReadOnly: false,
    async answer(asked: ContextRequest, call) {
      const request: ContextRequest = takeRepositories(asked, call.roots);
      if ((request.query === undefined) === (request.issue === undefined)) {
        call.refuse("Give either a query or an issue");
      }
      if (request.issue === undefined && request.retry !== undefined) {
        call.refuse("Give retry only with an issue");
      }
      const { budget = DEFAULT_BUNDLE_TOKENS, repositories } = request;
      if (repositories !== undefined) {
        // No session holds what several repositories give.
        const { session: _, ...shared } = request;
        const given = await call.ask<RenderedBundle>("context", {
          ...shared,
          budget,
          maxSent: MAX_SENT_TOKENS - REST_TOKENS,
          format: "markdown",
        });
        return toBundleAnswer(given, call, undefined);
      }
      const maxSent = await maxBundleSent(call, request.root);
      await call.buildFirstIndex(request.root);
      const session = call.deliverySession(request.session);
      const given = await call.ask<RenderedBundle>("context", {
        ...request,
        ...(session === undefined ? {} : { session }),
        budget,
        maxSent,
        format: "markdown",
        trigger: "mcp",
      });
      return toBundleAnswer(given, call, request.root);
    },
  },
};

/** Returns what an engine gives for a question or an issue, and its text. */
async function giveContext(
  engine: Answerer,
  request: ContextRequest,
  call: OperationCall,
): Promise<RenderedBundle> {
  const { query = "", issue, referencesOnly, retry } = request;
  const options = toContextOptions(request, call);
  if (issue === undefined) {
    const names = await takeNames(engine, query, { request, call });
    const bundle = await engine.context(query, { ...options, names });
    return await renderBundle(bundle, engine, { request, call });
  }
  const { issue: read, trackerPaths, notes } = await readAskedIssue(engine, issue, call);
  const bundle = await engine.contextForIssue(read, {
    ...options,
    names: await takeNames(engine, read, { request, call }),
    trackerPaths,
    notes,
    retry,
    settings: referencesOnly === undefined ? {} : { referencesOnly },
  });
  return await renderBundle(bundle, engine, { request, call });
}

function toContextOptions(
  request: ContextRequest,
  call: OperationCall,
): WithFeatures<ContextOptions & QuotaOptions> {
  const { filter, session, trigger, record, explain = false, disabled, appetite, question } =
    request;
  const quotas = toQuotas(request);
  return {
    ...listAdded(request),
    ...toWrittenOptions(request),
    ...toFreshness(request),
    signal: call.signal,
    onProgress: call.onProgress,
    filter,
    session,
    trigger,
    record,
    explain,
    disabled,
    appetite,
    question,
    ...(quotas && { quotas }),
  };
}

/** Returns the names of what a request says to the session, the record or the features of one repository. */
export function listUnshared(request: ContextRequest): readonly string[] {
  const { session, trigger, record } = request;
  const own = Object.entries({ session, trigger, record: record || undefined });
  return [...own, ...Object.entries(listAdded(request))]
    .flatMap(([name, value]) => value === undefined ? [] : [name]);
}

/** Returns what features have added to a request, which these know. */
function listAdded(request: ContextRequest): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !(name in FIELDS)));
}

/** Refuses options that are of no use, and loads early what an issue needs. */
async function settleContext(
  request: ContextRequest,
  { has }: CommandCaller,
): Promise<ContextRequest> {
  const { explain = false, format, issue } = request;
  if (explain && format !== "json") {
    throw new UsageError(`Cannot explain scores in the format ${format}: add --json`);
  }
  await checkQuestion(request);
  if (issue !== undefined) {
    (await import("../mod.ts")).preloadTask();
    return request;
  }
  if (has("references-only")) {
    throw new UsageError("Cannot name code by path and lines without an issue: add --issue");
  }
  if (has("retry-diff") || has("retry-error")) {
    throw new UsageError("Cannot use a previous attempt without an issue: add --issue");
  }
  return request;
}
