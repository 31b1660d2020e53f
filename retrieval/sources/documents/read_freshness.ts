import type { FreshnessEvidence } from "@dossier/core";
import { createPathMatcher } from "@dossier/core/query";
import {
  type CommitTimes,
  type DocumentPath,
  type IndexReader,
  listNamesInCode,
} from "../../index/mod.ts";
import type { DesignDocument } from "./design_document.ts";
import { type CodeMentions, listCodeMentions } from "./list_code_mentions.ts";
import { type ChangeTree, listRemovedMentions } from "./list_removed_mentions.ts";
import type { ComparedFiles, MeasuredChange } from "./measure_change.ts";

/** Document whose freshness is requested. */
interface DatedDocument extends Pick<DesignDocument, "path" | "body" | "updated" | "modified"> {
  readonly id: number;
}

/** Evidence that a document is out of date, with the time of its last change. */
export interface DocumentFreshness extends FreshnessEvidence {
  /** Time of the last change, in milliseconds since 1970. */
  readonly lastUpdated: number;
  /** Origin of the time: its front matter, the last commit that changed it, or its file. */
  readonly dated: "document" | "commit" | "file";
}

interface FreshnessOptions extends ChangeTree {
  /** Number of days after which a document may be out of date. */
  readonly staleDays: number;
  /**
   * Returns the current time, in milliseconds since 1970, from which ages are counted when there
   * are no commits.
   */
  readonly now: () => number;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

/** Minimum match of a path in a document with one of the tree: a bare file name is enough. */
const MIN_MATCH = 0.7;

/** Maximum number of files whose changes are counted for one document. */
const MAX_FILES = 100;

/** Index data for the names and paths in documents. */
interface Surroundings {
  readonly commits: CommitTimes;
  /** Names that are in the code. */
  readonly inCode: ReadonlySet<string>;
  /** Documents that may have one of the paths. */
  readonly called: readonly DocumentPath[];
  /** Folders that exist. */
  readonly filled: ReadonlySet<string>;
}

/**
 * Returns the evidence that documents are out of date, by row number.
 *
 * A missing name is evidence only if the code had it when the document was written: most other
 * missing names are examples or belong to other projects. See {@link listRemovedMentions}.
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
  const surroundings = await readSurroundings(reader, mentions);
  // Sequential: each git process uses a whole core.
  for (const document of mentions) {
    found.set(
      document.id,
      await readDocumentFreshness(reader, document, { ...options, ...surroundings }),
    );
  }
  return found;
}

async function readSurroundings(
  reader: IndexReader,
  mentions: readonly CodeMentions[],
): Promise<Surroundings> {
  const paths = mentions.flatMap(({ paths }) => paths);
  const keys = paths.filter((path) => !isFolder(path))
    .flatMap((path) => [...createPathMatcher(path).keys]);
  return {
    commits: await reader.readCommits(),
    inCode: await listNamesInCode(reader, [...new Set(mentions.flatMap(({ names }) => names))]),
    called: await reader.listByFileKeys(new Set(keys)),
    filled: await reader.listNonEmptyFolders([...new Set(paths.filter(isFolder).map(toFolder))]),
  };
}

async function readDocumentFreshness(
  reader: IndexReader,
  { id, path, updated, modified, names, paths }: DatedDocument & CodeMentions,
  { commits: history, inCode, called, filled, ...options }: FreshnessOptions & Surroundings,
): Promise<DocumentFreshness> {
  const committed = history.findLastChange(id);
  const lastUpdated = updated ?? (committed === undefined ? modified : committed * SECOND_MS);
  const dated = updated !== undefined ? "document" : committed !== undefined ? "commit" : "file";
  const since = lastUpdated / SECOND_MS;
  const newest = history.newest === undefined ? options.now() : history.newest * SECOND_MS;
  const ageDays = Math.max(0, (newest - lastUpdated) / DAY_MS);

  const filesOf = new Map(paths.map((path) => [path, findFiles(path, { called, filled })]));
  const files = [...new Set([...filesOf.values()].flatMap((ids) => ids ?? []))].slice(0, MAX_FILES);
  const commits = files.length === 0 ? 0 : history.countSince(files, since);

  const lostNames = names.filter((name) => !inCode.has(name));
  const lostPaths = paths.filter((path) => filesOf.get(path) === undefined);
  const present = names.length + paths.length - lostNames.length - lostPaths.length;
  const removed = {
    names: lostNames,
    paths: lostPaths.filter((path) => options.visibility.isVisible(path)),
  };
  // The commit whose tree the document describes.
  const commit = history.findCommitAtOrAfter(since);
  const missing = commit === undefined
    ? [...removed.names, ...removed.paths]
    : await listRemovedMentions(reader, { commit, ...removed }, options);

  const named = { symbols: present + missing.length, missing };
  const { tip } = history;
  // Git is not queried when the result cannot matter.
  const mayMatter = files.length > 0 && ageDays > options.staleDays;
  const change = !mayMatter || commit === undefined || tip === undefined
    ? undefined
    : await compareFiles(reader, { document: path, since: commit, tip }, { ...options, files });
  // A document without a date that differs from its commit was changed just now.
  if (change?.isEdited && updated === undefined) {
    return {
      ...named,
      ageDays: 0,
      commits: 0,
      changedShare: 0,
      lastUpdated: modified,
      dated: "file",
    };
  }
  return { ...named, ageDays, commits, changedShare: change?.share ?? 0, lastUpdated, dated };
}

/** Returns the changes of a document and of some indexed files, or `undefined` when git fails. */
async function compareFiles(
  reader: IndexReader,
  compared: Omit<ComparedFiles, "files">,
  { files, ...place }: ChangeTree & { readonly files: readonly number[] },
): Promise<MeasuredChange | undefined> {
  // Imported only here: most documents are young, or name no file.
  const { measureChange } = await import("./measure_change.ts");
  const known = [...(await reader.readDocuments(files)).values()];
  return await measureChange({ ...compared, files: known.map(({ path }) => path) }, place);
}

function isFolder(path: string): boolean {
  return path.endsWith("/");
}

/** Returns the path of a folder without its trailing slash. */
function toFolder(path: string): string {
  return path.replace(/^(?:\.\/)+|\/$/g, "");
}

/** Returns the files of a path; empty for a folder, `undefined` when it does not exist. */
function findFiles(
  path: string,
  { called, filled }: Pick<Surroundings, "called" | "filled">,
): readonly number[] | undefined {
  if (isFolder(path)) return filled.has(toFolder(path)) ? [] : undefined;
  const { match } = createPathMatcher(path);
  const fitting = called.filter((document) => match(document.path) >= MIN_MATCH);
  return fitting.length === 0 ? undefined : fitting.length === 1 ? [fitting[0]!.id] : [];
}
