import { detectLanguage } from "@dossier/core/language";
import type { SessionEvent } from "@dossier/core/metrics";
import { outlineSymbols } from "@dossier/core/outline";
import type { MinedFile } from "./proposal.ts";

/** Minimum number of UTF-16 code units of a line that locates an edit. */
const MIN_LINE = 8;

/** The start of a definition, in most languages. */
export const DEFINITION_REGEXP: RegExp = new RegExp(
  "^([ \\t]*)(?:(?:export|default|async|pub(?:\\([^)]*\\))?|public|private|protected|static|final|abstract)\\s+)*" +
    "(?:def|class|function\\*?|fn|func|interface|struct|enum|trait|module|type)\\s+(?:\\([^)]*\\)\\s*)?" +
    "([A-Za-z_$][\\w$]*)",
);

/** Returns the first successful edit of each file, as its call. */
export function listFirstEdits(events: readonly SessionEvent[]): ReadonlyMap<string, SessionEvent> {
  const calls = new Map<string, SessionEvent>();
  const edits = new Map<string, SessionEvent>();
  for (const event of events) {
    const { kind, callId = "", failed, touches = [] } = event;
    if (kind === "call") calls.set(callId, event);
    if (kind !== "result" || failed) continue;
    for (const { path, action } of touches) {
      if (action === "edit" && !edits.has(path)) edits.set(path, calls.get(callId) ?? event);
    }
  }
  return edits;
}

/**
 * Returns the definition of an edit, with its container, by the written text and the current file;
 * undefined without one.
 */
export function findEdited(written: string, { path, text }: MinedFile): string | undefined {
  const rows = new Map(text.split("\n").map((line, row) => [line.trimEnd(), row]));
  const found = written.split("\n").map((line) => line.replace(/^\+/, "").trimEnd())
    .filter((line) => line.trim().length >= MIN_LINE)
    .flatMap((line) => rows.get(line) ?? []);
  // An edit often begins with unchanged lines; its middle is nearer to the change.
  const row = found[found.length >> 1];
  if (row === undefined) return undefined;
  const inside = outlineSymbols(text, detectLanguage(path, text).language)
    .filter(({ startLine, endLine }) => startLine <= row + 1 && row + 1 <= endLine);
  const innermost = inside.toSorted((a, b) => b.startLine - a.startLine)[0];
  if (innermost === undefined) return undefined;
  const { name, container } = innermost;
  return container === undefined ? name : `${container}.${name}`;
}

/** Returns the text of each successful edit, in order, with the path as written. */
export function listEdits(
  events: readonly SessionEvent[],
): readonly { readonly path: string; readonly text: string }[] {
  const calls = new Map<string, SessionEvent>();
  return events.flatMap((event) => {
    const { kind, callId = "", failed, touches = [] } = event;
    if (kind === "call") calls.set(callId, event);
    if (kind !== "result" || failed) return [];
    return touches.filter(({ action }) => action === "edit")
      .map(({ path }) => ({ path, text: (calls.get(callId) ?? event).text }));
  });
}
