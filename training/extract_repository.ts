import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { codePairs } from "./code_pairs.ts";
import { commitPairs } from "./commit_pairs.ts";
import { type CutFile, cutFile } from "./cut_file.ts";
import { GitRepository, type TreeEntry } from "./git_repository.ts";
import { findLicences, hasOtherLicence, LICENCE_PATH_REGEXP } from "./licence.ts";
import { findDefinitions, mentionPairs } from "./mention_pairs.ts";
import { type Pair, type PairKind, stableHash } from "./pair.ts";
import { readCommits } from "./parse_commits.ts";
import {
  findPackageName,
  findRefusedProject,
  isManifest,
  type RefusedProjects,
} from "./refused_project.ts";
import { sectionPairs } from "./section_pairs.ts";

/** Repository that was read. */
export interface Extraction {
  /** Commit of its files. */
  readonly commit: string;
  /** SPDX identifiers of its licences. */
  readonly licences: readonly string[];
  /** SHA-256 of its licence files. */
  readonly licenceHash: string;
  /** Pairs, at most {@link MAX_PAIRS} of each kind. */
  readonly pairs: readonly Pair[];
}

/** Repository to read. */
export interface Source {
  /** Name with the owner. */
  readonly name: string;
  /** Git directory. */
  readonly folder: string;
}

/** Maximum number of pairs of each kind from one repository, so that none outweighs the others. */
export const MAX_PAIRS: Readonly<Record<PairKind, number>> = {
  doc: 1000,
  comment: 500,
  name: 300,
  section: 400,
  mention: 300,
  commit: 800,
};

/** Maximum number of files, and of bytes of one: larger ones are mostly generated. */
const MAX_FILES = 1500;
const MAX_FILE_BYTES = 200_000;

/** Maximum number of inspected commits, evenly spread over the history. */
const MAX_COMMITS = 1000;

/** Number of UTF-16 code units at the beginning of a file that may name its licence. */
const LICENCE_HEAD = 2000;

/** Folders with code of other projects. */
const FOREIGN_REGEXP =
  /(?:^|\/)(?:_?vendor(?:ed)?|third[-_]?party|3rd[-_]?party|external|extern|deps|dependencies|subprojects|submodules|contrib|node_modules|bundled?|_distutils|generated|locales?|i18n)\//i;
const LANGUAGES_REGEXP =
  /\.(?:pyi?|[cm]?[jt]sx?|vue|svelte|go|rs|java|kts?|c|h|cc|cpp|cxx|hh|hpp|inl|cs|rb|rake|php|scala|sc|swift|exs?|lua|sh|bash|zsh|bats|hs|zig|md|mdx|rst|adoc)$/i;

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

/** Commit of a repository with an allowed licence. */
export interface InspectedCommit {
  /** SPDX identifiers of its licences. */
  readonly licences: readonly string[];
  /** SHA-256 of its licence files. */
  readonly licenceHash: string;
  readonly files: readonly TreeEntry[];
  /**
   * Returns true when the file at a path belongs to the project itself, and is in a supported
   * language.
   */
  readonly isOwnSource: (path: string) => boolean;
}

/**
 * Extracts the pairs of a repository.
 *
 * @throws {Error} When the repository is a refused project, or its licence is not allowed for
 *   sources.
 */
export async function extractRepository(
  { name, folder }: Source,
  refused: RefusedProjects,
): Promise<Extraction> {
  using repository = new GitRepository(folder);
  const commit = await repository.head();
  const { files, isOwnSource, ...licence } = await inspectCommit(repository, {
    name,
    commit,
    refused,
  });
  const readText = async ({ path, blob }: { readonly path: string; readonly blob: string }) => {
    const text = isOwnSource(path) ? await repository.readText(blob) : undefined;
    if (text === undefined || text.length > MAX_FILE_BYTES) return undefined;
    return hasOtherLicence(text.slice(0, LICENCE_HEAD)) ? undefined : text;
  };
  const pairs = [
    ...await readFilePairs(files.filter(({ path }) => isOwnSource(path)), readText),
    ...await readCommitPairs(repository, commit, readText),
  ];
  return { commit, ...licence, pairs: limitPairs(pairs) };
}

/**
 * Returns the inspected content of a commit.
 *
 * @throws {Error} As {@link extractRepository}.
 */
