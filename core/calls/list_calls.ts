import { type LanguageOrName, profileOf } from "../language/language_table.ts";
import { type Call, classifyName } from "./classify_name.ts";
import { maskLiterals } from "./mask_literals.ts";
import { prepareCalls } from "./prepare_calls.ts";

/** Options of {@link listCalls}. */
export interface ListCallsOptions {
  readonly language: LanguageOrName;
  /** Names to look for. @default all */
  readonly names?: ReadonlySet<string>;
  /** Line of the text's first line, 1-based. @default 1 */
  readonly startLine?: number;
}

/**
 * Returns where a piece of code calls or uses names, in the order of the text: outside of comments and
 * strings, and apart from key words and names that are being defined.
 *
 * It goes by what stands around a name, so what is declared without a key word (`int open(`) or made
 * by a macro can be taken wrongly. A name alone counts as a call where the language can call one that
 * way and what follows looks like an argument.
 *
 * @param text Code, from the start of a line.
 * @returns None when nothing is known of the language.
 *
 * @example
 * ```ts
 * import { listCalls } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const [call] = listCalls("def f(x):\n    return os.path.join(x)  # g()\n", {
 *   language: "python",
 *   names: new Set(["join"]),
 * });
 * assert.deepEqual(call, { name: "join", kind: "call", line: 2, start: 29, qualifier: "os.path" });
 * ```
 */
export function listCalls(
  text: string,
  { language, names, startLine = 1 }: ListCallsOptions,
): readonly Call[] {
  const profile = profileOf(language);
  if (profile?.calls === undefined) return [];
  const known = prepareCalls(profile.calls);
  const masked = maskLiterals(text, profile);
  const found: Call[] = [];
  let line = startLine;
  let lineStart = 0;
  for (const { 0: name, index: start } of masked.matchAll(known.names)) {
    if (names !== undefined && !names.has(name)) continue;
    for (let next = masked.indexOf("\n", lineStart); next >= 0 && next < start;) {
      line++;
      lineStart = next + 1;
      next = masked.indexOf("\n", lineStart);
    }
    const call = classifyName(masked, known, { name, start, lineStart });
    if (call !== undefined) found.push({ name, line, start, ...call });
  }
  return found;
}

/** Returns whether code in one language may call what is defined in the other. */
export function areRelated(
  language: LanguageOrName,
  other: LanguageOrName,
): boolean {
  if (language === other) return true;
  const family = familyOf(language);
  return family !== undefined && family === familyOf(other);
}

function familyOf(language: LanguageOrName): string | undefined {
  const { name, calls } = profileOf(language) ?? {};
  return calls === undefined ? undefined : calls.family ?? name;
}
