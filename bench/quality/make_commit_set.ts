import { join } from "node:path";
import { isRepository, locateClone } from "./clones.ts";
import { readCommitLog } from "./commit_log.ts";
import type { CommitRequest } from "./commit_request.ts";
import type { CommitSetOptions } from "./commits_arguments.ts";
import { exportTree, pathInfo, runGit } from "./repository.ts";
import { chooseRequests, pinRequests } from "./pin_requests.ts";
import { QualityUsageError, TextFile, writeText } from "./program.ts";

/** Maximum number of inspected commits. An older tree differs too much from the changed files. */
const LOG_LENGTH = 400;

/**
 * Limits of the number of files of a tree. In a smaller one any ranking finds the right file, and a
 * larger one takes long to index.
 */
const TREE_FILES = { min: 40, max: 2500 };

/** Number of characters of a commit's hash in the id of its query. */
const SHORT_NAME_LENGTH = 10;

const TABLE_HEAD = "name\tlanguage\tclone\trevision\tbenchmark_root\n";

/** Queries of a clone. */
interface CommitQueries {
  /** Commit of the tree. */
  readonly pin: string;
  /** Number of later commits. */
  readonly depth: number;
  readonly requests: readonly CommitRequest[];
}

/**
 * Creates a set of queries from the commits of clones, and returns a report. Unsuitable clones are
 * named on standard error with the reason.
 *
 * @throws {QualityUsageError} When the folder for the set is not empty, or no clone is suitable.
 */
export async function makeCommitSet(options: CommitSetOptions): Promise<string> {
  const { clones, out } = options;
  makeEmptyFolder(out);
  using queries = new TextFile(join(out, "commits.jsonl"));
  using table = new TextFile(join(out, "repos.tsv"));
  table.write(TABLE_HEAD);
  let queryCount = 0;
  let treeCount = 0;
  for (const name of listClones(options)) {
    const tree = join(out, "trees", "repos", name);
    const made = await readQueries(locateClone(clones, name), { ...options, tree });
    if (typeof made === "string") {
      writeText(Deno.stderr, `${name}: left out, ${made}\n`);
      continue;
    }
    for (const request of made.requests) queries.write(renderQuery(name, request));
    table.write(`${[name, "", toProject(name), made.pin, ""].join("\t")}\n`);
    writeText(
      Deno.stderr,
      `${name}: ${made.requests.length} queries, ${made.depth} commits back\n`,
    );
    queryCount += made.requests.length;
    treeCount += 1;
  }
  if (treeCount === 0) {
    throw new QualityUsageError(`Cannot make a set: no clone in "${clones}" gives enough queries`);
  }
  return `${queryCount} queries over ${treeCount} trees in ${out}\n` +
    `deno task bench:quality --bench ${out} --trees ${join(out, "trees")} --sets commits ` +
    `--history ${clones}\n`;
}

/** Returns the names of the clones' folders, sorted. */
function listClones({ clones, excluded }: CommitSetOptions): string[] {
  const names = new Set(excluded.map((name) => name.toLowerCase()));
  const isExcluded = (folder: string) => {
    const project = toProject(folder).toLowerCase();
    return names.has(project) || names.has(project.slice(project.indexOf("/") + 1));
  };
  return Array.from(Deno.readDirSync(clones), ({ name }) => name).sort()
    .filter((name) => isRepository(locateClone(clones, name)) && !isExcluded(name));
}

/** Returns the name of the project in a folder: `OWNER/NAME`, or `NAME`. */
function toProject(folder: string): string {
  return folder.replace("+", "/");
}

/** Writes the tree of a clone and returns its queries, or the reason why it has none. */
async function readQueries(
  repository: string,
  { tree, perRepository }: CommitSetOptions & { readonly tree: string },
): Promise<CommitQueries | string> {
  const log = await readCommitLog(repository, { limit: LOG_LENGTH });
  const pinned = log && pinRequests(log, { perRepository });
  if (pinned === undefined) return `too few of ${log?.length ?? 0} commits ask for something`;
  const { pin, depth } = pinned;
  const files = await runGit(repository, "ls-tree", "-r", "-z", "--name-only", pin) ?? "";
  const count = files.split("\0").length - 1;
  if (count < TREE_FILES.min) return `${count} files are too few`;
  if (count > TREE_FILES.max) return `${count} files are too many`;
  const isWhole = await exportTree(repository, { revision: pin, folder: tree });
  // An entry of the commit may be absent here, such as a submodule, so the folder is checked.
  const hasFile = (path: string) => pathInfo(join(tree, path))?.isFile ?? false;
  const requests = isWhole && chooseRequests(pinned.requests, { hasFile, perRepository });
  if (requests) return { pin, depth, requests };
  Deno.removeSync(tree, { recursive: true });
  return isWhole ? "too few commits change files of its tree" : "its clone is not whole";
}

function renderQuery(repo: string, { sha, query, paths }: CommitRequest): string {
  const targets = paths.map((path) => ({
    path,
    resolved: path,
    start_line: null,
    end_line: null,
    secondary: false,
  }));
  const line = JSON.stringify({
    repo,
    language: "",
    pinned: "y",
    benchmark_root: "",
    query_id: `${repo}@${sha.slice(0, SHORT_NAME_LENGTH)}`,
    query,
    category: paths.length === 1 ? "one file" : "several files",
    sha,
    targets,
  });
  return `${line}\n`;
}

function makeEmptyFolder(path: string): void {
  Deno.mkdirSync(path, { recursive: true });
  const [entry] = Deno.readDirSync(path);
  if (entry === undefined) return;
  throw new QualityUsageError(
    `Cannot write the set to "${path}" as the folder must be empty: it holds "${entry.name}"`,
  );
}