export async function inspectCommit(
  repository: GitRepository,
  { name, commit, refused }: {
    readonly name: string;
    readonly commit: string;
    readonly refused: RefusedProjects;
  },
): Promise<InspectedCommit> {
  checkAllowed(name, refused);
  const files = await repository.listFiles(commit);
  const licence = await readLicence(repository, name, files);
  const foreign = await findForeignFolders(repository, { name, files, refused });
  const isOwnSource = (path: string) =>
    LANGUAGES_REGEXP.test(path) && !FOREIGN_REGEXP.test(path) &&
    !foreign.some((prefix) => path.startsWith(prefix)) &&
    EXCLUSIONS.isVisible(path);
  return { ...licence, files, isOwnSource };
}

/** Throws when a name is that of a refused project. */
export function checkAllowed(name: string, refused: RefusedProjects): void {
  const project = findRefusedProject(name, refused);
  if (project === undefined) return;
  throw new Error(`Cannot train on "${name}" as "${project}" serves for evaluation`);
}

type ReadText = (
  file: { readonly path: string; readonly blob: string },
) => Promise<string | undefined>;

/**
 * Returns the licences of a repository, after a check that all of its licence files are permissive.
 */
export async function readLicence(
  repository: GitRepository,
  name: string,
  files: readonly TreeEntry[],
): Promise<Pick<Extraction, "licences" | "licenceHash">> {
  const texts = [];
  for (const { path, blob } of files) {
    if (LICENCE_PATH_REGEXP.test(path)) texts.push(await repository.readText(blob) ?? "");
  }
  const found = texts.map(findLicences);
  if (texts.length === 0 || found.some((licences) => licences.length === 0)) {
    throw new Error(`Cannot train on "${name}" as each of its licence files must be permissive`);
  }
  const bytes = new TextEncoder().encode(texts.join("\n"));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  return { licences: [...new Set(found.flat())], licenceHash: hash };
}

/** Returns the folders, each with `/`, whose packages have the name of a refused project. */
async function findForeignFolders(
  repository: GitRepository,
  { name, files, refused }: {
    readonly name: string;
    readonly files: readonly TreeEntry[];
    readonly refused: RefusedProjects;
  },
): Promise<readonly string[]> {
  const folders = [];
  for (const { path, blob } of files) {
    if (!isManifest(path)) continue;
    const packageName = findPackageName(path, await repository.readText(blob) ?? "");
    if (packageName === undefined || findRefusedProject(packageName, refused) === undefined) {
      continue;
    }
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (folder === "") checkAllowed(packageName === "" ? name : packageName, refused);
    folders.push(folder);
  }
  return folders;
}

async function readFilePairs(
  files: readonly TreeEntry[],
  readText: ReadText,
): Promise<readonly Pair[]> {
  const chosen = files.filter(({ size }) => size <= MAX_FILE_BYTES)
    .sort((a, b) => stableHash(a.path) - stableHash(b.path)).slice(0, MAX_FILES);
  const cut: CutFile[] = [];
  for (const { path, blob } of chosen) {
    const text = await readText({ path, blob });
    if (text !== undefined) cut.push(cutFile({ path, text }));
  }
  const prose = cut.filter(({ isProse }) => isProse);
  const code = cut.filter(({ isProse }) => !isProse);
  return [
    ...code.flatMap(codePairs),
    ...prose.flatMap(sectionPairs),
    ...mentionPairs(prose, findDefinitions(code)),
  ];
}

async function readCommitPairs(
  repository: GitRepository,
  head: string,
  readText: ReadText,
): Promise<readonly Pair[]> {
  const all = (await repository.run("rev-list", "--no-merges", head)).trim().split("\n");
  const step = Math.max(1, all.length / MAX_COMMITS);
  const chosen = Array.from(
    { length: Math.min(all.length, MAX_COMMITS) },
    (_, i) => all[Math.floor(i * step)]!,
  );
  const pairs = [];
  for await (const commit of readCommits(repository, `${chosen.join("\n")}\n`)) {
    pairs.push(...await commitPairs(commit, readText));
    if (pairs.length >= MAX_PAIRS.commit) break;
  }
  return pairs;
}

/**
 * Keeps each question once, and limits the number of each kind, independently of the order of
 * files.
 */
function limitPairs(pairs: readonly Pair[]): readonly Pair[] {
  const distinct = new Map(
    pairs.map((pair) => [`${pair.query}\n${pair.kind === "commit" ? pair.capsule : ""}`, pair]),
  );
  const ordered = [...distinct.values()].map((pair) => ({
    pair,
    place: stableHash(pair.query + pair.capsule),
  }))
    .sort((a, b) => a.place - b.place);
  const counts = new Map<PairKind, number>();
  return ordered.flatMap(({ pair }) => {
    const count = counts.get(pair.kind) ?? 0;
    counts.set(pair.kind, count + 1);
    return count < MAX_PAIRS[pair.kind] ? [pair] : [];
  });
}
