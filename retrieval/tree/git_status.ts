import { dirname, fillBytes, join, lstatOrUndefined, realPathOrUndefined } from "../machine/mod.ts";
import { listFoldersBetween } from "./find_git_pipe.ts";
import { findCommonFolder, findGitFolder, findGitRoot, readGitText } from "./git_folder.ts";
import { listGitSettings } from "./git_settings.ts";
import { runGit } from "./run_git.ts";

/** What git says of a work tree at one moment. */
export interface GitStatus {
  /**
   * What tells the state of git's own index from others: which bytes git takes for those of each tracked file, what
   * the disk said of it then, and which files it does not look at.
   */
  readonly index: string;
  /** All files that git tracks or does not ignore: a letter and a blank before each path, a NUL behind it. */
  readonly listing: string;
}

/**
 * How long git may take to look at all files, in milliseconds. It takes 40 for 12,000 of them, but it reads each that
 * has been touched since it last looked at it, such as all of a tree that was copied, until its own index is refreshed
 * by somebody.
 */
const TIMEOUT_MS = 2000;

/**
 * What goes before the command: a file counts as changed whatever the disk has noticed of it, and texts are compared
 * byte by byte.
 */
const SETTINGS: readonly string[] = [
  "core.trustctime=true",
  "core.checkStat=default",
  "core.autocrlf=false",
];

/** A section of settings that names programs for git to start as it compares texts, or other settings. */
const RISKY_SECTION_REGEXP = /\[\s*(include|filter)[^\]\n]*\]?/gi;

/** One whose programs can be set to none. */
const FILTER_REGEXP = /^\[filter "([\w-]+)"\]$/;

/** What ends a path for git, and what stands for bytes that are not UTF-8. */
const UNSURE_PATH_REGEXP = /[\0\ufffd]/;

/** Bytes of the checksum at the end of git's index, or more. */
const CHECKSUM_BYTES = 32;

/** Bytes of the shorter of the two checksums that there are. */
const SHORT_CHECKSUM_BYTES = 20;

/**
 * Returns what git says of the files below `root`; "unable" when it does not in time, or might start a program of the
 * repository's own choosing for it; undefined where it keeps no index, or writes it just now.
 *
 * @param root Absolute path of a folder in a work tree, its root or not.
 * @param options.timeoutMs How long git may take, in milliseconds.
 */
export async function readGitStatus(
  root: string,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Promise<GitStatus | "unable" | undefined> {
  const index = identifyGitIndex(root);
  if (index === undefined) return undefined;
  const location = confineGit(root);
  const filters = location && listFilters(location);
  if (location === undefined || filters === undefined) return "unable";
  const settings = [...SETTINGS, ...filters.flatMap(disableFilter)];
  const run = await runGit(root, [
    ...settings.flatMap((setting) => ["-c", setting]),
    ...["ls-files", "-z", "-v", "-com", "--exclude-standard"],
  ], {
    timeoutMs,
    env: { GIT_WORK_TREE: location.top, GIT_CEILING_DIRECTORIES: dirname(location.top) },
  });
  if (run.kind === "failed") return "unable";
  return identifyGitIndex(root) === index ? { index, listing: run.output } : undefined;
}

/**
 * Returns what tells the state of git's own index from others; undefined where there is none, or git keeps no checksum
 * of it.
 */
export function identifyGitIndex(root: string): string | undefined {
  const top = findGitRoot(root);
  const folder = top && findGitFolder(top);
  if (folder === undefined) return undefined;
  try {
    const path = `${folder}/index`;
    // A pipe would be waited for.
    if (!Deno.statSync(path).isFile) return undefined;
    using file = Deno.openSync(path);
    const { size } = file.statSync();
    if (size < CHECKSUM_BYTES) return undefined;
    const bytes = new Uint8Array(CHECKSUM_BYTES);
    file.seekSync(size - CHECKSUM_BYTES, Deno.SeekMode.Start);
    fillBytes(file, bytes);
    if (bytes.subarray(-SHORT_CHECKSUM_BYTES).every((byte) => byte === 0)) return undefined;
    return `${size} ${bytes.toHex()}`;
  } catch {
    return undefined;
  }
}

/**
 * Returns the paths that git lists, and those of them that may be other than git's index has them: untracked, changed,
 * in conflict, or not looked at.
 */
export function parseGitListing(listing: string): {
  readonly paths: ReadonlySet<string>;
  readonly unsure: ReadonlySet<string>;
} {
  const paths = new Set<string>();
  const unsure = new Set<string>();
  for (const entry of listing.split("\0")) {
    if (entry === "") continue;
    const path = entry.slice(2);
    paths.add(path);
    // A changed file is listed once more, as such.
    if (!entry.startsWith("H ")) unsure.add(path);
  }
  return { paths, unsure };
}

/** Where git finds what it needs, and its settings. */
interface GitLocation {
  /** Absolute path of the work tree. */
  readonly top: string;
  /** The repository's own settings, or where they would be. */
  readonly settings: readonly string[];
}

/**
 * Returns the only place where git looks for a repository, the one whose settings are known here; undefined where it
 * may come to another one, or go by other files in its own folder than are found here.
 */
function confineGit(root: string): GitLocation | undefined {
  const top = findGitRoot(root);
  const own = top && findGitFolder(top);
  if (top === undefined || own === undefined) return undefined;
  // The variable that keeps git from what is above takes several paths.
  if (top.includes(":")) return undefined;
  // A folder with a file of this name may be a repository without a work tree, with settings of its own.
  const folders = listFoldersBetween(top, root);
  if (folders.some((folder) => lstatOrUndefined(`${folder}/HEAD`) !== undefined)) return undefined;
  const common = findCommonFolder(own);
  if (![own, common].every(isSameForGit)) return undefined;
  const settings = [`${common}/config`, `${own}/config.worktree`];
  // A link leads git elsewhere where it goes by the folder of who follows it.
  return settings.some((path) => lstatOrUndefined(path)?.isSymlink) ? undefined : { top, settings };
}

/** Returns whether a path is the same for git: without links, and without characters that are read in another way. */
function isSameForGit(path: string): boolean {
  return !UNSURE_PATH_REGEXP.test(path) && realPathOrUndefined(path) === join(path);
}

/**
 * Returns the names of filters, which are programs that git gives files to, of the user and the repository; undefined
 * where there may be others of the repository.
 */
function listFilters({ settings }: GitLocation): readonly string[] | undefined {
  const names: string[] = [];
  for (const path of [...listGitSettings(), ...settings]) {
    for (const [section] of readGitText(path)?.matchAll(RISKY_SECTION_REGEXP) ?? []) {
      const name = FILTER_REGEXP.exec(section)?.[1];
      if (name !== undefined) names.push(name);
      else if (settings.includes(path)) return undefined;
    }
  }
  return names;
}

/** Returns settings by which git compares texts without a filter. */
function disableFilter(name: string): readonly string[] {
  return ["clean=", "process=", "required=false"].map((setting) => `filter.${name}.${setting}`);
}
