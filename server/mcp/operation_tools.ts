import type { JsonObject } from "@dossier/core/json";
import { isContextError } from "@dossier/core/errors";
import type { McpBinding, RequestField, ToolCall } from "@dossier/retrieval/operation";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { ALL_OPERATIONS } from "../operations/all/mod.ts";
import { refuseRequest } from "../problem/mod.ts";
import { toFieldSchemas } from "../schema/mod.ts";
import { findServedRoot } from "../service/mod.ts";
import { fitLines } from "./fit_lines.ts";
import { READ_TOOL } from "./read_tool.ts";
import { omittedUri, recordUri } from "./resource_uri.ts";
import {
  buildFirstIndex,
  callSignal,
  formatToolFailure,
  type McpCall,
  type McpParts,
  requestedSession,
  toLenientSchema,
  wantsStructuredContent,
} from "./tool.ts";

/** Name of a tree, described in fewer words than elsewhere, as every tool has it. */
const ROOT: RequestField = {
  kind: "text",
  min: 1,
  max: 1024,
  help: "Name of the root, when several are served",
};

/** Tool of the server: that of an operation, or one of the protocol. */
export interface McpTool extends Omit<McpBinding, "name" | "answer"> {
  readonly name: string;
  // deno-lint-ignore no-explicit-any
  answer(request: any, call: ToolCall, mcp: McpCall): ReturnType<McpBinding["answer"]>;
}

/** All tools, sorted by name, which is the order that hosts see. */
const TOOLS: readonly McpTool[] = [
  ...ALL_OPERATIONS.flatMap(({ name, mcp }): McpTool[] =>
    mcp === undefined ? [] : [{ ...mcp, name: mcp.name ?? name }]
  ),
  READ_TOOL,
].toSorted((a, b) => a.name < b.name ? -1 : 1);

/**
 * Definitions of the tools for the SDK. They are built once, as a server is created for each
 * request.
 */
const CONFIGS = TOOLS.map(({ description, fields, isReadOnly }) => ({
  description,
  annotations: isReadOnly
    ? { readOnlyHint: true, openWorldHint: false }
    : { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  inputSchema: toLenientSchema(
    z.strictObject(toFieldSchemas({ ...fields, root: fields["root"] ?? ROOT }, { isShown: true })),
  ),
}));

/** Registers all tools with a server. */
export function registerTools(server: McpServer, { onFailure, ...parts }: McpParts): void {
  for (const [at, tool] of TOOLS.entries()) {
    server.registerTool(
      tool.name,
      CONFIGS[at]!,
      async (request, context): Promise<CallToolResult> => {
        const signal = callSignal(context);
        const mcp = { ...parts, signal, context };
        try {
          const { text, notice, structured } = await tool.answer(request, toToolCall(mcp), mcp);
          const texts = notice === undefined ? [text] : [text, notice];
          return {
            content: texts.map((text) => ({ type: "text", text })),
            ...(wantsStructuredContent(context) && { structuredContent: { ...structured } }),
          };
        } catch (error) {
          // The result of a cancelled call is not needed.
          if (signal.aborted) throw error;
          if (!isContextError(error)) onFailure(error);
          return { content: [{ type: "text", text: formatToolFailure(error) }], isError: true };
        }
      },
    );
  }
}

/** Returns the context of a call for a tool. */
function toToolCall(mcp: McpCall): ToolCall {
  const { service, signal, context, sessionOf, hostSession } = mcp;
  const call: ToolCall = {
    roots: service.roots,
    findRoot: (named) => findServedRoot(service.roots, named),
    callOperation: async <Answer>(operation: string, request: object) =>
      await service.call(operation, request, { signal }) as Answer,
    buildFirstIndex: (root) => buildFirstIndex(root === undefined ? {} : { root }, mcp),
    deliverySession: (named) => hostSession((context.mcpReq._meta ?? {}) as JsonObject) ?? named,
    readingSession: (named, root) => named ?? requestedSession(context) ?? sessionOf(root),
    recordUri,
    omittedUri,
    fitLines,
    refuse(problem) {
      throw refuseRequest(problem);
    },
    formatFailure: formatToolFailure,
    statusParts: async (root, session) => {
      const request = { root, session };
      const parts = ALL_OPERATIONS.map((each) => each.readStatusPart?.(request, call));
      return (await Promise.all(parts)).filter((part) => part !== undefined);
    },
  };
  return call;
}
