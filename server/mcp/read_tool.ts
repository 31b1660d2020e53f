import { escapeControls } from "@dossier/core/escape";
import * as z from "zod";
import { FILE_PATH, LINE_FIELD } from "../schema/mod.ts";
import { describeRest, readTarget } from "./read_target.ts";
import { defineTool, ROOT_FIELD } from "./tool.ts";

/** Registers the tool that reads lines of a file, a record or a log. */
export const registerReadTool = defineTool({
  name: "read",
  description: "Reads lines of a file, or of what a dossier:// URI in another result names. Use " +
    "it after search, and with startLine set to nextLine, and startColumn to nextColumn, to go " +
    "on where an answer ended.",
  input: z.strictObject({
    path: FILE_PATH.describe("Path relative to the root, or a dossier:// URI"),
    startLine: z.exactOptional(LINE_FIELD),
    startColumn: z.exactOptional(LINE_FIELD).describe("Where a line was cut"),
    endLine: z.exactOptional(LINE_FIELD).describe("Inclusive"),
    root: z.exactOptional(ROOT_FIELD),
  }),
  output: z.object({
    name: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    lineCount: z.int(),
    nextLine: z.exactOptional(z.int()).describe("Where to go on"),
    nextColumn: z.exactOptional(z.int()),
    text: z.string(),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async answer(request, { service, signal }) {
    const read = await readTarget(request, { service, signal });
    const { name, startLine, endLine, lineCount, text } = read;
    const rest = describeRest(read);
    const head = `${escapeControls(name)}, lines ${startLine}-${endLine} of ${lineCount}`;
    return { text: `${head}${rest === undefined ? "" : `, ${rest}`}\n\n${text}`, structured: read };
  },
});
