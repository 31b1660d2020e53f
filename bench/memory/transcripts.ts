import { join } from "node:path";

/** Facts about a task in the transcript of an agent. */
export interface BaseTask {
  /** Id of the task, such as `django__django-11001`. Its number is that of the pull request. */
  readonly id: string;
  /** Repository, such as `django/django`. */
  readonly repo: string;
  readonly baseCommit: string;
  /** Path of the transcript. */
  readonly transcript: string;
  /** Issue in the form that the agent got. */
  readonly problem: string;
  /**
   * Files that the agent edited and read, relative to the tree, in the order of first use;
   * including its own scripts.
   */
  readonly edited: readonly string[];
  readonly read: readonly string[];
  /** Texts that its edits replaced, in order. */
  readonly replaced: readonly { readonly path: string; readonly text: string }[];
}

/** Folder of the transcripts in the data set. */
const TRANSCRIPTS = "SWEContextBench Lite Past Experience";

const TASK_REGEXP =
  /instance_id:\s*(\S+)\s+repo:\s*(\S+)\s+base_commit:\s*([\da-f]{40})\s+problem_statement:\s*([\s\S]*)$/;

/** Tools that change the file they name. */
const EDITING_TOOLS: readonly string[] = ["Edit", "MultiEdit", "Write"];

/** Entry of a transcript, with the fields that are read here. */
interface Entry {
  readonly message?: { readonly content?: string | readonly ContentBlock[] };
}

interface ContentBlock {
  readonly type?: string;
  readonly name?: string;
  readonly text?: string;
  readonly input?: { readonly "file_path"?: string; readonly "old_string"?: string };
}

/** Returns the tasks of the transcripts of the data set, in the order of their ids. */
export function readBaseTasks(data: string): readonly BaseTask[] {
  const folder = join(data, "cases", TRANSCRIPTS);
  const tasks = Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => readBaseTask(join(folder, name)))
    .filter((task) => task !== undefined);
  return tasks.sort((a, b) => a.id < b.id ? -1 : 1);
}

function readBaseTask(transcript: string): BaseTask | undefined {
  const edited = new Set<string>();
  const read = new Set<string>();
  const replaced: { path: string; text: string }[] = [];
  let task: RegExpExecArray | null = null;
  for (const { message } of readEntries(transcript)) {
    const content = message?.content ?? [];
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    for (const { type, name = "", text = "", input } of blocks) {
      if (type === "text") task ??= TASK_REGEXP.exec(text);
      const path = type === "tool_use" ? input?.file_path : undefined;
      if (path === undefined) continue;
      (EDITING_TOOLS.includes(name) ? edited : read).add(relativePath(path));
      const old = input?.old_string;
      if (old !== undefined) replaced.push({ path: relativePath(path), text: old });
    }
  }
  if (task === null) return undefined;
  const [, id = "", repo = "", baseCommit = "", problem = ""] = task;
  return {
    id,
    repo,
    baseCommit,
    transcript,
    problem,
    edited: [...edited],
    read: [...read],
    replaced,
  };
}

/**
 * Yields the entries of a transcript. An invalid line, such as the last one of a cut file, is
 * skipped.
 */
function* readEntries(path: string): Generator<Entry> {
  for (const line of Deno.readTextFileSync(path).split("\n")) {
    try {
      if (line.trim() !== "") yield JSON.parse(line);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
}

/**
 * Returns a path of the agent's machine relative to the tree, which is a folder `testbed` there.
 */
function relativePath(path: string): string {
  return path.replace(/^.*\btestbed\//, "").replace(/^(?:\.\/)+/, "");
}
