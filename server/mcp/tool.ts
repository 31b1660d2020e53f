import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { ROOT_NAME, SESSION_FIELD } from "../schema/mod.ts";
import type { Service } from "../service/mod.ts";

/** Most tokens of one answer. Claude Code warns at 10,000 and refuses at 25,000 by default. */
export const MAX_SENT_TOKENS = 8000;

/** The name of a tree, in fewer words than elsewhere as every tool has it. */
export const ROOT_FIELD: z.ZodString = ROOT_NAME.describe("Which root, where several are served");

/** The names that a model guesses; `parseNames` has their limits. */
export const GUESSED_NAMES_FIELD = z.exactOptional(z.array(z.string()));

/** The parts that handlers of tools and resources work with. */
export interface McpParts {
  readonly service: Service;
  /** Told of unforeseen errors; the client is told in any case. */
  readonly onFailure: (error: unknown) => void;
  /** Returns the session that reads of a tree count for, where the connection is one. */
  readonly sessionOf: (root: string) => string | undefined;
}

/**
 * The answer of a tool. Hosts hand a model either the text or the structured content and not both
 * (Claude Code and Codex the latter, others the former), so that each of them says all of it.
 */
export interface ToolAnswer {
  readonly text: string;
  /** As the tool's output schema has it. */
  readonly structured: object;
  /** Resources that hold more. */
  readonly links?: readonly { readonly uri: string; readonly name: string }[];
}

/** A tool: its words for the model, its schemas, and its answer to a call. */
interface Tool<Input> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType;
  readonly annotations: ToolAnnotations;
  /** Returns the answer; an error becomes a failure with our sentence after its code. */
  answer(request: Input, call: ToolCall): Promise<ToolAnswer>;
}

/** One call of a tool. */
export interface ToolCall extends Pick<McpParts, "service" | "sessionOf"> {
  readonly signal: AbortSignal;
  readonly context: ServerContext;
}

/** Returns a function that registers a tool with a server, as often as a server is made. */
export function defineTool<Input>(tool: Tool<Input>): (server: McpServer, parts: McpParts) => void {
  const { name, description, annotations } = tool;
  const config = {
    ...{ description, annotations },
    inputSchema: toToolSchema(tool.input),
    outputSchema: toToolSchema(tool.output) as StandardSchemaWithJSON<object, object>,
  };
  return (server, { onFailure, ...parts }) =>
    void server.registerTool(name, config, async (request, context): Promise<CallToolResult> => {
      const signal = callSignal(context);
      try {
        const answer = await tool.answer(request, { ...parts, signal, context });
        const links = answer.links?.map((link) => ({ type: "resource_link" as const, ...link }));
        return {
          content: [{ type: "text", text: answer.text }, ...links ?? []],
          structuredContent: { ...answer.structured },
        };
      } catch (error) {
        // Nobody waits for the result of a call that is cancelled.
        if (signal.aborted) throw error;
        if (!isContextError(error)) onFailure(error);
        return { content: [{ type: "text", text: tellFailure(error) }], isError: true };
      }
    });
}

/**
 * Returns the signal that ends a call: of `notifications/cancelled`, and of the client's connection where
 * the call came over HTTP.
 */
export function callSignal({ mcpReq, http }: ServerContext): AbortSignal {
  const request = http?.req?.signal;
  return request === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, request]);
}

/** Returns the session that a request names as `session_id` of its `_meta`, if it does. */
export function calledSession({ mcpReq }: ServerContext): string | undefined {
  const named = mcpReq._meta?.["session_id"];
  return named === undefined ? undefined : SESSION_FIELD.parse(named);
}

/** Returns the code of an error and its sentence, on one line whatever names are in it. */
export function tellFailure(error: unknown): string {
  if (isContextError(error)) return `${error.code}: ${escapeControls(error.message)}`;
  const message = error instanceof Error ? error.message : String(error);
  return `internal: This should not happen, please report it: ${escapeControls(message)}`;
}

/**
 * Builds the index of a tree that has none and tells the client how far it is, when the client has asked
 * to be told. An answer builds it too, but silently.
 */
export async function buildFirstIndex(
  request: { readonly root?: string },
  { service, signal, context: { mcpReq } }: ToolCall,
): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const { updatedAt } = await service.status(request, { signal });
  if (updatedAt !== undefined) return;
  let last = 0;
  let told = Promise.resolve();
  await service.index(request, {
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

type ToolSchema<T> = StandardSchemaWithJSON<T, T>;

type Result<T> = Awaited<ReturnType<ToolSchema<T>["~standard"]["validate"]>>;

/** Limits of texts, far from what a model writes. */
const TEXT_KEYWORDS = ["minLength", "maxLength", "pattern"] as const;

/**
 * Returns a schema for a tool from a zod schema. Its JSON Schema is made once, as a server is made for each
 * request, and says no more than it must, as a model pays for every word: no dialect, as MCP has one only,
 * no bounds that all whole numbers have, and nothing that a sensible text keeps by itself. What is not
 * shown is validated all the same.
 */
function toToolSchema<T>(schema: z.ZodType<T>): ToolSchema<T> {
  let shown: Record<string, unknown> | undefined;
  const show = () => shown ??= showSchema(schema);
  const { validate } = schema["~standard"];
  return {
    "~standard": {
      version: 1,
      vendor: "zod",
      validate: (value) => validate(value) as Result<T> | Promise<Result<T>>,
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
