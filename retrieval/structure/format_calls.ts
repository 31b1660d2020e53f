import { PROGRAM } from "../machine/mod.ts";
import type { Note, StructureEntry } from "@dossier/core";
import type { Dependent, FoundCallees, FoundCaller, FoundCallers } from "../symbols/mod.ts";
import type { CallsKind } from "./question.ts";

/** Maximum number of locations that a note lists. */
const MAX_NOTED = 5;

/** Found uses that are not listed. */
export interface UnlistedUses extends Omit<FoundCallers, "callers"> {
  readonly unexpanded?: number;
  /** Followed dependents, when only some of them are part of the answer. */
  readonly dependents?: readonly Dependent[];
}

/** Messages for a definition without uses. */
const NOTHING: Readonly<Record<Exclude<CallsKind, "callees">, string>> = {
  callers: "Nothing calls or uses it",
  tests: "No test calls it, nor does anything else",
  impact: "Nothing depends on it",
  paths: "No calls lead from one to the other, and nothing calls the second",
};

/** Messages for a definition whose uses are not part of the answer. */
const NOT_AMONG: Readonly<Record<"tests" | "paths", string>> = {
  tests: "No test reaches it",
  paths: "No calls lead from one to the other",
};

/**
 * Returns the notes about uses that were not resolved or not read.
 *
 * @param options.count Number of locations in the answer.
 * @param options.depth Maximum number of calls that were followed.
 * @param options.all True when the answer includes uses by name only.
 */
