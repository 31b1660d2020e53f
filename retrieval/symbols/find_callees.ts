import { findDefiningDocuments } from "../index/mod.ts";
import type { LineRange } from "@dossier/core";
import { areRelatedLanguages, isCommonMember } from "@dossier/core/calls";
import { omitUndefined } from "@dossier/core/text";
import { findDeclaration, type FindUsesOptions } from "./find_uses.ts";
import { type CodeRange, qualifiedName } from "./find_callers.ts";
import type { Certainty } from "@dossier/core/structure";
import { canMeanKind, type DeclaredMeaning, listDeclared } from "./resolver/meaning.ts";
import type { Resolver } from "./resolver/resolver.ts";
import type { Occurrence, SyntaxFile } from "./syntax_file.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import type { TextFile } from "./text_file.ts";

/** Definition that another one calls. */
export interface Callee extends CodeRange {
  /** Lines of the calls, 1-based and ascending. */
  readonly lines: readonly number[];
  readonly certainty: Certainty;
}

/** Callees of a definition. */
export interface FoundCallees {
  /** Callees, in the order of their first calls. */
  readonly callees: readonly Callee[];
  /** Called names that cannot be resolved, in the order of the text, each with its first line. */
  readonly unresolved: readonly { readonly name: string; readonly line: number }[];
  /** First line that was not read because of the deadline. */
  readonly unreadFrom?: number;
  /** True when the language has a grammar. */
  readonly isResolved: boolean;
}

/** Maximum number of definitions of an unresolved name that are considered. */
const MAX_MEANINGS = 20;

const NAME_REGEXP = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * Returns the definitions that a definition calls.
 *
 * @param options.deadline Time at which resolving stops, by `performance.now()`.
 */
export async function findCallees(
  resolver: Resolver,
  target: SymbolTarget,
  { deadline }: Pick<FindUsesOptions, "deadline">,
): Promise<FoundCallees> {
  const { files } = resolver;
  const { path, name } = target;
  const file = await files.open(path);
  const declaration = file && findDeclaration(file, target);
  if (file === undefined || declaration === undefined) {
    return await findTextCallees(resolver, target);
  }
  const [start, end] = [file.offsetOf(target.startLine), file.offsetOf(target.endLine + 1)];
  const found = new Map<string, Callee>();
  const unresolved = new Map<string, number>();
  let unreadFrom: number | undefined;
  for (const occurrence of file.walkNames(start, end)) {
    const { node, line, use } = occurrence;
    if (performance.now() > deadline) {
      unreadFrom = line;
      break;
    }
    if (
      use.is !== "used" || use.useKind === "use" || node.text === name && line === target.startLine
    ) {
      continue;
    }
    const meaning = await resolver.meaningOf(file, node);
    if (meaning?.is === "foreign" || meaning?.is === "module") continue;
    const certainty = meaning === undefined ? "likely" : "certain";
    const declared = meaning ?? await findOnlyDefinition(resolver, occurrence, file);
    if (declared === undefined) {
      if (!unresolved.has(node.text)) unresolved.set(node.text, line);
    } else {
      addCallee(found, {
        declared: await resolver.members.findDefinition(declared),
        line,
        certainty,
        target,
      });
    }
  }
  return {
    callees: [...found.values()],
    unresolved: [...unresolved].map(([name, line]) => ({ name, line })),
    ...omitUndefined({ unreadFrom }),
    isResolved: true,
  };
}

function addCallee(
  found: Map<string, Callee>,
  { declared, line, certainty, target }: {
    readonly declared: DeclaredMeaning;
    readonly line: number;
    readonly certainty: Certainty;
    readonly target: SymbolTarget;
  },
): void {
  const { file, declaration } = declared;
  const { use, node } = declaration;
  // A declaration inside of the definition is part of it.
  const isWithin = file.path === target.path && declaration.line >= target.startLine &&
    declaration.line <= target.endLine;
  if (isWithin || use.kind === "value" && use.owner === undefined && use.scope?.parent !== null) {
    return;
  }
  const range = file.definitions.find((one) =>
    one.name === node.text && declaration.line >= one.startLine && declaration.line <= one.endLine
  );
  const place = range ?? { startLine: declaration.line, endLine: declaration.line };
  const key = `${file.path}\0${place.startLine}`;
  const known = found.get(key);
  found.set(key, {
    ...placeOf(file, place),
    symbol: range === undefined ? node.text : qualifiedName(range),
    lines: [...new Set([...known?.lines ?? [], line])],
    certainty: known?.certainty ?? certainty,
  });
}

function placeOf(
  { path, language, hash }: TextFile,
  { startLine, endLine }: LineRange,
): Omit<CodeRange, "symbol"> {
  return { path, language, documentHash: hash, startLine, endLine };
}

/** Returns the only possible definition of a name with an unknown receiver. */
async function findOnlyDefinition(
  resolver: Resolver,
  { node, use }: Occurrence,
  { language }: SyntaxFile,
): Promise<DeclaredMeaning | undefined> {
  if (use.is !== "used" || isCommonMember(node.text)) return undefined;
  const paths = await resolver.defining.list(node.text);
  if (paths.length === 0 || paths.length > MAX_MEANINGS) return undefined;
  const isMember = use.receiver !== undefined;
  let only: DeclaredMeaning | undefined;
  // Sequential: most names with several files have a second definition in one of the first files.
  for (const path of paths) {
    const file = (await resolver.files.openAll([path], node.text)).get(path);
    if (file === undefined || !areRelatedLanguages(file.language, language)) continue;
    for (const one of listDeclared(file, node.text)) {
      const { use: own } = one.declaration;
      const isMeant = canMeanKind(use, own.kind) &&
        (isMember ? own.owner !== undefined : own.scope?.parent === null);
      if (!isMeant) continue;
      if (only !== undefined) return undefined;
      only = one;
    }
  }
  return only;
}

/** Returns the definitions that are named in a definition, each the only one of its name. */
async function findTextCallees(resolver: Resolver, target: SymbolTarget): Promise<FoundCallees> {
  const { files } = resolver;
  const file = (await files.readAll([target.path])).get(target.path);
  if (file === undefined) return { callees: [], unresolved: [], isResolved: false };
  const [start, end] = [file.offsetOf(target.startLine), file.offsetOf(target.endLine + 1)];
  const code = file.code.slice(start, end);
  const lineOf = new Map<string, number>();
  for (const { 0: name, index } of code.matchAll(NAME_REGEXP)) {
    if (name !== target.name && !lineOf.has(name)) lineOf.set(name, file.lineAt(start + index));
  }
  const defining = await findDefiningDocuments(files.reader, [...lineOf.keys()]);
  const callees: Callee[] = [];
  for (const [name, line] of lineOf) {
    const related = (defining.get(name) ?? []).filter(({ language }) =>
      areRelatedLanguages(language, target.language)
    );
    if (related.length !== 1) continue;
    const other = (await files.readAll([related[0]!.path])).get(related[0]!.path);
    const ranges = other?.definitions.filter((one) => one.name === name) ?? [];
    const [range] = ranges;
    if (other === undefined || range === undefined || ranges.length > 1) continue;
    callees.push({
      ...placeOf(other, range),
      symbol: qualifiedName(range),
      lines: [line],
      certainty: "likely",
    });
  }
  return { callees, unresolved: [], isResolved: false };
}
