import { escapeControls } from "@dossier/core/escape";
import { STRUCTURE_KINDS } from "@dossier/core/structure";
import { countSent } from "@dossier/core/text";
import * as z from "zod";
import { STRUCTURE_LIMITS, STRUCTURE_TARGETS } from "../schema/mod.ts";
import { fitLines } from "./fit_lines.ts";
import { buildFirstIndex, defineTool, MAX_SENT_TOKENS, ROOT_FIELD } from "./tool.ts";

/** Most tokens of a text: with these, what is sent as JSON seldom has to be cut. */
const MAX_TOKENS = 6000;

/** Kept free for numbers, and for the line that says that more is left out. */
const REST_TOKENS = 100;

/** Most tokens of all notes. */
const MAX_NOTE_TOKENS = 2000;

/** Registers the tool that answers questions about the structure of the code. */
export const registerStructureTool = defineTool({
  name: "structure",
  description:
    "Definitions with lines and signatures. map: the most telling of a folder or the whole tree, by file, to " +
    "begin with; outline: of files; callers, callees, tests, impact: of a symbol, such as add, Queue.add or " +
    "path#add; paths: calls from one to another; related: like that at path:line, or changed with it.",
  input: z.strictObject({
    kind: z.enum(STRUCTURE_KINDS),
    targets: z.exactOptional(STRUCTURE_TARGETS)
      .describe("Folder or none; files; symbols; path:line"),
    diff: STRUCTURE_LIMITS.diff.describe("For tests, impact: changes since this git revision"),
    depth: STRUCTURE_LIMITS.depth.describe("Most calls between"),
    all: STRUCTURE_LIMITS.all.describe("Unsure callers, too"),
    budget: z.exactOptional(z.int().min(0).max(MAX_TOKENS)).describe("Most tokens"),
    root: z.exactOptional(ROOT_FIELD),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async answer(request, call) {
    await buildFirstIndex(request, call);
    const { service, signal } = call;
    const { text: told, budget, omitted, notes } = await service.structure(request, { signal });
    const noted = fitLines(
      notes.map(({ message }) => `Note: ${escapeControls(message)}`),
      MAX_NOTE_TOKENS,
    );
    const lines = told.split("\n");
    const shown = fitLines(lines, MAX_SENT_TOKENS - REST_TOKENS - countSent(noted.text));
    const more = lines.length - shown.count;
    const text = [
      ...(shown.text === "" ? [] : [shown.text]),
      ...(more > 0 ? [`${more} more lines are left out: give a smaller budget`] : []),
      ...(notes.length === 0 ? [] : [noted.text]),
    ].join("\n");
    return { text, structured: { text, tokens: budget.used, omitted } };
  },
});
