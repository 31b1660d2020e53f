import type { LineRange, StructureEntry } from "@dossier/core";
import { detectLanguage } from "@dossier/core/language";
import { openLineHistory } from "../commits/mod.ts";
import {
  listEnclosing,
  outlineIndexedFiles,
  outlineText,
  type StructureLease,
} from "./outline_files.ts";

/** Commits that are looked at, and the files of one that is no mere renaming or reformatting. */
const MAX_COMMITS = 20;
const MAX_CHANGED_FILES = 30;

/** Files that are read as they were after these commits. */
const MAX_PAST_FILES = 150;

/** Definitions that are told for having changed together. */
const MAX_TOGETHER = 12;

/** Least worth of what is told: one commit that touched fifty definitions says nothing of two of them. */
const MIN_WORTH = 0.02;

/** Digits of a commit's name that are told, as git does in a large repository. */
const SHOWN_DIGITS = 10;

/** How long git may take in all, in milliseconds: long histories take seconds for the lines of a file. */
const GIT_TIMEOUT_MS = 10_000;

/** A definition that has changed with another. */
export interface ChangedWith {
  readonly entry: StructureEntry;
  /** Share of the other's commits, each the less the more definitions it touched; from 0 to 1. */
  readonly worth: number;
  readonly reason: string;
}

/**
 * Returns the definitions that commits changed together with a definition, the most often first: those whose
 * lines a commit touched that touched lines of the definition. None where there is no repository.
 */
export async function listChangedWith(
  subject: StructureEntry,
  lease: StructureLease,
): Promise<readonly ChangedWith[]> {
  const { indexed: { root, history: pinned }, visibility } = lease;
  const history = openLineHistory({ root, pinned }, AbortSignal.timeout(GIT_TIMEOUT_MS));
  if (history === undefined) return [];
  const { path, symbol } = subject;
  const find = (text: string, path: string) => {
    const { language, kind } = detectLanguage(path, text);
    return outlineText(text, { path, kind, language });
  };
  // The tree may have changed since the newest commit, which is asked for its own lines.
  const [newest] = await history.readFiles([{ path }]);
  const range = newest === undefined
    ? undefined
    : find(newest, path).definitions.find((one) => one.symbol === symbol);
  if (range === undefined) return [];
  const changes = (await history.listChanges(path, range, MAX_COMMITS))
    .filter(({ files }) => files.length <= MAX_CHANGED_FILES);
  const past = changes.flatMap(({ commit, files }) =>
    files.filter(({ path }) => visibility.shows(path)).map((file) => ({ commit, ...file }))
  ).slice(0, MAX_PAST_FILES);
  const texts = await history.readFiles(past);
  const touched = past.flatMap(({ commit, path, ranges }, i): readonly TouchedName[] => {
    const text = texts[i];
    if (text === undefined) return [];
    const outlined = find(text, path);
    const around = listEnclosing(outlined);
    const names = new Set(ranges.flatMap((range) => listTouched(around, range)));
    return [...names].filter((name) => path !== subject.path || name !== symbol)
      .map((name) => ({ commit, path, name }));
  });
  return await toPresent(touched, { commits: changes.map(({ commit }) => commit), lease });
}

/** A definition that a commit touched. */
interface TouchedName {
  readonly commit: string;
  readonly path: string;
  readonly name: string;
}

/** Returns the names of the innermost definitions with some of the lines. */
function listTouched(
  around: readonly (StructureEntry | undefined)[],
  { startLine, endLine }: LineRange,
): string[] {
  return around.slice(startLine, endLine + 1).flatMap((entry) => entry?.symbol ?? []);
}

/**
 * Returns the definitions that are still there, best first.
 *
 * @param options.commits Those that touched the definition asked about, newest first.
 */
async function toPresent(
  touched: readonly TouchedName[],
  { commits, lease }: { readonly commits: readonly string[]; readonly lease: StructureLease },
): Promise<readonly ChangedWith[]> {
  const sizes = Map.groupBy(touched, ({ commit }) => commit);
  const weightOf = (commit: string) => 1 / (sizes.get(commit)?.length ?? 1);
  const total = commits.reduce((sum, commit) => sum + weightOf(commit), 0);
  const outlined = await outlineIndexedFiles([...new Set(touched.map(({ path }) => path))], lease);
  const groups = Map.groupBy(touched, ({ path, name }) => `${path} ${name}`);
  return [...groups.values()].flatMap((same): ChangedWith[] => {
    const { path, name, commit } = same[0]!;
    const entry = outlined.get(path)?.definitions.find(({ symbol }) => symbol === name);
    if (entry === undefined) return [];
    const reason = `changed with it in ${same.length} of ${commits.length} commits, last in ` +
      commit.slice(0, SHOWN_DIGITS);
    const weight = same.reduce((sum, { commit }) => sum + weightOf(commit), 0);
    return [{ entry, worth: weight / (total + 1), reason }];
  }).filter(({ worth }) => worth >= MIN_WORTH).sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_TOGETHER);
}
