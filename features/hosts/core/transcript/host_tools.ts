/**
 * Which files a call of a tool reads, edits or searches, and which tools are dossier's own.
 *
 * @module
 */
import type { LineRange } from "@dossier/core/fragment";
import { readToolEffect } from "../host/tool_effect.ts";
import { type JsonObject, parseJsonObject } from "@dossier/core/json";
import { present } from "@dossier/core/present";
import type { FileTouch } from "./transcript_event.ts";
import { listPatchTouches, listShellTouches } from "./shell_touches.ts";
import { type JsonField, stringOf } from "../hosts/mod.ts";

/** The command in a call of a program's `tools.exec_command({ cmd: "…" })`. */
const COMMAND_REGEXP = /\bcmd\s*:\s*("(?:\\.|[^"\\])*"|`[^`]*`)/g;

/** Tools of a server of dossier, under whatever name it is entered: `mcp__dossier__context`. */
const OWN_TOOL_REGEXP = /^mcp__[^_]*dossier.*?__(\w+)$/;
/** Those whose answer is a bundle. */
const GIVING_TOOLS: ReadonlySet<string | undefined> = new Set(["context", "need"]);

/** Returns whether a tool is one of dossier's own whose output is context that it gives. */
export function isGivingTool(tool: string): boolean {
  return GIVING_TOOLS.has(OWN_TOOL_REGEXP.exec(tool)?.[1]);
}

/** What a tool of dossier has answered with. */
interface OwnAnswer {
  readonly text: string;
  /** Of the file that it read. */
  readonly lines?: LineRange;
}

/**
 * Returns the answer of a tool of dossier, which hosts keep as a line of JSON with words of their own around;
 * undefined for other tools and what is none.
 */
export function readOwnAnswer(tool: string, output: string): OwnAnswer | undefined {
  if (!OWN_TOOL_REGEXP.test(tool)) return undefined;
  for (const line of output.split("\n")) {
    const { text, startLine, endLine } = line.startsWith("{") ? parseJsonObject(line) ?? {} : {};
    if (typeof text !== "string") continue;
    return typeof startLine === "number" && typeof endLine === "number"
      ? { text, lines: { startLine, endLine } }
      : { text };
  }
  return undefined;
}

/** Returns whether a tool runs commands, of which some may have worked when the last one failed. */
export function isShellTool(tool: string): boolean {
  const does = readToolEffect({ name: tool, input: {} })?.does;
  return does === "run" || does === "script";
}

/**
 * Returns the files that a call is about, with their paths as they are written there; none for tools that
 * are not known.
 *
 * @param tool Its name.
 * @param input What it was called with.
 */
export function listTouches(tool: string, input: JsonObject): readonly FileTouch[] {
  const [, own] = OWN_TOOL_REGEXP.exec(tool) ?? [];
  if (GIVING_TOOLS.has(own)) return [];
  const name = own === undefined || own === "read" ? own ?? tool : "grep";
  const { does, paths, command = "", folder } = readToolEffect({ name, input }) ?? { paths: [] };
  switch (does) {
    case "run":
      return listShellTouches(command, folder);
    case "script": {
      const script = stringOf(input["input"]) ?? "";
      const commands = [...script.matchAll(COMMAND_REGEXP)].map(([, text]) => readLiteral(text!));
      return [...listPatchTouches(script), ...commands.flatMap((text) => listShellTouches(text))];
    }
    case "search":
      return [{ path: paths[0] ?? ".", action: does }];
    case "read": {
      const lines = linesOf(input["offset"], input["limit"]);
      return paths.map((path) => present({ path, action: does, lines }));
    }
    default:
      return paths.map((path) => ({ path, action: "edit" }));
  }
}

/** Returns the text of a literal of JavaScript. */
function readLiteral(literal: string): string {
  return stringOf(parseJsonObject(`{"text":${literal}}`)?.["text"]) ?? literal.slice(1, -1);
}

function linesOf(offset: JsonField, limit: JsonField) {
  if (typeof offset !== "number" && typeof limit !== "number") return undefined;
  const startLine = typeof offset === "number" ? Math.max(1, offset) : 1;
  return { startLine, endLine: typeof limit === "number" ? startLine + limit - 1 : Infinity };
}
