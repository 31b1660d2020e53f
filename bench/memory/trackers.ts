/**
 * Replays the tracker of a repository that keeps its issues in git, in order of time. Each issue that a
 * commit closed is a task on the tree before that commit. Its memories are the commits that closed earlier
 * issues.
 *
 * deno run -A bench/memory/trackers.ts --clones DIR --repo OWNER/NAME [--issues FILE] [--after N] [--tasks N] [--out FILE]
 *
 * --clones DIR   git clones DIR/OWNER+NAME/repo
 * --repo         the repository
 * --issues FILE  path of its issues in git, as JSON lines with id, title and description (.beads/issues.jsonl)
 * --after N      number of first closed issues that are used only as memories (50)
 * --tasks N      maximum number of tasks, evenly spaced among the others (100)
 * --out FILE     output file of the tasks, in the format that main.ts reads
 *
 * A commit closes the one issue that its message names. Only the title and the description of an issue are
 * used, as the rest may have been written after the fix.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { parseHunks } from "../quality/changed_lines.ts";
import { locateClone } from "../quality/clones.ts";
import { existingPath, printAnswer, QualityUsageError } from "../quality/program.ts";
import { runGit } from "../quality/repository.ts";
import type { CitedLocation, Remembered } from "./memory_text.ts";
import { isSecondaryFile, type RelatedTask, type Replay } from "./replay.ts";

/** Commit that closed an issue. */
interface ClosingCommit {
  readonly id: string;
  readonly commit: string;
  /** Time in seconds since 1970. */
  readonly time: number;
}

/** Issue in the form of the tracker. */
interface TrackerIssue {
  readonly id?: string;
  readonly title?: string;
  readonly description?: string;
}

/** Maximum number of versions of the tracker that are read, as it deletes issues. */
const MAX_VERSIONS = 12;

/** Maximum number of files that a commit of one task changes. */
const MAX_FILES = 10;

/** Maximum number of locations of one memory. */
const MAX_PLACES = 4;

const ID_REGEXP = /[A-Za-z][\w-]*-[a-z0-9]+(?:\.\d+)*/g;

/** Returns the tasks of a tracker, and the memories of each closed issue. */
export async function replayTracker(
  repository: string,
  { repo, issues: path, after, tasks: limit }: {
    readonly repo: string;
    readonly issues: string;
    readonly after: number;
    readonly tasks: number;
  },
): Promise<Replay> {
  const issues = await readIssues(repository, path);
  const closings = await listClosings(repository, issues);
  const memories: Record<string, readonly Remembered[]> = {};
  const tasks: RelatedTask[] = [];
  const dropped: { id: string; reason: string }[] = [];
  const candidates = closings.slice(after);
  const every = Math.max(1, Math.floor(candidates.length / limit));
  for (const [i, { id, commit, time }] of closings.entries()) {
    const { title = "", description = "" } = issues.get(id)!;
    const change = await readChange(repository, commit);
    if (change === undefined) {
      dropped.push({ id, reason: "the clone lacks some of its commit" });
      continue;
    }
    const isAsked = i >= after && (i - after) % every === 0 && change.changed.length > 0;
    if (isAsked) {
      tasks.push({
        id,
        repo,
        baseCommit: `${commit}^`,
        date: time,
        problem: `${title}\n${description}`,
        changed: change.changed,
        kind: "unrelated",
        earlier: closings.slice(0, i).filter((other) => other.time < time).map(({ id }) => id),
      });
    }
    const anchors = change.places.slice(0, MAX_PLACES);
    const where = anchors.map(({ path, symbol }) => symbol ?? path).join(", ");
    memories[id] = anchors.length === 0
      ? []
      : [{ claim: `"${title}" was solved in ${where}`, anchors }];
  }
  return { bases: [], tasks, memories, dropped };
}

async function readIssues(
  repository: string,
  path: string,
): Promise<ReadonlyMap<string, TrackerIssue>> {
  const log = await runGit(repository, "log", "HEAD", "--format=%H", "--", path) ?? "";
  const versions = log.split("\n").filter(Boolean);
  const every = Math.max(1, Math.floor(versions.length / MAX_VERSIONS));
  const issues = new Map<string, TrackerIssue>();
  for (const version of versions.filter((_, i) => i % every === 0)) {
    for (const line of (await runGit(repository, "show", `${version}:${path}`) ?? "").split("\n")) {
      const issue = parseIssue(line);
      if (issue?.id === undefined || issue.title === undefined) continue;
      if (!issues.has(issue.id)) issues.set(issue.id, issue);
    }
  }
  return issues;
}

