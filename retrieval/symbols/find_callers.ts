import type { LineRange, SymbolDefinition } from "@dossier/core";
import { isTestPath } from "@dossier/core/rank";
import { CERTAINTIES, type Certainty } from "@dossier/core/structure";
import { findUses, type FindUsesOptions, type FoundUses, type SymbolUse } from "./find_uses.ts";
import { findRemovedUses, findTextUses } from "./find_text_uses.ts";
import type { Resolver } from "./resolver/resolver.ts";
import { SyntaxFile } from "./syntax_file.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import type { TextFile } from "./text_file.ts";

/** Lines of a definition in its file. */
export interface CodeRange extends LineRange {
  readonly path: string;
  readonly language: string;
  /** SHA-256 of the indexed bytes, in hexadecimal. */
  readonly documentHash: string;
  /** Name of the definition, dotted when nested; empty outside of definitions. */
  readonly symbol: string;
}

/** Definition that calls or uses another one. */
export interface FoundCaller extends CodeRange {
  /** Lines of the uses, 1-based and ascending. */
  readonly lines: readonly number[];
  /** Kind of the first use; calls precede other uses. */
  readonly kind: SymbolUse["kind"];
  /** Certainty of all these uses. */
  readonly certainty: Certainty;
}

/** Callers of a definition. */
export interface FoundCallers
  extends Pick<FoundUses, "unread" | "unlisted" | "otherLanguages" | "outsideReason"> {
  /**
   * Certain and likely callers: code before tests, the most certain first, then by path and line.
   */
  readonly callers: readonly FoundCaller[];
  /** Definitions that use the name, without any other evidence. */
  readonly nameOnly: readonly FoundCaller[];
  /** Certain imports of the definition. */
  readonly imports: readonly SymbolUse[];
  /** True when the language has a grammar, so that names are resolved. */
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
  // A recursive call is not a caller.
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

/**
 * Compares callers: code before tests, the most certain first, calls before uses, then by path and
 * line.
 */
export function compareCallers(a: FoundCaller, b: FoundCaller): number {
  return Number(isTestPath(a.path)) - Number(isTestPath(b.path)) ||
    CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty) ||
    Number(a.kind === "use") - Number(b.kind === "use") ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine);
}

function keyOf({ path, line }: SymbolUse, range: SymbolDefinition | undefined): string {
  return `${path}\0${range === undefined ? `line ${line}` : range.startLine}`;
}

/** Returns one caller for each degree of certainty of the uses in a definition. */
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

/** Returns the innermost definition around a line that can contain calls. */
function findContainer(file: TextFile | undefined, line: number): SymbolDefinition | undefined {
  return file?.definitions.findLast((one) =>
    line >= one.startLine && line <= one.endLine && isContainer(file, one)
  );
}

/** Number of lines from the start of a definition that can contain its name. */
const HEAD_LINES = 6;

/**
 * Returns true when a definition can contain calls and its name is declared at its start. The name
 * is checked only when there is a syntax tree.
 */
function isContainer(file: TextFile, { name, kind, startLine }: SymbolDefinition): boolean {
  if (kind === "variable" || kind === "field" || kind === "heading") return false;
  if (!(file instanceof SyntaxFile)) return true;
  return file.listDeclarations(name)
    .some(({ line }) => line >= startLine && line < startLine + HEAD_LINES);
}

/** Returns the qualified name of a definition, dotted. */
export function qualifiedName(
  { name, container }: Pick<SymbolDefinition, "name" | "container">,
): string {
  return container === undefined ? name : `${container}.${name}`;
}
