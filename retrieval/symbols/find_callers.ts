import type { LineRange, SymbolDefinition } from "@dossier/core";
import { isTestPath } from "@dossier/core/rank";
import { CERTAINTIES, type Certainty } from "@dossier/core/structure";
import { findUses, type FindUsesOptions, type FoundUses, type SymbolUse } from "./find_uses.ts";
import { findRemovedUses, findTextUses } from "./find_text_uses.ts";
import type { Resolver } from "./resolver/resolver.ts";
import { SyntaxFile } from "./syntax_file.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import type { TextFile } from "./text_file.ts";

/** A definition as lines of its file. */
export interface CodeRange extends LineRange {
  readonly path: string;
  readonly language: string;
  /** SHA-256 of the bytes that were indexed, hexadecimal. */
  readonly documentHash: string;
  /** The definition's name, dotted when nested; empty outside of any. */
  readonly symbol: string;
}

/** A definition that calls or uses another one. */
export interface FoundCaller extends CodeRange {
  /** The lines of the uses, 1-based and ascending. */
  readonly lines: readonly number[];
  /** How it is used first; a call before other uses. */
  readonly kind: SymbolUse["kind"];
  /** That of all these uses. */
  readonly certainty: Certainty;
}

/** What is found of the callers of a definition. */
export interface FoundCallers
  extends Pick<FoundUses, "unread" | "unlisted" | "elsewhere" | "outside"> {
  /** The certain and the likely ones: code before tests, the surest first, then by path and line. */
  readonly callers: readonly FoundCaller[];
  /** Definitions with uses of the name of which no more is known. */
  readonly nameOnly: readonly FoundCaller[];
  /** Imports of the definition that are certain. */
  readonly imports: readonly SymbolUse[];
  /** Whether the language has a grammar, so that names are resolved. */
  readonly isResolved: boolean;
}

/** Returns the definitions that call or use a definition. */
export async function findCallers(
  resolver: Resolver,
  target: SymbolTarget,
  options: FindUsesOptions,
): Promise<FoundCallers> {
  const { files } = resolver;
  const isResolved = await files.canParse(target.language);
  const isRemoved = target.isRemoved === true;
  const find = !isResolved ? findTextUses : isRemoved ? findRemovedUses : findUses;
  const { uses, ...unread } = await find(resolver, target, options);
  // What it calls itself is no caller.
  const isOwn = ({ path, line }: SymbolUse) =>
    !isRemoved && path === target.path && line >= target.startLine && line <= target.endLine;
  const others = uses.filter((use) => !isOwn(use));
  const paths = [...new Set(others.map(({ path }) => path))];
  const texts = new Map<string, TextFile>([
    ...await files.readAll(paths),
    ...isResolved ? await files.openAll(paths) : [],
  ]);
  const groups = Map.groupBy(
    others.filter(({ kind }) => kind !== "import"),
    (use) => keyOf(use, findContainer(texts.get(use.path), use.line)),
  );
  const all = [...groups.values()].flatMap((group): FoundCaller[] => {
    const file = texts.get(group[0]!.path);
    return file === undefined ? [] : toCallers(file, group);
  }).sort(compareCallers);
  return {
    callers: all.filter(({ certainty }) => certainty !== "name only"),
    nameOnly: all.filter(({ certainty }) => certainty === "name only"),
    imports: others.filter(({ kind }) => kind === "import"),
    ...unread,
    isResolved,
  };
}

/** Orders callers: code before tests, the surest first, calls before uses, then by path and line. */
export function compareCallers(a: FoundCaller, b: FoundCaller): number {
  return Number(isTestPath(a.path)) - Number(isTestPath(b.path)) ||
    CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty) ||
    Number(a.kind === "use") - Number(b.kind === "use") ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine);
}

function keyOf({ path, line }: SymbolUse, range: SymbolDefinition | undefined): string {
  return `${path}\0${range === undefined ? `line ${line}` : range.startLine}`;
}

/** Returns a caller for each degree of certainty of the uses in one definition. */
function toCallers(file: TextFile, uses: readonly SymbolUse[]): FoundCaller[] {
  return [...Map.groupBy(uses, ({ certainty }) => certainty).values()].map((group) => {
    const { path, language, hash } = file;
    const lines = [...new Set(group.map(({ line }) => line))].sort((a, b) => a - b);
    const range = findContainer(file, lines[0]!);
    const best = group.find(({ kind }) => kind !== "use") ?? group[0]!;
    return {
      path,
      language,
      documentHash: hash,
      lines,
      startLine: range?.startLine ?? lines[0]!,
      endLine: range?.endLine ?? lines.at(-1)!,
      symbol: range === undefined ? "" : qualifiedName(range),
      kind: best.kind,
      certainty: best.certainty,
    };
  });
}

/** Returns the innermost definition around a line that something can be in. */
function findContainer(file: TextFile | undefined, line: number): SymbolDefinition | undefined {
  return file?.definitions.findLast((one) =>
    line >= one.startLine && line <= one.endLine && isContainer(file, one)
  );
}

/** Lines from the start of a definition in which its own name stands. */
const HEAD_LINES = 6;

/** Returns whether calls can be in a definition, and its name is declared there, as far as there is a tree. */
function isContainer(file: TextFile, { name, kind, startLine }: SymbolDefinition): boolean {
  if (kind === "variable" || kind === "field" || kind === "heading") return false;
  if (!(file instanceof SyntaxFile)) return true;
  return file.listDeclarations(name)
    .some(({ line }) => line >= startLine && line < startLine + HEAD_LINES);
}

/** Returns the name of a definition with what it is in, dotted. */
export function qualifiedName(
  { name, container }: Pick<SymbolDefinition, "name" | "container">,
): string {
  return container === undefined ? name : `${container}.${name}`;
}
