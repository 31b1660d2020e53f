import type { Note, StructureEntry } from "@dossier/core";
import type { Certainty } from "@dossier/core/structure";
import { RetrievalError } from "../machine/mod.ts";
import {
  type Callee,
  type Caller,
  type Dependent,
  findCallees,
  findCallers,
  findDependents,
  type FoundCallers,
  Resolver,
  type SymbolTarget,
  SyntaxFiles,
} from "../symbols/mod.ts";
import { findSymbol } from "./find_symbol.ts";
import { listChangedSymbols } from "./list_changed_symbols.ts";
import { type OutlinedFile, outlineIndexed, type StructureLease } from "./outline_files.ts";
import type { FoundStructure, StructureQuestion } from "./question.ts";

/** Files that are parsed for the callers of a definition. */
const MAX_FILES = 400;

/** Time after which no further file is parsed, in milliseconds. */
const MAX_MILLISECONDS = 4000;

/** Between a definition and a test: the test calls it, or what calls it, or what calls that. */
const TEST_DEPTH = 3;

/** Calls between a definition and what depends on it, by default, and on the way from one to another. */
const IMPACT_DEPTH = 3;
const PATH_DEPTH = 8;

/** Definitions whose callers are looked for, in one answer. */
const MAX_EXPANDED = 150;

/** Places of names that are not resolved which a note lists. */
const MAX_NOTED = 5;

