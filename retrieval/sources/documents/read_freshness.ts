import type { FreshnessEvidence } from "@dossier/core";
import { openPathMatcher } from "@dossier/core/query";
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

/** A document whose freshness is asked for. */
interface DatedDocument extends Pick<DesignDocument, "path" | "body" | "updated" | "modified"> {
  readonly id: number;
}

/** What speaks for a document being out of date, and when it was changed last. */
export interface DocumentFreshness extends FreshnessEvidence {
  /** In milliseconds since 1970. */
  readonly lastUpdated: number;
  /** What says so: its front matter, the last commit that touched it, or its file. */
  readonly dated: "document" | "commit" | "file";
}

interface FreshnessOptions extends ChangeTree {
  /** Days after which a document may be out of date. */
  readonly staleDays: number;
  /** Returns the time, in milliseconds since 1970: ages count from it where there are no commits. */
  readonly now: () => number;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

/** The least that a path in a document has to fit one of the tree: a bare file name does. */
const MIN_MATCH = 0.7;

/** Files whose changes are counted for one document. */
const MAX_FILES = 100;

/** What the index has of all that some documents name. */
interface Surroundings {
  readonly commits: CommitTimes;
  /** Those of the names that the code has. */
  readonly inCode: ReadonlySet<string>;
  /** Documents that may be at some path. */
  readonly called: readonly DocumentPath[];
  /** Those of the folders that there are. */
  readonly filled: ReadonlySet<string>;
}

/**
 * Returns what speaks for each of some documents being out of date, by row number.
 *
 * A name that the code does not have says that a document is out of date only if the code had it when the
 * document was written: most others are of examples and of other projects. See {@link listRemovedMentions}.
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
  // One after the other: each git takes a core for itself.
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
    .flatMap((path) => [...openPathMatcher(path).keys]);
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
  const lost = {
    names: lostNames,
    paths: lostPaths.filter((path) => options.visibility.shows(path)),
  };
  // The commit whose tree the document was written for.
  const commit = history.findCommitAtOrAfter(since);
  const missing = commit === undefined
    ? [...lost.names, ...lost.paths]
    : await listRemovedMentions(reader, { commit, ...lost }, options);

  const named = { symbols: present + missing.length, missing };
  const { tip } = history;
  // Where it makes no difference, git is not asked.
  const mayMatter = files.length > 0 && ageDays > options.staleDays;
  const change = !mayMatter || commit === undefined || tip === undefined
    ? undefined
    : await compareFiles(reader, { document: path, since: commit, tip }, { ...options, files });
  // One that does not say when it was changed last, and is not as it was committed, was changed just now.
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

/** Returns what has changed of a document and of some files of the index; undefined when git can not tell. */
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

/** Returns a path that was written with a slash at its end as the path of a folder. */
function toFolder(path: string): string {
  return path.replace(/^(?:\.\/)+|\/$/g, "");
}

/** Returns the files that a path leads to, none for a folder; undefined when it leads to nothing. */
function findFiles(
  path: string,
  { called, filled }: Pick<Surroundings, "called" | "filled">,
): readonly number[] | undefined {
  if (isFolder(path)) return filled.has(toFolder(path)) ? [] : undefined;
  const { match } = openPathMatcher(path);
  const fitting = called.filter((document) => match(document.path) >= MIN_MATCH);
  return fitting.length === 0 ? undefined : fitting.length === 1 ? [fitting[0]!.id] : [];
}
