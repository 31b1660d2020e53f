import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { QUERY_FIELD, RETRY_FIELD, SESSION_FIELD } from "../schema/mod.ts";
import { ServerError } from "../problem/mod.ts";
import {
  answerTool,
  buildFirstIndex,
  callSignal,
  MAX_SENT_TOKENS,
  type McpParts,
  ROOT_FIELD,
  type ToolAnswer,
  toToolSchema,
} from "./tool.ts";
import { countSent } from "@dossier/core/text";
import { findServedRoot, type RenderedBundle, type Service } from "../service/mod.ts";
import { omittedUri, recordUri } from "./resource_uri.ts";

/** Tokens of a bundle by default: what the engine has, which is not loaded to say so. */
export const DEFAULT_BUNDLE_TOKENS = 4000;

/**
 * Most tokens of a bundle. Hosts warn at 10,000 of their own tokens, which are up to 1.4 times ours,
 * and put the text into JSON.
 */
const MAX_BUNDLE_TOKENS = 6000;

const CONTEXT_INPUT = toToolSchema(z.strictObject({
  query: z.exactOptional(QUERY_FIELD),
  issue: z.exactOptional(z.union([z.string(), z.looseObject({})]))
    .describe(
      "In place of a query: FILE.md, FILE.json or TRACKER.jsonl#ID in the tree, or its fields",
    ),
  budget: z.exactOptional(z.int().min(0).max(MAX_BUNDLE_TOKENS))
    .describe(`Most tokens: by default ${DEFAULT_BUNDLE_TOKENS}`),
  session: z.exactOptional(SESSION_FIELD),
  // Shown in words, which are cheaper than a schema.
  retry: z.exactOptional(z.unknown().pipe(RETRY_FIELD)).describe(
    "{diff, error} that failed; with issue",
  ),
  root: z.exactOptional(ROOT_FIELD),
}));

/** Registers the tool that hands out the bundle for a task. */
export function registerContextTool(server: McpServer, { service, onFailure }: McpParts): void {
  server.registerTool("context", {
    description: "What to read for a task: passages of code and documentation, chosen to fit a " +
      "token budget. Call it once before starting on a task or a question, instead of many searches.",
    inputSchema: CONTEXT_INPUT,
    outputSchema: BUNDLE_OUTPUT,
    // A record of each bundle is kept.
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  }, (request, call) => {
    const signal = callSignal(call);
    return answerTool(async () => {
      if ((request.query === undefined) === (request.issue === undefined)) {
        throw new ServerError("invalid-request", "Give either a query or an issue");
      }
      if (request.issue === undefined && request.retry !== undefined) {
        throw new ServerError("invalid-request", "Give retry only with an issue");
      }
      const place = { service, root: request.root };
      await buildFirstIndex({ service }, request, call);
      const { budget = DEFAULT_BUNDLE_TOKENS } = request;
      const answer = await service.context(
        { ...request, budget, maxSent: maxBundleSent(place), format: "markdown", trigger: "mcp" },
        { signal },
      );
      return toBundleAnswer(answer, place);
    }, { signal, onFailure });
  });
}

const NEED_INPUT = toToolSchema(z.strictObject({
  text: QUERY_FIELD.describe("Lines such as NEED_CODE: src/a.ts:1-20 or NEED_DOC: guide"),
  session: SESSION_FIELD.describe("Whose text it is; its rounds are counted"),
  round: z.exactOptional(z.int().min(1).max(1_000_000)).describe("By default the next"),
  root: z.exactOptional(ROOT_FIELD),
}));

/** Registers the tool that answers the requests in an agent's text. */
export function registerNeedTool(server: McpServer, { service, onFailure }: McpParts): void {
  server.registerTool("need", {
    description: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of a text, each with its " +
      "outcome. Use it in the middle of a task for files or documents that you can name; " +
      "rounds are limited.",
    inputSchema: NEED_INPUT,
    outputSchema: BUNDLE_OUTPUT,
    // Each answer takes a round of the session and is recorded; a round that is named is answered once.
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  }, (request, call) => {
    const signal = callSignal(call);
    return answerTool(async () => {
      const place = { service, root: request.root };
      const limits = { budget: MAX_BUNDLE_TOKENS, maxSent: maxBundleSent(place) };
      const answer = await service.need(
        { ...request, ...limits, format: "markdown", trigger: "mcp" },
        { signal },
      );
      return toBundleAnswer(answer, place);
    }, { signal, onFailure });
  });
}

/** What `context` and `need` say. */
const BUNDLE_OUTPUT = toToolSchema(z.object({
  text: z.string(),
  tokens: z.int(),
  passages: z.int(),
  omitted: z.int(),
  signals: z.exactOptional(z.string()),
  stale: z.boolean().describe("Whether the index may be behind the files"),
  record: z.exactOptional(z.string()).describe("URI to read the text again by"),
  omissions: z.exactOptional(z.string()).describe("URI to read what was omitted by"),
}));

/** Kept free for all that is sent beside the text. */
const REST_TOKENS = 400;

/** The longest number of a record. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** What a bundle is of. */
interface BundlePlace {
  readonly service: Service;
  /** Name of the tree, as it was asked for. */
  readonly root: string | undefined;
}

/**
 * Returns the most tokens that the text of a bundle may cost as it is sent. It is packed to cost no more,
 * so that nothing of it has to be cut here: what is recorded as given is what is sent.
 */
function maxBundleSent({ service, root }: BundlePlace): number {
  const { name } = findServedRoot(service.roots, root);
  return MAX_SENT_TOKENS - REST_TOKENS - countSent(omittedUri({ root: name, id: MAX_ID }));
}

/** Returns what is said of a bundle: its text, and in numbers what it is made of. */
function toBundleAnswer(
  { bundle, text }: RenderedBundle,
  { service, root }: BundlePlace,
): ToolAnswer {
  const { record: id, budget, passages, omitted, signals, index } = bundle;
  const { name } = findServedRoot(service.roots, root);
  const record = id === undefined ? undefined : { root: name, id };
  const uri = record && recordUri(record);
  const omissions = record && omitted.length > 0 ? omittedUri(record) : undefined;
  return {
    text,
    structured: {
      text,
      tokens: budget.used,
      passages: passages.length,
      omitted: omitted.length,
      ...(signals === undefined ? {} : { signals: signals.map(({ signal }) => signal).join(", ") }),
      stale: index.stale,
      ...(uri === undefined ? {} : { record: uri }),
      ...(omissions === undefined ? {} : { omissions }),
    },
    links: [
      ...(uri === undefined ? [] : [{ uri, name: `record ${id}` }]),
      ...(omissions === undefined ? [] : [{ uri: omissions, name: `omitted from record ${id}` }]),
    ],
  };
}
