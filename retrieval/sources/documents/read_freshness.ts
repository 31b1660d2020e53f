import type { FreshnessEvidence } from "@dossier/core";
import { openPathMatcher } from "@dossier/core/query";
import type { CalledDocument, CommitTimes, IndexReader } from "../../index/mod.ts";
import type { DesignDocument } from "./design_document.ts";
import { type CodeMentions, listCodeMentions } from "./list_code_mentions.ts";
import { type GoneOptions, listGone } from "./list_gone.ts";

/** A document whose freshness is asked for. */
interface DatedDocument extends Pick<DesignDocument, "body" | "updated" | "modified"> {
  /** Row number. */
  readonly id: number;
}

/** What speaks for a document being out of date, and when it was changed last. */
export interface DocumentFreshness extends FreshnessEvidence {
  /** In milliseconds since 1970. */
  readonly lastUpdated: number;
  /** What says so: its front matter, the last commit that touched it, or its file. */
  readonly dated: "document" | "commit" | "file";
}

/** Where freshness is looked up. */
interface FreshnessOptions extends GoneOptions {
  /** Days after which a document may be out of date. */
  readonly staleDays: number;
  /** Returns the time, in milliseconds since 1970: ages count from it where there are no commits. */
  readonly now: () => number;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

/** Commits from which on it does not matter how many lines they changed: see `measureFreshness`. */
const ENOUGH_COMMITS = 10;

/** The least that a path in a document has to fit one of the tree: a bare file name does. */
const MIN_MATCH = 0.7;

/** Files whose changes are counted for one document. */
const MAX_FILES = 100;

/** What a document names, and what the index says of it. */
interface IndexedEvidence extends Pick<DocumentFreshness, "lastUpdated" | "dated" | "commits"> {
  readonly ageDays: number;
  /** Number of names and paths that the tree has. */
  readonly present: number;
  /** Names that the code does not have. */
  readonly missingNames: readonly string[];
  /** Paths that lead to nothing in the tree. */
  readonly missingPaths: readonly string[];
  /** Files that its paths lead to, by their numbers. */
  readonly files: readonly number[];
  /** The commit whose tree the document was written for. */
  readonly commit: string | undefined;
}

/** What the index has of all that some documents name. */
interface Surroundings {
  readonly commits: CommitTimes;
  /** Those of the names that the code has. */
  readonly inCode: ReadonlySet<string>;
  /** Documents that may be at some path. */
  readonly called: readonly CalledDocument[];
  /** Those of the folders that there are. */
  readonly filled: ReadonlySet<string>;
}

/**
 * Returns what speaks for each of some documents being out of date, by row number.
 *
 * A name that the code does not have says that a document is out of date only if the code had it when the
 * document was written: most others are of examples and of other projects. See {@link listGone}.
 */
export async function readFreshness(
  reader: IndexReader,
  documents: readonly DatedDocument[],
  options: FreshnessOptions,
): Promise<ReadonlyMap<number, DocumentFreshness>> {
  const found = new Map<number, DocumentFreshness>();
  if (documents.length === 0) return found;
  const mentions = documents.map((document) => ({
    ...document,
    ...listCodeMentions(document.body),
  }));
  const surroundings = await lookAround(reader, mentions);
  // One after the other: each git takes a core for itself.
  for (const document of mentions) {
    const known = collectEvidence(document, surroundings, options);
    const { lastUpdated, dated, ageDays, commits } = known;
    const missing = await listMissing(reader, known, options);
    const range = { from: known.commit, to: surroundings.commits.tip };
    const changedShare = await measureChange(reader, { ...known, ...range }, options);
    const symbols = known.present + missing.length;
    const evidence = { symbols, missing, ageDays, commits, changedShare };
    found.set(document.id, { ...evidence, lastUpdated, dated });
  }
  return found;
}

async function lookAround(
  reader: IndexReader,
  mentions: readonly CodeMentions[],
): Promise<Surroundings> {
  const paths = mentions.flatMap(({ paths }) => paths);
  const keys = paths.filter((path) => !isFolder(path))
    .flatMap((path) => [...openPathMatcher(path).keys]);
  return {
    commits: await reader.readCommits(),
    inCode: await reader.listInCode([...new Set(mentions.flatMap(({ names }) => names))]),
    called: await reader.listCalled(new Set(keys)),
    filled: await reader.listFilled([...new Set(paths.filter(isFolder).map(toFolder))]),
  };
}

function collectEvidence(
  { id, updated, modified, names, paths }: DatedDocument & CodeMentions,
  surroundings: Surroundings,
  { visibility, now }: FreshnessOptions,
): IndexedEvidence {
  const { commits, inCode } = surroundings;
  const missingNames = names.filter((name) => !inCode.has(name));
  const led = paths.map((path) => ({ path, files: findFiles(path, surroundings) }));
  const missingPaths = led.filter(({ files }) => files === undefined).map(({ path }) => path)
    .filter((path) => visibility.shows(path));
  const files = [...new Set(led.flatMap(({ files }) => files ?? []))].slice(0, MAX_FILES);
  const committed = commits.findLastChange(id);
  const lastUpdated = updated ?? (committed === undefined ? modified : committed * SECOND_MS);
  const newest = commits.newest === undefined ? now() : commits.newest * SECOND_MS;
  return {
    present: names.length - missingNames.length + led.filter(({ files }) => files).length,
    missingNames,
    missingPaths,
    files,
    lastUpdated,
    dated: updated !== undefined ? "document" : committed !== undefined ? "commit" : "file",
    ageDays: Math.max(0, (newest - lastUpdated) / DAY_MS),
    commits: files.length === 0 ? 0 : commits.countSince(files, lastUpdated / SECOND_MS),
    commit: commits.findCommitFrom(lastUpdated / SECOND_MS),
  };
}

/** Returns the names and paths that the tree had when the document was changed last, and has no more. */
async function listMissing(
  reader: IndexReader,
  { commit, missingNames: names, missingPaths: paths }: IndexedEvidence,
  options: GoneOptions,
): Promise<readonly string[]> {
  return commit === undefined
    ? [...names, ...paths]
    : await listGone(reader, { commit, names, paths }, options);
}

/** Returns the share of the lines of its files that changed between two commits, where that may matter. */
async function measureChange(
  reader: IndexReader,
  { commits, ageDays, files, from, to }: IndexedEvidence & {
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
  { source, staleDays }: FreshnessOptions,
): Promise<number> {
  const mayMatter = commits > 0 && commits < ENOUGH_COMMITS && ageDays > staleDays;
  if (!mayMatter || from === undefined || to === undefined) return 0;
  const { countChangedLines } = await import("./ask_past.ts");
  const known = [...(await reader.readDocuments(files)).values()];
  const lines = known.reduce((sum, { chunks }) => sum + (chunks.at(-1)?.endLine ?? 0), 0);
  const changed = await countChangedLines(source, { from, to }, known.map(({ path }) => path));
  if (changed === undefined) return 0;
  // A line that was rewritten is one removed and one added.
  const { added, removed } = changed;
  return (added + removed) / Math.max(1, lines + lines - added + removed);
}

function isFolder(path: string): boolean {
  return path.endsWith("/");
}

/** Returns a path that was written with a slash at its end as the path of a folder. */
function toFolder(path: string): string {
  return path.replace(/^(?:\.\/)+|\/$/g, "");
}

/** Returns the files that a path leads to, none for a folder; undefined when it leads to nothing. */
function findFiles(path: string, { called, filled }: Surroundings): readonly number[] | undefined {
  if (isFolder(path)) return filled.has(toFolder(path)) ? [] : undefined;
  const { match } = openPathMatcher(path);
  const fitting = called.filter((document) => match(document.path) >= MIN_MATCH);
  return fitting.length === 0 ? undefined : fitting.length === 1 ? [fitting[0]!.id] : [];
}
