import { escapeControls } from "@dossier/core/escape";
import { describeRest, READ_INPUT, READ_OUTPUT, readTarget } from "./read_target.ts";
import { defineTool } from "./tool.ts";

/** Registers the tool that reads lines of a file, a record or a log. */
export const registerReadTool = defineTool({
  name: "read",
  description: "Reads lines of a file, or of what a dossier:// URI in another result names. Use " +
    "it after search, and with startLine set to nextLine, and startColumn to nextColumn, to go " +
    "on where an answer ended.",
  input: READ_INPUT,
  output: READ_OUTPUT,
  annotations: { readOnlyHint: true, openWorldHint: false },
  async answer(request, { service, signal }) {
    const read = await readTarget(request, { service, signal });
    const { name, startLine, endLine, lineCount, text } = read;
    const rest = describeRest(read);
    const head = `${escapeControls(name)}, lines ${startLine}-${endLine} of ${lineCount}`;
    return { text: `${head}${rest === undefined ? "" : `, ${rest}`}\n\n${text}`, structured: read };
  },
});
