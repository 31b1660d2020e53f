import type { LineRange, StructureEntry } from "@dossier/core";
import { detectLanguage } from "@dossier/core/language";
import { openLineHistory } from "../commits/mod.ts";
import {
  listEnclosing,
  outlineIndexedFiles,
  outlineText,
  type StructureLease,
} from "./outline_files.ts";

/**
 * Maximum number of commits that are read, and of files in a commit that is not only a renaming or
 * reformatting.
 */
const MAX_COMMITS = 20;
const MAX_CHANGED_FILES = 30;

/** Maximum number of files that are read in their state after these commits. */
const MAX_PAST_FILES = 150;

/** Maximum number of definitions in an answer that changed together. */
const MAX_TOGETHER = 12;

/**
 * Minimum worth of an entry: one commit that changed fifty definitions is no evidence for two of
 * them.
 */
const MIN_WORTH = 0.02;

/** Number of shown digits of a commit id, as in git for a large repository. */
const SHOWN_DIGITS = 10;

/**
 * Total time limit for git, in milliseconds: in a long history the lines of a file take seconds.
 */
const GIT_TIMEOUT_MS = 10_000;

/** Definition that changed together with another one. */
export interface ChangedWith {
  readonly entry: StructureEntry;
  /**
   * Weighted share of the commits of the other definition, from 0 to 1. The more definitions a
   * commit changed, the lower its weight.
   */
  readonly worth: number;
  readonly reason: string;
}

/**
 * Returns the definitions that commits changed together with a definition, the most frequent first:
 * a commit changed lines of both. Empty without a repository.
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
  // The tree may have changed since the newest commit, which has its own line numbers.
  const [newest] = await history.readFiles([{ path }]);
  const range = newest === undefined
    ? undefined
    : find(newest, path).definitions.find((one) => one.symbol === symbol);
  if (range === undefined) return [];
  const changes = (await history.listChanges(path, range, MAX_COMMITS))
    .filter(({ files }) => files.length <= MAX_CHANGED_FILES);
  const past = changes.flatMap(({ commit, files }) =>
    files.filter(({ path }) => visibility.isVisible(path)).map((file) => ({ commit, ...file }))
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
  return await listRemaining(touched, { commits: changes.map(({ commit }) => commit), lease });
}

/** Definition that a commit changed. */
interface TouchedName {
  readonly commit: string;
  readonly path: string;
  readonly name: string;
}

/** Returns the names of the innermost definitions around some lines. */
function listTouched(
  around: readonly (StructureEntry | undefined)[],
  { startLine, endLine }: LineRange,
): string[] {
  return around.slice(startLine, endLine + 1).flatMap((entry) => entry?.symbol ?? []);
}

/**
 * Returns the remaining definitions, best first.
 *
 * @param options.commits Commits that changed the subject, newest first.
 */
async function listRemaining(
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
