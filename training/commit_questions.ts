import { type PathKind, pathKinds } from "@dossier/core/rank";
import { commitBody, commitTitle } from "./commit_pairs.ts";
import { inspectCommit, type Source } from "./extract_repository.ts";
import { GitRepository, type TreeEntry } from "./git_repository.ts";
import { type LineSpan, mapToEarlier, parseReplacements } from "./map_lines.ts";
import { stableHash } from "./pair.ts";
import { type ChangedFile, type Commit, readCommits } from "./parse_commits.ts";
import type { RefusedProjects } from "./refused_project.ts";
import type { SourceRecord } from "./source_record.ts";

/** Lines of a file of a tree, 1-based and inclusive. */
interface PathRange {
  readonly path: string;
  readonly "start_line": number;
  readonly "end_line": number;
}

/** Message of a commit as a question, in the format of `deno task bench:delivery`. */
export interface CommitQuestion {
  /** Name of the tree. */
  readonly repo: string;
  /** Name of the clone, with its owner. */
  readonly clone: string;
  /** Commit of the tree, an ancestor of the commit with the message. */
  readonly revision: string;
  readonly "query_id": string;
  readonly kind: CommitQuestionKind;
  readonly query: string;
  /** Lines of code that the commit changed, at their positions in the tree. */
  readonly essential: readonly PathRange[];
  /** The same for tests and documents. */
  readonly helpful: readonly PathRange[];
}

/** Form of a question: a subject alone, or a whole message. */
export type CommitQuestionKind = typeof COMMIT_QUESTION_KINDS[number];

/** All kinds of questions. */
export const COMMIT_QUESTION_KINDS = ["title", "message"] as const;

/** Repository, with the questions about it and their tree. */
export interface RepositoryQuestions extends Omit<SourceRecord, "set" | "counts"> {
  readonly questions: readonly CommitQuestion[];
}

/** Maximum number of questions about one repository, so that none outweighs the others. */
const MAX_QUESTIONS = 90;

/** Maximum number of commits after the tree, and their share of all. The nearest are used first. */
const MAX_LATER = 700;
const MAX_LATER_SHARE = 0.3;

/** Maximum number of files and lines of a commit. A larger commit is about none of them. */
const MAX_FILES = 10;
const MAX_LINES = 300;

/** Minimum share of the changed lines of code that must be in the tree. */
const MIN_MAPPED = 0.5;

/** Minimum number of words of a title, and of UTF-16 units of a message. */
const MIN_WORDS = 4;
const MAX_MESSAGE = 3000;

/** Maximum number of files of a tree, and of bytes of one: larger ones are data. */
const MAX_TREE_FILES = 6000;
const MAX_FILE_BYTES = 1_000_000;

/** Kinds of files that a commit changes along with its subject. */
const SECONDARY_KINDS: ReadonlySet<PathKind> = new Set(["test", "example", "generated"]);
const DOCUMENT_REGEXP = /\.(?:md|mdx|rst|adoc)$/i;
const RECORD_REGEXP = /(?:^|\/)(?:change(?:s|log)|history|news|releases?)\b[^/]*$/i;

/**
 * Writes the tree of a repository as it was some hundreds of commits ago, and returns a question
 * for each later commit whose lines can be located in it.
 *
 * @param tree Folder for the tree. Files with another project's name or without UTF-8 are omitted.
 * @throws {Error} When the repository is a refused project, its licence is not allowed for sources,
 *   or it contains too many files.
 */
