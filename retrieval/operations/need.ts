import type { RequestMode } from "@dossier/core";
import type { Engine } from "../engine.ts";
import {
  choiceField,
  integerField,
  mapField,
  type Operation,
  type OperationCall,
  option,
  type RequestOf,
  required,
  UsageError,
  withFacts,
  withFlag,
} from "../operation/mod.ts";
import {
  BUNDLE_ANSWERS,
  BUNDLE_HEADERS,
  BUNDLE_PROBLEMS,
  bundleRecordId,
  encodeBundle,
  listBundleEvents,
  MAX_BUNDLE_TOKENS,
  maxSentTokens,
  printBundle,
  renderBundle,
  type RenderedBundle,
  toBundleAnswer,
  toFormatOptions,
} from "./bundle.ts";
import {
  BUDGET_FIELD,
  ESTIMATOR_FIELD,
  formatField,
  MAX_SENT_FIELD,
  nonEmptyTextField,
  NUMBERS_FIELD,
  QUERY_FIELD,
  REFRESH_FIELDS,
  ROOT_FIELD,
  SESSION_FIELD,
  sessionField,
  toFreshness,
  TRIGGER_FIELD,
} from "./shared_fields.ts";

const FIELDS = {
  text: required(
    withFacts(nonEmptyTextField("Text of the agent, such as NEED_CODE: src/a.ts:1-20"), {
      operands: { what: "the text of the agent" },
    }),
  ),
  root: ROOT_FIELD,
  session: required(
    withFlag(
      sessionField("Session of the agent; its rounds are counted"),
      "--session ID",
      "Session of the agent; its rounds are counted",
    ),
  ),
  round: withFlag(
    integerField("Number of the round, from 1; by default the next", { min: 1, max: 1_000_000 }),
    "--round N",
    "Number of the round, from 1 (the next)",
  ),
  mode: withFlag(
    choiceField<RequestMode>("Show the texts, only name them, or neither", [
      ...["fetch", "delegate", "observe"] as const,
    ]),
    "--mode NAME",
    "Show the texts, only name them, or neither (fetch)",
  ),
  locks: withFlag(
    mapField<string>("Holder of the lock of a file, by path", { kind: "text" }),
    "--lock PATH=HOLDER",
    "A file that another task has locked, so it may not be edited",
    { parse: parseLocks },
  ),
  budget: BUDGET_FIELD,
  estimator: ESTIMATOR_FIELD,
  format: formatField("answer"),
  numbers: withFacts(NUMBERS_FIELD, { flags: [] }),
  trigger: withFlag(TRIGGER_FIELD, "--trigger NAME", "Trigger of the request, for the log (need)"),
  ...REFRESH_FIELDS,
  maxSent: MAX_SENT_FIELD,
};

/** Request of `need`: text of an agent with requests in its lines. */
export type NeedRequest = RequestOf<typeof FIELDS>;

/** Operation that answers the requests in the text of an agent. */
export const NEED_OPERATION: Operation<NeedRequest, RenderedBundle, Engine> = {
  name: "need",
  summary: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of a text",
  fields: FIELDS,
  component: "NeedRequest",
  access: "deliver",
  needsFreshIndex: true,
  usesWarmEngine: true,
  run: answerRequests,
  deliveredRecord: bundleRecordId,
  events: listBundleEvents,
  http: {
    method: "post",
    path: "/v1/need",
    answers: BUNDLE_ANSWERS,
    headers: BUNDLE_HEADERS,
    problems: [...BUNDLE_PROBLEMS, "invalid-round", "round-taken"],
    formatField: "format",
    write: encodeBundle,
  },
  commands: [{
    name: "need",
    operands: "[TEXT…]",
    permissions: "answer",
    options: [option("-f, --file FILE", "Read the text from a file; - is standard input")],
    examples: ["deno task need --session web-7 --round 1 - < answer.txt"],
    preset: { format: "markdown" },
    showsProgress: true,
    hasJson: false,
    resolve(request) {
      if (request.session !== undefined) return request;
      throw new UsageError("Cannot answer requests without a session: add --session ID");
    },
    text: printBundle,
  }],
  mcp: {
    description: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of a text, each with its " +
      "outcome. Use it in the middle of a task for files or documents that you can name; " +
      "rounds are limited.",
    fields: {
      text: {
        ...QUERY_FIELD,
        help: "Lines such as NEED_CODE: src/a.ts:1-20 or NEED_DOC: guide",
        isRequired: true,
      },
      session: {
        ...SESSION_FIELD,
        help: "Session of the agent; its rounds are counted",
        isRequired: true,
      },
      round: { kind: "integer", min: 1, max: 1_000_000, help: "By default the next" },
    },
    isReadOnly: false,
    async answer(request: NeedRequest, call) {
      const given = await call.callOperation<RenderedBundle>("need", {
        ...request,
        budget: MAX_BUNDLE_TOKENS,
        maxSent: await maxSentTokens(call, request.root),
        format: "markdown",
        trigger: "mcp",
      });
      return toBundleAnswer(given, call, request.root);
    },
  },
};

/** Returns the bundle of an engine for the requests in the text of an agent, with its text. */
async function answerRequests(
  engine: Engine,
  request: NeedRequest,
  call: OperationCall,
): Promise<RenderedBundle> {
  const { text, session, round, mode, locks, trigger } = request;
  const bundle = await engine.answerRequests(text, {
    ...toFormatOptions(request),
    ...toFreshness(request),
    signal: call.signal,
    onProgress: call.onProgress,
    session,
    round,
    locks,
    trigger,
    settings: mode === undefined ? {} : { needMode: mode },
  });
  return await renderBundle(bundle, engine, { request, call });
}

/** Returns the holders of files by path, from `--lock PATH=HOLDER`. */
function parseLocks(written: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(written.map((lock) => {
    const separatorIndex = lock.lastIndexOf("=");
    if (separatorIndex <= 0 || separatorIndex === lock.length - 1) {
      throw new UsageError(`Cannot read the lock "${lock}" as it must be PATH=HOLDER`);
    }
    return [lock.slice(0, separatorIndex), lock.slice(separatorIndex + 1)];
  }));
}
