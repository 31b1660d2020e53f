import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import type { JsonObject } from "@dossier/core/json";
import { SESSION_FIELD } from "@dossier/retrieval/fields";
import type { ServerContext, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import { toSchema } from "../schema/mod.ts";
import { findServedRoot, type Service } from "../service/mod.ts";
import { type FittedSchema, fitToSchema } from "./fit_to_schema.ts";

/** Context of the handlers of tools and resources. */
export interface McpParts {
  readonly service: Service;
  /** Called with unexpected errors, which the client gets in any case. */
  readonly onFailure: (error: unknown) => void;
  /**
   * Returns the session to which reads of a tree are assigned, when the connection is a session.
   */
  readonly sessionOf: (root: string) => string | undefined;
  /**
   * Returns the session of the calling host, when its content is known.
   *
   * @param meta The `_meta` of the call.
   */
  readonly hostSession: (meta: JsonObject) => string | undefined;
}

/**
 * Key in the `_meta` of a call that requests structured content. Without it there is none: hosts
 * such as Claude Code and Codex pass structured content to the model in place of the text, with
 * every line end and quote escaped.
 */
export const STRUCTURED_KEY = "dossier/structured";

/** One call of the protocol. */
export interface McpCall extends Pick<McpParts, "service" | "sessionOf" | "hostSession"> {
  readonly signal: AbortSignal;
  readonly context: ServerContext;
}

/**
 * Returns the signal that aborts a call: at `notifications/cancelled`, and over HTTP also when the
 * client disconnects.
 */
export function callSignal({ mcpReq, http }: ServerContext): AbortSignal {
  const request = http?.req?.signal;
  return request === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, request]);
}

/** Returns true when a call requests structured content. */
export function wantsStructuredContent({ mcpReq }: ServerContext): boolean {
  return fitToSchema(mcpReq._meta?.[STRUCTURED_KEY], { type: "boolean" }) === true;
}

/** Returns the `session_id` in the `_meta` of a request, or undefined. */
export function requestedSession({ mcpReq }: ServerContext): string | undefined {
  const named = mcpReq._meta?.["session_id"];
  return named === undefined ? undefined : (toSchema(SESSION_FIELD).parse(named) as string);
}

/** Returns the code of an error and its sentence on one line, no matter which names it contains. */
export function formatToolFailure(error: unknown): string {
  if (isContextError(error)) return `${error.code}: ${escapeControls(error.message)}`;
  const message = error instanceof Error ? error.message : String(error);
  return `internal: Unexpected error, please report it: ${escapeControls(message)}`;
}

/**
 * Waits for the first index of a tree, or for its first comparison since the start, and reports the
 * progress to a client that requested it. An answer also waits for this, but without reports.
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
  let notified = Promise.resolve();
  await service.call("index", request, {
    signal,
    onProgress({ files, totalFiles, chunks, embedding }) {
      const done = embedding === undefined ? 0 : embedding.embedded / Math.max(embedding.total, 1);
      // The protocol requires each number to be higher than the one before.
      const progress = Math.max(files + done, last);
      if (progress === last) return;
      last = progress;
      const message = `Indexed ${files} of ${totalFiles} files, ${chunks} chunks`;
      const params = { progressToken, progress, total: totalFiles + 1, message };
      notified = mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  });
  await notified;
}

type ArgumentSchema<T> = StandardSchemaWithJSON<T, T>;

/** Limits of texts, far above what a model writes. */
const TEXT_KEYWORDS = ["minLength", "maxLength", "pattern"] as const;

/**
 * Returns a schema for the arguments of a tool or a prompt from a zod schema. It also accepts the
 * other types that hosts write. See {@link fitToSchema}.
 *
 * Its JSON Schema is built once, as a server is created for each request. It is as short as
 * possible, as a model pays for every word: it has no dialect, as MCP has only one, no bounds that
 * all whole numbers keep, and no limits that a sensible text keeps anyway. Omitted limits are
 * validated all the same.
 */
export function toLenientSchema<T>(schema: z.ZodType<T>): ArgumentSchema<T> {
  let shown: Record<string, unknown> | undefined;
  const buildShown = () => shown ??= showSchema(schema);
  // This one includes the schemas of fields that are shown in words only.
  let fullSchema: FittedSchema | undefined;
  const buildFullSchema = () =>
    fullSchema ??= z.toJSONSchema(schema, { io: "output" }) as FittedSchema;
  const { validate } = schema["~standard"];
  return {
    "~standard": {
      version: 1,
      vendor: "zod",
      validate: (value) =>
        validate(fitToSchema(value, buildFullSchema())) as Awaited<
          ReturnType<ArgumentSchema<T>["~standard"]["validate"]>
        >,
      jsonSchema: { input: buildShown, output: buildShown },
    },
  };
}

function showSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    // A later version may have further fields.
    io: "input",
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      for (const keyword of TEXT_KEYWORDS) delete jsonSchema[keyword];
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return shown;
}
