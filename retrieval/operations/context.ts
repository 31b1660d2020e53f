import type { ContextOptions, WithFeatureOptions } from "../answer/mod.ts";
import {
  booleanField,
  choiceField,
  type CommandCaller,
  MAX_SENT_TOKENS,
  type Operation,
  type OperationCall,
  type RequestOf,
  UsageError,
  withFlag,
} from "../operation/mod.ts";
import {
  BUNDLE_ANSWERS,
  BUNDLE_HEADERS,
  BUNDLE_PROBLEMS,
  bundleRecordId,
  DEFAULT_BUNDLE_TOKENS,
  encodeBundle,
  listBundleEvents,
  MAX_BUNDLE_TOKENS,
  maxSentTokens,
  printBundle,
  renderBundle,
  type RenderedBundle,
  RESERVED_TOKENS,
  toBundleAnswer,
  toFormatOptions,
} from "./bundle.ts";
import type { QuotaOptions } from "../workspace/mod.ts";
import { QUERY_PROBLEMS } from "./problems.ts";
import { checkQuestion, ISSUE_FIELD, readRequestedIssue, resolveNames } from "./question.ts";
import {
  type AnswerEngine,
  REPOSITORIES_FIELDS,
  REPOSITORIES_RULES,
  resolveRepositories,
  TOOL_ROOT,
  toQuotas,
} from "./repositories.ts";
import {
  BUDGET_FIELD,
  DISABLED_FIELD,
  ESTIMATOR_FIELD,
  FILE_OPTION,
  FILTER_FIELD,
  formatField,
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
  ...REPOSITORIES_FIELDS,
  issue: ISSUE_FIELD,
  names: NAMES_FIELD,
  session: SESSION_FIELD,
  budget: BUDGET_FIELD,
  estimator: ESTIMATOR_FIELD,
  format: formatField("bundle"),
  numbers: NUMBERS_FIELD,
  referencesOnly: withFlag(
    booleanField("True to name code by path and lines only; for an issue"),
    "--references-only",
    "Name code by path and lines, for agents that open files; with --issue",
  ),
  retry: RETRY_FIELD,
  appetite: withFlag(
    choiceField("Amount of text that may not be needed; by default normal", [
      "lean",
      "normal",
      "generous",
    ]),
    "--appetite NAME",
    "Amount of text that may not be needed (normal)",
  ),
  question: withFlag(
    choiceField("Kind of the question; by default detected from its words", [
      ...["trace", "documentation", "change", "symbol", "broad", "code"] as const,
    ]),
    "--question KIND",
    "Kind of the question (detected from its words)",
  ),
  trigger: withFlag(
    TRIGGER_FIELD,
    "--trigger NAME",
    "Trigger of the request, for the log (context)",
  ),
  record: withFlag(
    booleanField("False to keep no record; by default a record is kept"),
    "--no-record",
    "Keep no record of the bundle",
    { value: false },
  ),
  explain: withFlag(
    booleanField("True to explain the scores"),
    "--explain",
    "Explain the scores; with --json",
  ),
  filter: FILTER_FIELD,
  ...REFRESH_FIELDS,
  disabled: DISABLED_FIELD,
  maxSent: MAX_SENT_FIELD,
};

/** Request of `context`: a query or an issue, with fields of features. */
export type ContextRequest = WithFeatureOptions<RequestOf<typeof FIELDS>>;

