import type {
  CallToolResult,
  ServerContext,
  StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { Service } from "../service/mod.ts";
import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import * as z from "zod";
import { ROOT_NAME } from "../schema/mod.ts";

/** What the handlers of tools and resources work with. */
export interface McpParts {
  /** What is asked for answers. */
  readonly service: Service;
  /** Told of what nobody foresaw; the client is told in any case. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Returns the signal that ends a call: of `notifications/cancelled`, and of the client's connection where
 * the call came over HTTP.
 */
export function callSignal({ mcpReq, http }: ServerContext): AbortSignal {
  const request = http?.req?.signal;
  return request === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, request]);
}

/**
 * What a tool has to say. Hosts hand a model either the text or the structured content and not both
 * (Claude Code and Codex the latter, others the former), so that each of them says all of it.
 */
export interface ToolAnswer {
  /** What a model reads. */
  readonly text: string;
  /** The same for programs, as the tool's output schema has it. */
  readonly structured: object;
  /** URIs and names of what holds more. */
  readonly links?: readonly { readonly uri: string; readonly name: string }[];
}

/**
 * Returns the result of a tool: what `answer` says, or a failure with our sentence after its code.
 *
 * @throws {unknown} What `answer` throws once the call is cancelled, as nobody waits for a result.
 */
export async function answerTool(
  answer: () => Promise<ToolAnswer>,
  { signal, onFailure }: { readonly signal: AbortSignal } & Pick<McpParts, "onFailure">,
): Promise<CallToolResult> {
  try {
    const { text, structured, links = [] } = await answer();
    return {
      content: [
        { type: "text", text },
        ...links.map((link) => ({ type: "resource_link" as const, ...link })),
      ],
      structuredContent: { ...structured },
    };
  } catch (error) {
    if (signal.aborted) throw error;
    if (!isContextError(error)) onFailure(error);
    return { content: [{ type: "text", text: tellFailure(error) }], isError: true };
  }
}

/** Returns what went wrong as its code and one sentence, on one line whatever names are in it. */
export function tellFailure(error: unknown): string {
  if (isContextError(error)) return `${error.code}: ${escapeControls(error.message)}`;
  const message = error instanceof Error ? error.message : String(error);
  return `internal: This should not happen, please report it: ${escapeControls(message)}`;
}

/** A schema of a tool's input or output: what validates, and the JSON Schema that hosts are shown. */
type ToolSchema<T> = StandardSchemaWithJSON<T, T>;

/** Limits of texts, far from what a model writes. */
const TEXT_KEYWORDS = ["minLength", "maxLength", "pattern"] as const;

/**
 * Returns a schema for a tool from a zod schema. Its JSON Schema is made once, as a server is made for each
 * request, and says no more than it must, as a model pays for every word: no dialect, as MCP has one only,
 * no bounds that all whole numbers have, and nothing that a sensible text keeps by itself. What is not
 * shown is validated all the same.
 */
export function toToolSchema<T>(schema: z.ZodType<T>): ToolSchema<T> {
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

type Result<T> = Awaited<ReturnType<ToolSchema<T>["~standard"]["validate"]>>;

function showSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    // What is sent: more fields than are named may come in a later version.
    io: "input",
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      for (const keyword of TEXT_KEYWORDS) delete jsonSchema[keyword];
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return shown;
}

/**
 * Builds the index of a tree that has none and tells the client how far it is, when the client has asked
 * to be told. An answer builds it too, but silently.
 */
export async function buildFirstIndex(
  { service }: Pick<McpParts, "service">,
  request: { readonly root?: string },
  context: ServerContext,
): Promise<void> {
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const signal = callSignal(context);
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

/** Most tokens of what is sent at once. Claude Code warns at 10,000 and refuses at 25,000 by default. */
export const MAX_SENT_TOKENS = 8000;

/** Which of the served trees is meant, in fewer words as every tool has it. */
export const ROOT_FIELD: z.ZodString = ROOT_NAME.describe("Which root, where several are served");