function parseIssue(line: string): TrackerIssue | undefined {
  try {
    return line.trim() === "" ? undefined : JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Returns the first commit that names each issue and no other, and changes a few files, oldest
 * first.
 */
async function listClosings(
  repository: string,
  issues: ReadonlyMap<string, TrackerIssue>,
): Promise<readonly ClosingCommit[]> {
  const log = await runGit(
    repository,
    ...["log", "HEAD", "--no-merges", "--no-renames", "--reverse", "--name-only"],
    "--format=%x01%H %ct%n%B%x02",
  );
  const closings = new Map<string, ClosingCommit>();
  for (const entry of log?.split("\x01").slice(1) ?? []) {
    const [head = "", names = ""] = entry.split("\x02");
    const [first = "", ...message] = head.split("\n");
    const [commit = "", time = ""] = first.split(" ");
    const files = names.trim().split("\n").filter((path) => path !== "" && !isSecondaryFile(path));
    const ids = new Set(message.join("\n").match(ID_REGEXP)?.filter((id) => issues.has(id)));
    const [id] = ids;
    if (id === undefined || ids.size > 1 || files.length === 0 || files.length > MAX_FILES) {
      continue;
    }
    if (!closings.has(id)) closings.set(id, { id, commit, time: Number(time) });
  }
  return [...closings.values()].sort((a, b) => a.time - b.time);
}

/** Returns the lines that a commit replaced, and the definitions around them, as git names them. */
async function readChange(
  repository: string,
  commit: string,
): Promise<
  (Pick<RelatedTask, "changed"> & { readonly places: readonly CitedLocation[] }) | undefined
> {
  const options = ["--unified=0", "--no-ext-diff", "--no-renames", "--diff-filter=M"];
  const diff = await runGit(repository, "diff", ...options, `${commit}^`, commit);
  if (diff === undefined) return undefined;
  const changed: RelatedTask["changed"][number][] = [];
  const places = new Map<string, CitedLocation>();
  for (const file of diff.split(/^(?=diff --git )/m)) {
    const path = /^--- a\/(.+)$/m.exec(file)?.[1];
    if (path === undefined || isSecondaryFile(path)) continue;
    changed.push(...parseHunks(file).map((range) => ({ path, ...range })));
    for (const [, context = ""] of file.matchAll(/^@@ .*? @@ (.*)$/gm)) {
      const symbol = nameOf(context);
      places.set(`${path} ${symbol}`, symbol === undefined ? { path } : { path, symbol });
    }
    if (![...places.values()].some((place) => place.path === path)) places.set(path, { path });
  }
  return { changed, places: [...places.values()] };
}

/**
 * Returns the name of the definition that git shows after a hunk's header; undefined when there is
 * none.
 */
function nameOf(context: string): string | undefined {
  return /^\s*(?:(?:export|default|async|pub|public|private|static|func|fn|def|defn-?|class|type|struct|interface|function|const|var|let)\b\s*)+(?:\([^)]*\)\s*)?([A-Za-z_][\w]*)/
    .exec(context.replace(/^\(/, ""))?.[1];
}

if (import.meta.main) {
  await printAnswer(async () => {
    const { values } = parseArgs({
      options: {
        clones: { type: "string" },
        repo: { type: "string" },
        issues: { type: "string", default: ".beads/issues.jsonl" },
        after: { type: "string", default: "50" },
        tasks: { type: "string", default: "100" },
        out: { type: "string" },
      },
    });
    const { clones, repo, issues, out } = values;
    if (clones === undefined || repo === undefined) {
      throw new QualityUsageError('Cannot replay a tracker: give "--clones DIR" and "--repo NAME"');
    }
    const repository = locateClone(existingPath("clones", clones), repo.replace("/", "+"));
    const [after, tasks] = [Number(values.after), Number(values.tasks)];
    const replay = await replayTracker(repository, { repo, issues, after, tasks });
    const text = `${JSON.stringify(replay, null, 1)}\n`;
    if (out === undefined) return text;
    Deno.writeTextFileSync(out, text);
    return `${replay.tasks.length} tasks, ${Object.keys(replay.memories).length} closed issues\n`;
  });
}
