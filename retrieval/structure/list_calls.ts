import type { Note, StructureEntry } from "@dossier/core";
import { RetrievalError } from "../machine/mod.ts";
import {
  type Dependent,
  findCallees,
  findCallers,
  findDependents,
  type FoundDependents,
  isTestCode,
  Resolver,
  type SymbolTarget,
  SyntaxFiles,
  toSymbolTarget,
} from "../symbols/mod.ts";
import { type FoundPlace, isRemoved, listPlaceEntries } from "./list_place_entries.ts";
import { findSymbol, isLineTarget } from "./find_symbol.ts";
import { listChangedSymbols } from "./list_changed_symbols.ts";
import type { StructureLease } from "./outline_files.ts";
import type { CallsKind, FoundStructure, StructureQuestion } from "./question.ts";
import { createCallsText } from "./render_calls.ts";
import {
  formatDependence,
  formatLineNumbers,
  formatUse,
  noteCallees,
  noteUnloaded,
  noteUses,
} from "./format_calls.ts";

/** Maximum number of files that are parsed for the callers of a definition. */
const MAX_FILES = 400;

/** Time after which no further file is parsed, in milliseconds. */
const MAX_MILLISECONDS = 4000;

/**
 * Default maximum number of calls between a definition and its dependents, and on a path from one
 * to another.
 */
const DEPENDENT_DEPTH = 3;
const PATH_DEPTH = 8;

/** Maximum number of definitions in one answer whose callers are searched. */
const MAX_EXPANDED = 150;

/** Question about calls. */
export type CallsQuestion = StructureQuestion & { readonly kind: CallsKind };

/** Subjects of a question about calls. */
interface Subjects {
  readonly entries: readonly StructureEntry[];
  /** Removed definitions. */
  readonly removed: readonly StructureEntry[];
  /** Listed entries of the change itself. */
  readonly changed: readonly StructureEntry[];
  readonly notes: readonly Note[];
}

interface FoundCalls {
  /** Locations, best first. */
  readonly places: readonly FoundPlace[];
  readonly notes: readonly Note[];
}

/**
 * Returns the callers, callees, tests or dependents of definitions, or a call path from one to
 * another.
 *
 * @throws {RetrievalError} As `findSymbol`, and as `listChangedSymbols`.
 */
export async function listCallsOf(
  question: CallsQuestion,
  lease: StructureLease,
): Promise<FoundStructure> {
  const { indexed: { reader, root }, visibility, sources } = lease;
  const { kind, diff } = question;
  const isDiff = diff !== undefined;
  const subjects = isDiff ? await findChanged(diff, kind, lease) : await findNamed(question, lease);
  const all = [...subjects.entries, ...subjects.removed];
  if (all.length === 0 && subjects.changed.length === 0) {
    const since = diff === "" ? "HEAD" : diff;
    const message = `No definition has changed since ${since}`;
    return { entries: [], notes: [{ code: "nothing-found", message }, ...subjects.notes] };
  }
  const deadline = performance.now() + MAX_MILLISECONDS;
  using files = new SyntaxFiles(reader, { root, visibility, sources }, { deadline });
  const found = await find({ ...question, deadline }, subjects, new Resolver(files));
  const entries = await listPlaceEntries(found.places, subjects.changed, lease);
  const [subject] = all;
  return {
    ...(all.length === 1 && !isDiff && subject !== undefined ? { subject } : {}),
    entries,
    notes: [...subjects.notes, ...found.notes, ...noteUnloaded(files.unloaded)],
    ...createCallsText({ kind, subjects: all, isDiff, entries }),
  };
}

async function findNamed(
  { kind, targets = [] }: CallsQuestion,
  lease: StructureLease,
): Promise<Subjects> {
  const entries: StructureEntry[] = [];
  for (const target of targets) {
    const { entry } = await findSymbol(target, lease);
    // The uses of a field do not show its container.
    if (kind !== "callees" && (entry.kind === "field" || entry.kind === "heading")) {
      throw new RetrievalError(
        "invalid-target",
        `Cannot list the users of "${entry.symbol}" as it is a ${entry.kind}: ` +
          "name a function, a method, a type or a constant",
      );
    }
    entries.push(entry);
  }
  return { entries, removed: [], changed: [], notes: [] };
}

/**
 * Returns the definitions that a change affects. Its tests are part of an answer about tests, and
 * all of it of an answer about impact.
 */
