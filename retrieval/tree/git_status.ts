import { dirname, fillBytes, join, lstatOrUndefined, realPathOrUndefined } from "../machine/mod.ts";
import { listFoldersBetween } from "./find_git_pipe.ts";
import { findCommonFolder, findGitFolder, findGitRoot, readGitText } from "./git_folder.ts";
import { listGitSettings } from "./git_settings.ts";
import { runGit } from "./run_git.ts";

/** Status of a work tree that git reports at one moment. */
export interface GitStatus {
  /**
   * Text that identifies the state of git's index: the bytes of each tracked file, its state on
   * disk, and the files that git does not check.
   */
  readonly index: string;
  /**
   * All files that git tracks or does not ignore. Each path has a letter and a blank before it, and
   * a NUL after it.
   */
  readonly listing: string;
}

/**
 * Maximum time for git to check all files, in milliseconds. It takes 40 ms for 12,000 files. But it
 * reads each file that changed since its last check, such as all files of a copied tree, until
 * something refreshes its index.
 */
const TIMEOUT_MS = 2000;

/** Settings of the command: any change on disk counts, and texts are compared byte by byte. */
const SETTINGS: readonly string[] = [
  "core.trustctime=true",
  "core.checkStat=default",
  "core.autocrlf=false",
];

/**
 * Section of settings with programs that git starts to compare texts, or that includes other
 * settings.
 */
const RISKY_SECTION_REGEXP = /\[\s*(include|filter)[^\]\n]*\]?/gi;

/** Section of a filter whose programs can be disabled. */
const FILTER_REGEXP = /^\[filter "([\w-]+)"\]$/;

/** Character that ends a path for git, or represents bytes that are not UTF-8. */
const UNSURE_PATH_REGEXP = /[\0\ufffd]/;

/** Number of bytes at the end of git's index that contain its checksum. */
const CHECKSUM_BYTES = 32;

/** Number of bytes of the shorter of git's two kinds of checksum. */
const SHORT_CHECKSUM_BYTES = 20;

/**
 * Returns git's status of the files below `root`; "unable" when git takes too long, or might start
 * a program named by the repository; undefined when git has no index, or is writing it.
 *
 * @param root Absolute path of a folder in a work tree, its root or not.
 * @param options.timeoutMs Maximum time for git, in milliseconds.
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
 * Returns a text that identifies the state of git's index; undefined when there is no index, or git
 * writes no checksum of it.
 */
export function identifyGitIndex(root: string): string | undefined {
  const top = findGitRoot(root);
  const folder = top && findGitFolder(top);
  if (folder === undefined) return undefined;
  try {
    const path = `${folder}/index`;
    // Opening a pipe would wait.
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
 * Returns the paths that git lists, and those of them that may differ from git's index: untracked,
 * changed, in conflict, or not checked.
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
    // A changed file is listed a second time.
    if (!entry.startsWith("H ")) unsure.add(path);
  }
  return { paths, unsure };
}

/** Work tree and settings files of a repository. */
interface GitLocation {
  /** Absolute path of the work tree. */
  readonly top: string;
  /** Paths of the repository's settings files, which need not exist. */
  readonly settings: readonly string[];
}

/**
 * Returns the only repository that git can find, whose settings are known here; undefined when git
 * may find another one, or use other files in its folder than are known here.
 */
function confineGit(root: string): GitLocation | undefined {
  const top = findGitRoot(root);
  const gitFolder = top && findGitFolder(top);
  if (top === undefined || gitFolder === undefined) return undefined;
  // The variable that keeps git from searching above contains several paths.
  if (top.includes(":")) return undefined;
  // A folder with a file of this name may be a bare repository with its own settings.
  const folders = listFoldersBetween(top, root);
  if (folders.some((folder) => lstatOrUndefined(`${folder}/HEAD`) !== undefined)) return undefined;
  const common = findCommonFolder(gitFolder);
  if (![gitFolder, common].every(isSameForGit)) return undefined;
  const settings = [`${common}/config`, `${gitFolder}/config.worktree`];
  // A relative link may lead git elsewhere.
  return settings.some((path) => lstatOrUndefined(path)?.isSymlink) ? undefined : { top, settings };
}

/**
 * Returns true when git reads a path in the same way: it has no links, and no characters that git
 * reads differently.
 */
function isSameForGit(path: string): boolean {
  return !UNSURE_PATH_REGEXP.test(path) && realPathOrUndefined(path) === join(path);
}

/**
 * Returns the names of the filters of the user and the repository, which are programs that process
 * files for git; undefined when the repository may have others.
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

/** Returns settings with which git compares texts without a filter. */
function disableFilter(name: string): readonly string[] {
  return ["clean=", "process=", "required=false"].map((setting) => `filter.${name}.${setting}`);
}