/** How a test begins that is a call. */
const TEST_CALL_REGEXP =
  /^\s*(?:await\s+)?(?:[\w$]+\.)*(?:test|it|describe|suite|context|step|TEST(?:_\w+)?)\b.*[(\s]/;

/** A question about calls. */
export type CallsQuestion = StructureQuestion & {
  readonly kind: "callers" | "callees" | "tests" | "impact" | "paths";
};

/**
 * Returns the callers, callees, tests or dependents of definitions, or a way of calls from one to another.
 *
 * @throws {RetrievalError} As `findSymbol`, and as `listChangedSymbols`.
 */
export async function listCallsOf(
  question: CallsQuestion,
  lease: StructureLease,
): Promise<FoundStructure> {
  const { indexed: { reader, root }, visibility, sources } = lease;
  using files = new SyntaxFiles(reader, { root, visibility, sources });
  const resolver = new Resolver(files);
  const subjects = question.diff === undefined
    ? await findSubjects(question, lease)
    : await listChangedSymbols(question.diff, lease);
  const found = await find(question, subjects, resolver);
  const [subject] = subjects;
  return {
    ...(subjects.length === 1 && subject !== undefined ? { subject } : {}),
    entries: await describeAll(found.places, lease),
    notes: found.notes,
  };
}

async function findSubjects(
  { kind, targets = [] }: CallsQuestion,
  lease: StructureLease,
): Promise<readonly StructureEntry[]> {
  const subjects: StructureEntry[] = [];
  for (const target of targets) {
    const { entry } = await findSymbol(target, lease);
    // Whose field it is, is not said where it is used.
    if (kind !== "callees" && (entry.kind === "field" || entry.kind === "heading")) {
      throw new RetrievalError(
        "invalid-target",
        `Cannot tell what uses "${entry.symbol}" as it is a ${entry.kind}: ` +
          "name a function, a method, a type or a constant",
      );
    }
    subjects.push(entry);
  }
  return subjects;
}

/** A place of an answer with why it is one. */
interface FoundPlace
  extends Pick<Caller, "path" | "language" | "startLine" | "endLine" | "symbol"> {
  readonly lines: readonly number[];
  readonly certainty: Certainty;
  readonly reasons: readonly string[];
}

interface FoundCalls {
  readonly places: readonly FoundPlace[];
  readonly notes: readonly Note[];
}

async function find(
  { kind, depth, all = false }: CallsQuestion,
  subjects: readonly StructureEntry[],
  resolver: Resolver,
): Promise<FoundCalls> {
  const deadline = performance.now() + MAX_MILLISECONDS;
  const [first, second] = subjects.map(toTarget);
  if (kind === "callees" || kind === "callers") {
    if (first === undefined) return { places: [], notes: [] };
    if (kind === "callees") return await listCallees(resolver, first);
    const found = await findCallers(resolver, first, { maxFiles: MAX_FILES, deadline });
    const shown = all ? [...found.callers, ...found.nameOnly] : found.callers;
    return {
      places: shown.map((caller) => ({ ...caller, reasons: [sayUse(caller)] })),
      notes: noteUses({ ...found, count: found.callers.length, kind, all }),
    };
  }
  if (kind === "paths") {
    if (first === undefined || second === undefined) return { places: [], notes: [] };
    const options = {
      depth: depth ?? PATH_DEPTH,
      maxExpanded: MAX_EXPANDED,
      deadline,
      goal: first,
    };
    const found = await findDependents(resolver, [second], options);
    const [start] = found.dependents.filter(({ path, startLine }) =>
      path === first.path && startLine === first.startLine
    );
    const way = start === undefined ? [] : [start, ...start.through];
    return {
      places: way.map((caller, i) => {
        const next = way[i + 1]?.symbol ?? subjects[1]!.symbol ?? "";
        return { ...caller, reasons: [`${i + 1}. calls ${next} in ${sayLines(caller.lines)}`] };
      }),
      notes: start === undefined ? noteUses({ ...found, count: 0, kind, all }) : [],
    };
  }
  const most = depth ?? (kind === "tests" ? TEST_DEPTH : IMPACT_DEPTH);
  const targets = subjects.map(toTarget);
  const found = await findDependents(resolver, targets, {
    depth: most,
    maxExpanded: MAX_EXPANDED,
    deadline,
  });
  const wanted = kind === "tests"
    ? found.dependents.filter(({ isTest }) => isTest)
    : found.dependents;
  const count = wanted.length;
  return {
    places: wanted.toSorted(compareDependents).map((one) => ({
      ...one,
      reasons: [sayDependence(one)],
    })),
    notes: noteUses({ ...found, count, kind, all }),
  };
}

/** Orders dependents: by depth, the surest first of each. */
function compareDependents(a: Dependent, b: Dependent): number {
  return a.depth - b.depth || Number(a.certainty === "likely") - Number(b.certainty === "likely");
}

async function listCallees(resolver: Resolver, target: SymbolTarget): Promise<FoundCalls> {
  const { callees, unresolved, isResolved } = await findCallees(resolver, target);
  const message = unresolved.length === 0
    ? undefined
    : `What ${plural(unresolved.length, "name")} mean${
      unresolved.length === 1 ? "s" : ""
    } cannot be told: ${
      unresolved.slice(0, MAX_NOTED).map(({ name, line }) => `${name} in line ${line}`).join(", ")
    }${unresolved.length > MAX_NOTED ? ", …" : ""}`;
  return {
    places: callees.map((callee: Callee) => ({
      ...callee,
      reasons: [`${callee.certainty === "likely" ? "likely " : ""}in ${sayLines(callee.lines)}`],
    })),
    notes: [
      ...(message === undefined ? [] : [{ code: "calls-unresolved" as const, message }]),
      ...(isResolved ? [] : [textNote(target.language)]),
    ],
  };
}

/** Returns what there is to say of uses that were not resolved or not read. */
function noteUses(
  { nameOnly, unread, unlisted, elsewhere, isResolved, count, kind, all, unexpanded = 0 }:
    & Pick<FoundCallers, "nameOnly" | "unread" | "unlisted" | "elsewhere" | "isResolved">
    & {
      readonly count: number;
      readonly kind: CallsQuestion["kind"];
      readonly all: boolean;
      readonly unexpanded?: number;
    },
): Note[] {
  const uses = nameOnly.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`));
  const notes: Note[] = [];
  if (uses.length > 0 && !all) {
    const places = uses.slice(0, MAX_NOTED).join(", ");
    const more = uses.length > MAX_NOTED ? ", …" : "";
    notes.push({
      code: "calls-unresolved",
      message: `${plural(uses.length, "use")} of the name could not be resolved: ${places}${more}`,
    });
  }
  if (count === 0 && elsewhere.length > 0) {
    const places = elsewhere.slice(0, MAX_NOTED).join(", ");
    notes.push({
      code: "calls-unresolved",
      message: `${plural(elsewhere.length, "file")} of other languages ${
        elsewhere.length === 1 ? "has" : "have"
      } the name: ${places}${elsewhere.length > MAX_NOTED ? ", …" : ""}`,
    });
  }
  if (unread.length + unlisted > 0) {
    const places = unread.slice(0, MAX_NOTED).join(", ");
    notes.push({
      code: "files-unread",
      message: `${plural(unread.length + unlisted, "file")} with the name ${
        unread.length + unlisted === 1 ? "was" : "were"
      } not read, as there are too many or they cannot be parsed: ${places}${
        unread.length > MAX_NOTED ? ", …" : ""
      }`,
    });
  }
  if (unexpanded > 0) {
    notes.push({
      code: "files-unread",
      message: `The callers of ${
        plural(unexpanded, "further definition")
      } were not looked for: give a smaller depth`,
    });
  }
  if (!isResolved) notes.push(textNote());
  const isRead = unread.length + unlisted + elsewhere.length === 0 && unexpanded === 0;
  if (count === 0 && uses.length === 0 && isRead && isResolved) {
    notes.push({ code: "nothing-found", message: NOTHING[kind] });
  }
  return notes;
}

/** What is said when every use was read and none is an answer. */
const NOTHING: Readonly<Record<CallsQuestion["kind"], string>> = {
  callers: "Nothing calls it: every use of its name in the indexed code was read",
  callees: "It calls nothing that the tree defines",
  tests: "No test calls it or what calls it: every use of their names in the indexed code was read",
  impact: "Nothing depends on it: every use of its name in the indexed code was read",
  paths: "No calls lead from the one to the other: every use of the names between was read",
};

function textNote(language?: string): Note {
  const of = language === undefined ? "this language" : language;
  return {
    code: "calls-unresolved",
    message: `Calls of ${of} are not resolved: what is listed are uses of the name in its code`,
  };
}

function sayUse({ kind, lines, certainty }: Pick<Caller, "kind" | "lines" | "certainty">): string {
  const verb = kind === "use" ? "uses it" : "calls it";
  const degree = certainty === "likely" ? "likely " : certainty === "name only" ? "perhaps " : "";
  return `${degree}${verb} in ${sayLines(lines)}`;
}

function sayDependence({ through, ...caller }: Dependent): string {
  if (through.length === 0) return sayUse(caller);
  const names = through.map(({ symbol }) => symbol.slice(symbol.lastIndexOf(".") + 1)).join(", ");
  return `${caller.certainty === "likely" ? "likely " : ""}by ${names} in ${
    sayLines(caller.lines)
  }`;
}

function sayLines(lines: readonly number[]): string {
  return lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function toTarget(
  { path, language, startLine, endLine, symbol = "" }: StructureEntry,
): SymbolTarget {
  const dot = symbol.lastIndexOf(".");
  const container = symbol.slice(0, Math.max(0, dot));
  return {
    ...{ path, language, startLine, endLine, name: symbol.slice(dot + 1) },
    ...(container === "" ? {} : { container }),
  };
}

/** Returns places as the definitions that they are, each once, with their signatures. */
async function describeAll(
  places: readonly FoundPlace[],
  lease: StructureLease,
): Promise<readonly StructureEntry[]> {
  const outlined = await outlineIndexed([...new Set(places.map(({ path }) => path))], lease);
  const entries = places.map((place) => toEntry(place, outlined.get(place.path)));
  // Several calls outside of definitions may be in one test.
  const groups = Map.groupBy(
    entries,
    ({ path, startLine, certainty }) => `${path}:${startLine}:${certainty}`,
  );
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (group.length === 1) return first!;
    const lines = [...new Set(group.flatMap(({ lines = [] }) => lines))].sort((a, b) => a - b);
    const endLine = Math.max(...group.map(({ endLine }) => endLine));
    const reasons = [first!.reasons[0]!.replace(/ in lines? [\d, ]+$/, ` in ${sayLines(lines)}`)];
    return { ...first!, endLine, lines, reasons };
  });
}

/** Returns a place as the definition that it is; outside of any the test around it, or else its line. */
function toEntry(
  { path, language, startLine, endLine, symbol, lines, certainty, reasons }: FoundPlace,
  file: OutlinedFile | undefined,
): StructureEntry {
  const own = { reasons, certainty, lines };
  const known = symbol === ""
    ? undefined
    : file?.definitions.find((one) => one.startLine === startLine && one.symbol === symbol);
  if (known !== undefined) return { ...known, ...own };
  if (symbol !== "") return { path, language, startLine, endLine, symbol, signature: "", ...own };
  const texts = file?.lines ?? [];
  const first = findTestLine(texts, lines[0] ?? startLine);
  const signature = (texts[first - 1] ?? "").trim();
  return { path, language, startLine: first, endLine, signature, ...own };
}

/** Returns the line in which the test around a line begins, or else the line itself. */
function findTestLine(lines: readonly string[], line: number): number {
  let indent = Infinity;
  for (let row = line - 1; row >= 0 && indent > 0; row--) {
    const text = lines[row]!;
    const at = text.search(/\S/);
    if (at < 0 || at >= indent) continue;
    if (TEST_CALL_REGEXP.test(text)) return row + 1;
    indent = at;
  }
  return line;
}