export function noteUses(
  { nameOnly, imports, unexpanded = 0, dependents = [], ...found }: UnlistedUses,
  { count, kind, depth = 0, all = false }: {
    readonly count: number;
    readonly kind: Exclude<CallsKind, "callees">;
    readonly depth?: number;
    readonly all?: boolean;
  },
): Note[] {
  const { unread, unlisted, otherLanguages, isResolved, outsideReason } = found;
  const uses = nameOnly.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`));
  const notes: Note[] = [];
  if (uses.length > 0 && !all) {
    const what = `${plural(uses.length, "further use")} of the name may refer to something else`;
    const how = kind === "callers" ? " (--all lists them)" : "";
    notes.push({ code: "calls-unresolved", message: `${what}${how}: ${formatPlaces(uses)}` });
  }
  if (count === 0 && otherLanguages.length > 0) {
    const have = `${plural(otherLanguages.length, "file")} of other languages ${
      otherLanguages.length === 1 ? "has" : "have"
    } the name`;
    notes.push({ code: "calls-unresolved", message: `${have}: ${formatPlaces(otherLanguages)}` });
  }
  if (unread.length + unlisted > 0) {
    const were = `${plural(unread.length + unlisted, "file")} with such a name ${
      unread.length + unlisted === 1 ? "was" : "were"
    } not completely read, as there are too many, time ran out or they cannot be parsed`;
    const message = unread.length === 0 ? were : `${were}: ${formatPlaces(unread)}`;
    notes.push({ code: "files-unread", message });
  }
  if (unexpanded > 0) {
    notes.push({
      code: "files-unread",
      message: `The callers of ${
        plural(unexpanded, "further definition")
      } were not searched: use a smaller depth`,
    });
  }
  if (!isResolved) notes.push(textNote());
  if (count > 0) return notes;
  const isAllRead = isResolved &&
    uses.length + unread.length + unlisted + otherLanguages.length + unexpanded === 0;
  const note = (message: string): Note[] => [...notes, { code: "nothing-found", message }];
  if (dependents.length > 0 && kind in NOT_AMONG) {
    const deeper = dependents.some((one) => one.depth === depth)
      ? `, and ${plural(depth, "call")} were followed: use a greater depth`
      : "";
    const among = NOT_AMONG[kind as keyof typeof NOT_AMONG];
    const verb = dependents.length === 1 ? "leads" : "lead";
    return note(`${among}: ${plural(dependents.length, "definition")} ${verb} to it${deeper}`);
  }
  const places = formatPlaces([...new Set(imports.map(({ path, line }) => `${path}:${line}`))]);
  const imported = places === "" ? "" : `; it is imported or re-exported in ${places}`;
  if (isAllRead && outsideReason !== undefined) {
    return note(
      `No use of it is in the indexed code, but it may be called from elsewhere: ${outsideReason}`,
    );
  }
  if (isAllRead) {
    return note(`${NOTHING[kind]}: every use of its name in the indexed code was read${imported}`);
  }
  return imported === "" ? notes : note(`No call of it is known${imported}`);
}

/** Returns the notes about calls in a definition that are not listed. */
export function noteCallees(
  { unresolved, unreadFrom, isResolved }: FoundCallees,
  language: string,
): Note[] {
  const names = unresolved.map(({ name, line }) => `${name} in line ${line}`);
  const what = unresolved.length === 1
    ? "1 called name means"
    : `${names.length} called names mean`;
  const message = `It is unknown what ${what}: ${formatPlaces(names)}`;
  const unread = `Calls from line ${unreadFrom} on were not read, as time ran out`;
  return [
    ...(unreadFrom === undefined ? [] : [{ code: "files-unread" as const, message: unread }]),
    ...(names.length === 0 ? [] : [{ code: "calls-unresolved" as const, message }]),
    ...(isResolved ? [] : [textNote(language)]),
  ];
}

function textNote(language = "this language"): Note {
  return {
    code: "calls-unresolved",
    message: `Calls of ${language} are not resolved: the list shows uses of the name in its code`,
  };
}

/**
 * Returns the reason of a caller: the kind of its use, with lines.
 *
 * @param name Name of the definition, when there are several subjects.
 */
export function formatUse(
  { kind, lines, certainty }: Pick<FoundCaller, "kind" | "lines" | "certainty">,
  name = "it",
): string {
  const verb = kind === "use" ? "uses" : "calls";
  const degree = certainty === "likely" ? "likely " : certainty === "name only" ? "perhaps " : "";
  return `${degree}${verb} ${name} in ${formatLineNumbers(lines)}`;
}

/**
 * Returns the reason of a dependent: its path to a definition, with lines.
 *
 * @param isOnly True when it is the only subject.
 */
export function formatDependence(
  { through, target, ...caller }: Dependent,
  isOnly: boolean,
): string {
  const [next] = through;
  if (next === undefined) return formatUse(caller, isOnly ? "it" : target.name);
  const name = next.symbol.slice(next.symbol.lastIndexOf(".") + 1);
  const degree = caller.certainty === "likely" ? "likely " : "";
  const away = through.length === 1 ? "" : `, ${plural(caller.depth, "call")} away`;
  return `${degree}by ${name} in ${formatLineNumbers(caller.lines)}${away}`;
}

/** Maximum number of lines that a reason lists. */
const MAX_LINES = 12;

/**
 * Returns line numbers as text: `line 4`, `lines 4, 7`; for many, the first ones and the number of
 * the rest.
 */
export function formatLineNumbers(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  const more = lines.length - MAX_LINES;
  return more <= 1
    ? `lines ${lines.join(", ")}`
    : `lines ${lines.slice(0, MAX_LINES).join(", ")} and ${more} more`;
}

/** Returns a count with its noun: `1 caller`, `3 callers`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function formatPlaces(places: readonly string[]): string {
  return `${places.slice(0, MAX_NOTED).join(", ")}${places.length > MAX_NOTED ? ", …" : ""}`;
}

/** Returns a definition with its location: `Queue.add (src/queue.ts:12)`. */
export function formatDefinition({ path, startLine, symbol = "" }: StructureEntry): string {
  return `${symbol} (${path}:${startLine})`;
}

/**
 * Returns the notes about missing grammars, which say that names of their languages are not
 * resolved.
 */
export function noteUnloaded(languages: readonly string[]): readonly Note[] {
  if (languages.length === 0) return [];
  const message = `The grammar of ${languages.join(" and ")} could not be loaded: ` +
    `"${PROGRAM} doctor" says which package is missing`;
  return [{ code: "package-missing", message }];
}
