import { join } from "node:path";
import { type BehaviourTree, git } from "./trees.ts";

/** Facts of a tree from which requests are made. */
export interface TreeFacts {
  readonly name: string;
  /** Files of program text, in order of their paths. */
  readonly code: readonly SourceFile[];
  /** Files of prose. */
  readonly documents: readonly SourceFile[];
  /** Commits, newest first, without merges. */
  readonly commits: readonly Commit[];
  /** Questions and messages of a benchmark about the tree. */
  readonly questions: readonly string[];
}

/** File with its definitions. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  /** Names that it seems to define; at least one in program text. */
  readonly symbols: readonly string[];
}

/** Commit, as the source of a task. */
export interface Commit {
  readonly subject: string;
  readonly body: string;
  /** Files that it changed and that exist. */
  readonly paths: readonly string[];
  readonly revision: string;
}

const CODE_REGEXP = /\.(?:py|tsx?|jsx?|go|rs|java)$/;
const DOCUMENT_REGEXP = /\.(?:md|mdx|rst|txt)$/;
const DEFINITION_REGEXP =
  /^\s*(?:export |public |static |pub |async )*(?:def|class|func|fn|function|interface|struct|enum|trait|type|const)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w{3,})/gm;

/** Maximum number of commits that are read, the newest. */
const COMMITS = 400;

/** Minimum length of a subject: shorter ones contain nothing to search for. */
const MIN_SUBJECT = 20;

/**
 * Reads the facts of a tree.
 *
 * @param folders.trees Folder with the tree.
 * @param folders.bench Folder of `.jsonl` files, whose lines have `repo` and `query`.
 */
export function readFacts(
  { name, questions = [] }: BehaviourTree,
  { trees, bench }: { readonly trees: string; readonly bench: string },
): TreeFacts {
  const root = join(trees, name);
  const paths = git(root, "ls-files", "-z").split("\0").filter((path) => path !== "").sort();
  const read = (path: string): SourceFile => {
    const text = Deno.readTextFileSync(join(root, path));
    const symbols = [...text.matchAll(DEFINITION_REGEXP)].map(([, symbol]) => symbol!);
    return { path, lines: text.split("\n").length, symbols: [...new Set(symbols)] };
  };
  return {
    name,
    code: paths.filter((path) => CODE_REGEXP.test(path)).map(read)
      .filter(({ symbols }) => symbols.length > 0),
    documents: paths.filter((path) => DOCUMENT_REGEXP.test(path)).map(read),
    commits: readCommits(root, new Set(paths)),
    questions: [...questions, ...readQuestions(name, bench)],
  };
}

function readCommits(root: string, present: ReadonlySet<string>): Commit[] {
  const format = "--format=%x01%H%x02%s%x02%b%x02";
  const log = git(root, "log", "--no-merges", `-${COMMITS}`, "--name-only", format, "HEAD~1");
  return log.split("\x01").slice(1).flatMap((entry) => {
    const [revision = "", subject = "", body = "", names = ""] = entry.split("\x02");
    const paths = names.split("\n").filter((path) => present.has(path));
    const isTelling = subject.length >= MIN_SUBJECT && paths.some((path) => CODE_REGEXP.test(path));
    return isTelling ? [{ revision, subject, body: body.trim(), paths }] : [];
  });
}

function readQuestions(name: string, bench: string): string[] {
  const files = [...Deno.readDirSync(bench)].map(({ name }) => name).sort()
    .filter((file) => file.endsWith(".jsonl"));
  const lines = files.flatMap((file) => Deno.readTextFileSync(join(bench, file)).split("\n"));
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line))
    .filter(({ repo }) => repo === name).map(({ query }) => query);
}