export async function makeCommitQuestions(
  { name, folder }: Source,
  { refused, tree }: { readonly refused: RefusedProjects; readonly tree: string },
): Promise<RepositoryQuestions> {
  using repository = new GitRepository(folder);
  const all = (await repository.run("rev-list", "--no-merges", "HEAD")).trim().split("\n");
  const commit = all[Math.min(MAX_LATER, Math.floor(all.length * MAX_LATER_SHARE))]!;
  const { files, isOwnSource, ...licence } = await inspectCommit(repository, {
    name,
    commit,
    refused,
  });
  if (files.length > MAX_TREE_FILES) {
    throw new Error(`Cannot ask about "${name}" as it has ${files.length} files`);
  }
  await layOut(files, { repository, tree });
  const blobs = new Map(files.map(({ path, blob }) => [path, blob]));
  const commitFields = { repo: name.replace("/", "+"), clone: name, revision: commit };
  const questions: CommitQuestion[] = [];
  const later = await repository.run("rev-list", "--no-merges", "--reverse", `${commit}..HEAD`);
  for await (const one of readCommits(repository, later)) {
    const query = messageQuery(one);
    if (query === undefined) continue;
    const lines = await findLines(one, { repository, blobs, isOwnSource });
    if (lines === undefined) continue;
    questions.push({ ...commitFields, "query_id": one.hash, ...query, ...lines });
    if (questions.length === MAX_QUESTIONS) break;
  }
  return { name, commit, ...licence, questions };
}

/**
 * Returns the question of a commit, half of them with the whole message; undefined when it says too
 * little.
 */
export function messageQuery(
  commit: Commit,
): Pick<CommitQuestion, "kind" | "query"> | undefined {
  const title = commitTitle(commit);
  if (title === undefined || title.split(" ").length < MIN_WORDS) return undefined;
  const body = stableHash(title) % 2 === 0 ? "" : commitBody(commit).slice(0, MAX_MESSAGE);
  return body === ""
    ? { kind: "title", query: title }
    : { kind: "message", query: `${title}\n\n${body}` };
}

async function layOut(
  files: readonly TreeEntry[],
  { repository, tree }: { readonly repository: GitRepository; readonly tree: string },
): Promise<void> {
  for (const { path, blob, size } of files) {
    const text = size > MAX_FILE_BYTES ? undefined : await repository.readText(blob);
    if (text === undefined) continue;
    const target = `${tree}/${path}`;
    Deno.mkdirSync(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(target, text);
  }
}

/**
 * Returns the lines of the tree that a commit changed; undefined when too few of them can be
 * located.
 */
async function findLines(
  { files }: Commit,
  { repository, blobs, isOwnSource }: {
    readonly repository: GitRepository;
    readonly blobs: ReadonlyMap<string, string>;
    readonly isOwnSource: (path: string) => boolean;
  },
): Promise<Pick<CommitQuestion, "essential" | "helpful"> | undefined> {
  const changed = files.flatMap(({ ranges }) => ranges);
  if (files.length > MAX_FILES || countLines(changed) > MAX_LINES) return undefined;
  const essential: PathRange[] = [];
  const helpful: PathRange[] = [];
  let [changedLines, mapped] = [0, 0];
  for (const file of files) {
    const known = blobs.get(file.path);
    if (!isOwnSource(file.path) || RECORD_REGEXP.test(file.path)) continue;
    const isCode = isMainCode(file.path);
    if (isCode) changedLines += countLines(file.ranges);
    if (known === undefined) continue;
    const spans = await mapFile(file, { repository, known });
    if (isCode) mapped += countLines(spans);
    for (const { start, end } of spans) {
      const range = { path: file.path, "start_line": start, "end_line": end - 1 };
      (isCode ? essential : helpful).push(range);
    }
  }
  return mapped === 0 || mapped < MIN_MAPPED * changedLines ? undefined : { essential, helpful };
}

async function mapFile(
  { blob, ranges }: ChangedFile,
  { repository, known }: { readonly repository: GitRepository; readonly known: string },
): Promise<readonly LineSpan[]> {
  if (blob === known) return mapToEarlier(ranges, []);
  const diff = await repository.run("diff", "--unified=0", "--no-ext-diff", known, blob);
  return mapToEarlier(ranges, parseReplacements(diff));
}

/** Returns true when a file is code, and neither a test nor a similar file. */
function isMainCode(path: string): boolean {
  return !DOCUMENT_REGEXP.test(path) && !pathKinds(path).some((kind) => SECONDARY_KINDS.has(kind));
}

function countLines(spans: readonly LineSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
