import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import type { JsonObject } from "@dossier/core/json";
import { SESSION_FIELD } from "@dossier/retrieval/fields";
import type { ServerContext, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import { toSchema } from "../schema/mod.ts";
import { findServedRoot, type Service } from "../service/mod.ts";
import { type FittedSchema, fitToSchema } from "./fit_to_schema.ts";

/** The parts that handlers of tools and resources work with. */
export interface McpParts {
  readonly service: Service;
  /** Told of unforeseen errors; the client is told in any case. */
  readonly onFailure: (error: unknown) => void;
  /** Returns the session that reads of a tree count for, where the connection is one. */
  readonly sessionOf: (root: string) => string | undefined;
  /**
   * Returns the session of the host that calls, where it is known what that holds.
   *
   * @param meta The `_meta` of the call.
   */
  readonly hostSession: (meta: JsonObject) => string | undefined;
}

/**
 * The key in the `_meta` of a call whose answer is to have structured content. Nobody else gets any: hosts such as
 * Claude Code and Codex hand that on to the model in place of the text, with every line end and quote escaped.
 */
export const STRUCTURED_KEY = "dossier/structured";

/** One call, as it comes over the protocol. */
export interface McpCall extends Pick<McpParts, "service" | "sessionOf" | "hostSession"> {
  readonly signal: AbortSignal;
  readonly context: ServerContext;
}

/**
 * Returns the signal that ends a call: of `notifications/cancelled`, and of the client's connection where
 * the call came over HTTP.
 */
export function callSignal({ mcpReq, http }: ServerContext): AbortSignal {
  const request = http?.req?.signal;
  return request === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, request]);
}

/** Returns whether a call asks for structured content. */
export function wantsStructure({ mcpReq }: ServerContext): boolean {
  return fitToSchema(mcpReq._meta?.[STRUCTURED_KEY], { type: "boolean" }) === true;
}

/** Returns the session that a request names as `session_id` of its `_meta`, if it does. */
export function calledSession({ mcpReq }: ServerContext): string | undefined {
  const named = mcpReq._meta?.["session_id"];
  return named === undefined ? undefined : (toSchema(SESSION_FIELD).parse(named) as string);
}

/** Returns the code of an error and its sentence, on one line whatever names are in it. */
export function tellFailure(error: unknown): string {
  if (isContextError(error)) return `${error.code}: ${escapeControls(error.message)}`;
  const message = error instanceof Error ? error.message : String(error);
  return `internal: Unexpected error, please report it: ${escapeControls(message)}`;
}

/**
 * Waits for the first index of a tree, or for the first comparison since the start, and tells the client how far it
 * is, when the client has asked to be told. An answer waits for it too, but silently.
 */
export async function buildFirstIndex(
  request: { readonly root?: string },
  { service, signal, context: { mcpReq } }: McpCall,
): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const { name } = findServedRoot(service.roots, request.root);
  const isReady = service.readiness().some((root) => root.name === name && root.isReady);
  const { updatedAt } = await service.call("status", request, { signal });
  if (isReady && updatedAt !== undefined) return;
  let last = 0;
  let told = Promise.resolve();
  await service.call("index", request, {
    signal,
    onProgress({ files, totalFiles, chunks, embedding }) {
      const done = embedding === undefined ? 0 : embedding.embedded / Math.max(embedding.total, 1);
      // The protocol wants every number to be higher than the one before.
      const progress = Math.max(files + done, last);
      if (progress === last) return;
      last = progress;
      const message = `Indexed ${files} of ${totalFiles} files, ${chunks} chunks`;
      const params = { progressToken, progress, total: totalFiles + 1, message };
      told = mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  });
  await told;
}

type ArgumentSchema<T> = StandardSchemaWithJSON<T, T>;

/** Limits of texts, far from what a model writes. */
const TEXT_KEYWORDS = ["minLength", "maxLength", "pattern"] as const;

/**
 * Returns a schema for the arguments of a tool or a prompt from a zod schema. It takes what hosts write in place of
 * what it says; see {@link fitToSchema}.
 *
 * Its JSON Schema is made once, as a server is made for each request, and says no more than it must, as a model
 * pays for every word: no dialect, as MCP has one only, no bounds that all whole numbers have, and nothing
 * that a sensible text keeps by itself. What is not shown is validated all the same.
 */
export function toLenientSchema<T>(schema: z.ZodType<T>): ArgumentSchema<T> {
  let shown: Record<string, unknown> | undefined;
  const show = () => shown ??= showSchema(schema);
  // With what stands behind the fields that are shown in words only.
  let whole: FittedSchema | undefined;
  const wholeSchema = () => whole ??= z.toJSONSchema(schema, { io: "output" }) as FittedSchema;
  const { validate } = schema["~standard"];
  return {
    "~standard": {
      version: 1,
      vendor: "zod",
      validate: (value) =>
        validate(fitToSchema(value, wholeSchema())) as Awaited<
          ReturnType<ArgumentSchema<T>["~standard"]["validate"]>
        >,
      jsonSchema: { input: show, output: show },
    },
  };
}

function showSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    // More fields than are named may come in a later version.
    io: "input",
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      for (const keyword of TEXT_KEYWORDS) delete jsonSchema[keyword];
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return shown;
}
