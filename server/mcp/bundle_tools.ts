import { countSent, present } from "@dossier/core/text";
import * as z from "zod";
import { refuseRequest } from "../problem/mod.ts";
import {
  INPUTS_FIELD,
  PROFILE_ID,
  QUERY_FIELD,
  RETRY_FIELD,
  SESSION_FIELD,
} from "../schema/mod.ts";
import { findServedRoot, type RenderedBundle, type Service } from "../service/mod.ts";
import { omittedUri, recordUri } from "./resource_uri.ts";
import {
  buildFirstIndex,
  defineTool,
  findCallSession,
  GUESSED_NAMES_FIELD,
  MAX_SENT_TOKENS,
  ROOT_FIELD,
  type ToolAnswer,
} from "./tool.ts";

/** Tokens of a bundle by default: the engine's own default, which is not loaded to say so. */
export const DEFAULT_BUNDLE_TOKENS = 4000;

/**
 * Most tokens of a bundle. Hosts warn at 10,000 of their own tokens, which are up to 1.4 times ours,
 * and put the text into JSON.
 */
const MAX_BUNDLE_TOKENS = 6000;

/** Kept free for all that is sent beside the text. */
const REST_TOKENS = 400;

// A record of each bundle is kept, and each answer takes a round of its session.
const ANNOTATIONS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/** Registers the tool that hands out the bundle for a task. */
export const registerContextTool = defineTool({
  name: "context",
  description: "What to read for a task: passages of code and documentation, chosen to fit a " +
    "token budget. Call it once before starting on a task or a question, with names that you guess, instead of " +
    "many searches.",
  input: z.strictObject({
    query: z.exactOptional(QUERY_FIELD),
    // In words that make a model fill it in.
    names: GUESSED_NAMES_FIELD.describe(
      "Always give 10 to 20 names that you guess the code to have, best first: identifiers, parts of file names, API " +
        "words, the synonym a programmer would choose. They find more than the query; wrong ones do no harm",
    ),
    issue: z.exactOptional(z.union([z.string(), z.looseObject({})]))
      .describe(
        "In place of a query: FILE.md, FILE.json or TRACKER.jsonl#ID in the tree, or its fields",
      ),
    budget: z.exactOptional(z.int().min(0).max(MAX_BUNDLE_TOKENS))
      .describe(`Most tokens: by default ${DEFAULT_BUNDLE_TOKENS}`),
    session: z.exactOptional(SESSION_FIELD),
    // Shown in words, which are cheaper than a schema.
    profile: z.exactOptional(z.unknown().pipe(PROFILE_ID)).describe("Id of a profile to follow"),
    inputs: z.exactOptional(z.unknown().pipe(INPUTS_FIELD)).describe("{name: value} for it"),
    retry: z.exactOptional(z.unknown().pipe(RETRY_FIELD))
      .describe("{diff, error} that failed; with issue"),
    root: z.exactOptional(ROOT_FIELD),
  }),
  annotations: ANNOTATIONS,
  async answer(request, call) {
    if ((request.query === undefined) === (request.issue === undefined)) {
      throw refuseRequest("Give either a query or an issue");
    }
    if (request.issue === undefined && request.retry !== undefined) {
      throw refuseRequest("Give retry only with an issue");
    }
    const { service, signal } = call;
    const maxSent = maxBundleSent(service, request.root);
    await buildFirstIndex(request, call);
    const { budget = DEFAULT_BUNDLE_TOKENS } = request;
    const session = findCallSession(request.session, call);
    const answer = await service.context(
      { ...request, ...present({ session }), budget, maxSent, format: "markdown", trigger: "mcp" },
      { signal },
    );
    return toBundleAnswer(answer, findServedRoot(service.roots, request.root).name);
  },
});

/** Registers the tool that answers the requests in an agent's text. */
export const registerNeedTool = defineTool({
  name: "need",
  description: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of a text, each with its " +
    "outcome. Use it in the middle of a task for files or documents that you can name; " +
    "rounds are limited.",
  input: z.strictObject({
    text: QUERY_FIELD.describe("Lines such as NEED_CODE: src/a.ts:1-20 or NEED_DOC: guide"),
    session: SESSION_FIELD.describe("Whose text it is; its rounds are counted"),
    round: z.exactOptional(z.int().min(1).max(1_000_000)).describe("By default the next"),
    root: z.exactOptional(ROOT_FIELD),
  }),
  annotations: ANNOTATIONS,
  async answer(request, { service, signal }) {
    const limits = { budget: MAX_BUNDLE_TOKENS, maxSent: maxBundleSent(service, request.root) };
    const answer = await service.need(
      { ...request, ...limits, format: "markdown", trigger: "mcp" },
      { signal },
    );
    return toBundleAnswer(answer, findServedRoot(service.roots, request.root).name);
  },
});

/**
 * Returns the most tokens that the text of a bundle may cost as it is sent. It is packed to cost no more,
 * so that nothing of it has to be cut here: the text that is recorded is the text that is sent.
 */
function maxBundleSent(service: Service, named: string | undefined): number {
  const { name: root } = findServedRoot(service.roots, named);
  const longestUri = omittedUri({ root, id: Number.MAX_SAFE_INTEGER });
  return MAX_SENT_TOKENS - REST_TOKENS - countSent(longestUri);
}

/** Returns the text of a bundle of a tree, where more of it is to be read, and in numbers its parts. */
function toBundleAnswer({ bundle, text }: RenderedBundle, root: string): ToolAnswer {
  const { record: id, budget, fragments, omitted, signals, index } = bundle;
  const record = id === undefined ? undefined : { root, id };
  const uri = record && recordUri(record);
  const omissions = record && omitted.length > 0 ? omittedUri(record) : undefined;
  const notices = [
    ...(omissions === undefined ? [] : [`Which ranges are left out: read ${omissions}`]),
    ...(uri === undefined ? [] : [`This text again: read ${uri}`]),
    ...(index.stale ? ["The index may be behind the files"] : []),
  ];
  return {
    text,
    ...(notices.length > 0 && { notice: notices.join("\n") }),
    structured: {
      text,
      tokens: budget.used,
      fragments: fragments.length,
      omitted: omitted.length,
      ...(signals === undefined ? {} : { signals: signals.map(({ signal }) => signal).join(", ") }),
      stale: index.stale,
      ...(uri === undefined ? {} : { record: uri }),
      ...(omissions === undefined ? {} : { omissions }),
    },
  };
}
