import type { CallToolResult } from "@modelcontextprotocol/server";
import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import type { McpParts } from "./call.ts";

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