async function findChanged(
  revision: string,
  kind: CallsKind,
  lease: StructureLease,
): Promise<Subjects> {
  const { changed, removed, tests, notes } = await listChangedSymbols(revision, lease);
  const toListedEntry = (entry: StructureEntry): StructureEntry => ({
    ...entry,
    depth: 0,
    isTest: isTestCode({ path: entry.path, symbol: entry.symbol ?? "" }),
  });
  const touched = [...changed, ...removed, ...tests].map(toListedEntry);
  return {
    entries: changed,
    removed,
    changed: kind === "tests"
      ? touched.filter((entry) => entry.isTest === true && !isRemoved(entry))
      : touched,
    notes,
  };
}

async function find(
  { kind, depth, all = false, targets: written = [], deadline }: CallsQuestion & {
    readonly deadline: number;
  },
  subjects: Subjects,
  resolver: Resolver,
): Promise<FoundCalls> {
  const targets = [
    ...subjects.entries.map((entry, i) => ({
      ...toTarget(entry),
      includesOverloads: i < written.length && !isLineTarget(written[i]!),
    })),
    ...subjects.removed.map((entry) => ({ ...toTarget(entry), isRemoved: true })),
  ];
  const [first, second] = targets;
  if (first === undefined) return { places: [], notes: [] };
  const limits = { maxExpanded: MAX_EXPANDED, deadline };
  switch (kind) {
    case "callees":
      return await listCallees(resolver, first, deadline);
    case "callers": {
      const found = await findCallers(resolver, first, { maxFiles: MAX_FILES, deadline });
      const shown = all ? [...found.callers, ...found.nameOnly] : found.callers;
      return {
        places: shown.map((caller) => ({
          ...caller,
          reasons: [formatUse(caller)],
          isTest: isTestCode(caller),
        })),
        notes: noteUses(found, { count: shown.length, kind, all }),
      };
    }
    case "paths": {
      if (second === undefined) return { places: [], notes: [] };
      const pathOptions = { ...limits, depth: depth ?? PATH_DEPTH, goal: first };
      const found = await findDependents(resolver, [second], pathOptions);
      return findCallPath(found, subjects.entries, pathOptions.depth);
    }
    case "tests":
    case "impact": {
      const options = { ...limits, depth: depth ?? DEPENDENT_DEPTH };
      const found = await findDependents(resolver, targets, options);
      const relevant = found.dependents.filter(({ isTest }) => kind === "impact" || isTest);
      return {
        places: relevant.toSorted(compareDependents).map(({ through, ...one }) => ({
          ...one,
          reasons: [formatDependence({ ...one, through }, targets.length === 1)],
        })),
        notes: noteUses(found, { count: relevant.length, kind, depth: options.depth }),
      };
    }
  }
}

/** Compares dependents by depth, then by certainty. */
function compareDependents(a: Dependent, b: Dependent): number {
  return a.depth - b.depth || Number(a.certainty === "likely") - Number(b.certainty === "likely");
}

async function listCallees(
  resolver: Resolver,
  target: SymbolTarget,
  deadline: number,
): Promise<FoundCalls> {
  const found = await findCallees(resolver, target, { deadline });
  return {
    places: found.callees.map((callee) => ({
      ...callee,
      reasons: [
        `${callee.certainty === "likely" ? "likely " : ""}in ${formatLineNumbers(callee.lines)}`,
      ],
    })),
    notes: noteCallees(found, target.language),
  };
}

/**
 * Returns the steps of the call path from the first of two definitions to the second, if there is
 * one.
 */
function findCallPath(
  found: FoundDependents,
  [from, to]: readonly StructureEntry[],
  depth: number,
): FoundCalls {
  const start = found.dependents.find(({ path, startLine }) =>
    path === from?.path && startLine === from.startLine
  );
  if (start === undefined) {
    return { places: [], notes: noteUses(found, { count: 0, kind: "paths", depth }) };
  }
  const steps = [start, ...start.through];
  return {
    places: steps.map((caller, i) => {
      const next = steps[i + 1]?.symbol ?? to?.symbol ?? "";
      const verb = caller.kind === "use" ? "uses" : "calls";
      const degree = caller.certainty === "likely" ? "likely " : "";
      return {
        ...caller,
        depth: steps.length - i,
        reasons: [`${degree}${verb} ${next} in ${formatLineNumbers(caller.lines)}`],
      };
    }),
    notes: [],
  };
}

function toTarget({ symbol = "", ...entry }: StructureEntry): SymbolTarget {
  return toSymbolTarget({ ...entry, symbol });
}
