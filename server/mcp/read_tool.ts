import type { McpServer } from "@modelcontextprotocol/server";
import { escapeControls } from "@dossier/core/escape";
import * as z from "zod";
import { FILE_PATH, LINE_FIELD } from "../schema/mod.ts";
import { answerTool, callSignal, type McpParts, ROOT_FIELD, toToolSchema } from "./tool.ts";
import { describeRest, readTarget } from "./read_target.ts";

const INPUT = toToolSchema(z.strictObject({
  path: FILE_PATH.describe("Path relative to the root, or a dossier:// URI"),
  startLine: z.exactOptional(LINE_FIELD),
  startColumn: z.exactOptional(LINE_FIELD).describe("Where a line was cut"),
  endLine: z.exactOptional(LINE_FIELD).describe("Inclusive"),
  root: z.exactOptional(ROOT_FIELD),
}));

const OUTPUT = toToolSchema(z.object({
  name: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  lineCount: z.int(),
  nextLine: z.exactOptional(z.int()).describe("Where to go on"),
  nextColumn: z.exactOptional(z.int()),
  text: z.string(),
}));

/** Registers the tool that reads lines of a file, a record or a log. */
export function registerReadTool(server: McpServer, { service, onFailure }: McpParts): void {
  server.registerTool("read", {
    description:
      "Reads lines of a file, or of what a dossier:// URI in another result names. Use " +
      "it after search, and with startLine set to nextLine, and startColumn to nextColumn, to go " +
      "on where an answer ended.",
    inputSchema: INPUT,
    outputSchema: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
  }, (request, call) => {
    const signal = callSignal(call);
    return answerTool(async () => {
      const read = await readTarget(request, { service, signal });
      const { name, startLine, endLine, lineCount, text } = read;
      const rest = describeRest(read);
      const head = `${escapeControls(name)}, lines ${startLine}-${endLine} of ${lineCount}`;
      return {
        text: `${head}${rest === undefined ? "" : `, ${rest}`}\n\n${text}`,
        structured: read,
      };
    }, { signal, onFailure });
  });
}