/** Operation that returns the context for a task. */
export const CONTEXT_OPERATION: Operation<ContextRequest, RenderedBundle, AnswerEngine> = {
  name: "context",
  summary: "Passages to read for a task, within a token budget",
  fields: FIELDS,
  component: "ContextRequest",
  variants: [
    { component: "QueryRequest", required: ["query"], forbidden: ["issue", "retry"] },
    { component: "IssueRequest", required: ["issue"], forbidden: ["query"] },
  ],
  rules: [...REPOSITORIES_RULES, {
    field: "repositories",
    problem: "With several repositories use no session, record, trigger, policy or manifest: " +
      "each repository has its own",
    holds: (request) =>
      request.repositories === undefined || listSingleRepositoryFields(request).length === 0,
  }],
  access: "deliver",
  acceptsRepositories: true,
  needsFreshIndex: true,
  usesWarmEngine: true,
  run: buildContext,
  deliveredRecord: bundleRecordId,
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
    write: encodeBundle,
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
    alternative: { field: "query", option: "issue" },
    hasJson: false,
    guessesNames: true,
    showsProgress: true,
    resolve: checkContextCommand,
    text: printBundle,
  }],
  mcp: {
    description: "Passages of code and documentation to read for a task, within a token " +
      "budget. Call it once before starting on a task or a question, with names that you guess, instead of " +
      "many searches.",
    fields: {
      query: QUERY_FIELD,
      // Worded so that models fill it in.
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
      // Described in prose, which costs less than a schema.
      retry: {
        ...RETRY_FIELD,
        help: "{diff, error} of the attempt that failed; with issue",
        isDescribedInProse: true,
      },
    },
    isReadOnly: false,
    async answer(toolRequest: ContextRequest, call) {
      const request: ContextRequest = resolveRepositories(toolRequest, call.roots);
      if ((request.query === undefined) === (request.issue === undefined)) {
        call.refuse("Give either a query or an issue");
      }
      if (request.issue === undefined && request.retry !== undefined) {
        call.refuse("Give retry only with an issue");
      }
      const { budget = DEFAULT_BUNDLE_TOKENS, repositories } = request;
      if (repositories !== undefined) {
        // Sessions do not support several repositories.
        const { session: _, ...shared } = request;
        const given = await call.callOperation<RenderedBundle>("context", {
          ...shared,
          budget,
          maxSent: MAX_SENT_TOKENS - RESERVED_TOKENS,
          format: "markdown",
        });
        return toBundleAnswer(given, call, undefined);
      }
      const maxSent = await maxSentTokens(call, request.root);
      await call.buildFirstIndex(request.root);
      const session = call.deliverySession(request.session);
      const given = await call.callOperation<RenderedBundle>("context", {
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

/** Returns the bundle of an engine for a question or an issue, with its text. */
async function buildContext(
  engine: AnswerEngine,
  request: ContextRequest,
  call: OperationCall,
): Promise<RenderedBundle> {
  const { query = "", issue, referencesOnly, retry } = request;
  const options = toContextOptions(request, call);
  if (issue === undefined) {
    const names = await resolveNames(engine, query, { request, call });
    const bundle = await engine.context(query, { ...options, names });
    return await renderBundle(bundle, engine, { request, call });
  }
  const { issue: read, trackerPaths, notes } = await readRequestedIssue(engine, issue, call);
  const bundle = await engine.contextForIssue(read, {
    ...options,
    names: await resolveNames(engine, read, { request, call }),
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
): WithFeatureOptions<ContextOptions & QuotaOptions> {
  const { filter, session, trigger, record, explain = false, disabled, appetite, question } =
    request;
  const quotas = toQuotas(request);
  return {
    ...pickFeatureFields(request),
    ...toFormatOptions(request),
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

/**
 * Returns the names of the fields of a request that apply to a single repository: its session, its
 * record or its features.
 */
export function listSingleRepositoryFields(request: ContextRequest): readonly string[] {
  const { session, trigger, record } = request;
  const own = Object.entries({ session, trigger, record: record || undefined });
  return [...own, ...Object.entries(pickFeatureFields(request))]
    .flatMap(([name, value]) => value === undefined ? [] : [name]);
}

/** Returns the fields of a request that features have added. */
function pickFeatureFields(request: ContextRequest): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !(name in FIELDS)));
}

/** Rejects unusable options, and starts to import the modules for an issue. */
async function checkContextCommand(
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
