import { extractRepository, MAX_PAIRS } from "./extract_repository.ts";
import { stableHash } from "./pair.ts";
import { parseRefusedProjects, type RefusedProjects } from "./refused_project.ts";
import { COMMIT_QUESTION_KINDS, makeCommitQuestions } from "./commit_questions.ts";
import { renderSources, type SourceRecord } from "./source_record.ts";

/** Number of processes at once. */
const PROCESSES = 3;

const LIST = new URL("repositories.tsv", import.meta.url);
const REFUSED = new URL("refused_projects.txt", import.meta.url);
const RECORD = new URL("sources.tsv", import.meta.url);
const QUESTIONS_RECORD = new URL("question_sources.tsv", import.meta.url);
const PROGRAM = new URL("main.ts", import.meta.url).pathname;

/** Line of the list of repositories. */
export interface ListedRepository {
  /** Name with the owner. */
  readonly name: string;
  /** Purpose: `train`, or `dev` for measurements. */
  readonly set: string;
}

/** Returns the repositories in a list with one per line. */
export function parseRepositories(list: string): readonly ListedRepository[] {
  return list.trim().split("\n").map((line) => {
    const [name = "", set = ""] = line.split("\t");
    return { name, set };
  });
}

/**
 * Extracts the pairs of all listed repositories, each in a separate process, and records them in
 * `sources.tsv`. Results of an earlier run are kept.
 *
 * @param clones Folder of the clones: `owner+name`, or `owner+name/repo`.
 * @param work Output folder.
 */
export async function extractAll(clones: string, work: string): Promise<void> {
  Deno.mkdirSync(`${work}/pairs`, { recursive: true });
  const listed = parseRepositories(Deno.readTextFileSync(LIST));
  // In this order, even the first results are a mixture of projects.
  const queue = listed.toSorted((a, b) => stableHash(a.name) - stableHash(b.name));
  let next = 0;
  const run = async () => {
    for (let source = queue[next++]; source !== undefined; source = queue[next++]) {
      if (exists(recordPath(work, source.name))) continue;
      const args = ["run", "-A", PROGRAM, "repository", source.name, clones, work];
      await new Deno.Command(Deno.execPath(), { args }).spawn().status;
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, run));
  const records = readRecords(listed, (name) => recordPath(work, name));
  Deno.writeTextFileSync(RECORD, renderSources(records, Object.keys(MAX_PAIRS)));
}

/**
 * Makes questions of the commits of all listed and present repositories, and records them in
 * `question_sources.tsv`. Results of an earlier run are kept.
 *
 * @param work Output folder of the questions and their trees.
 */
export async function makeAllQuestions(clones: string, work: string): Promise<void> {
  Deno.mkdirSync(`${work}/questions`, { recursive: true });
  const listed = parseRepositories(Deno.readTextFileSync(LIST));
  const pathOf = (name: string) => `${work}/questions/${name.replace("/", "+")}`;
  for (const { name } of listed) {
    const folder = cloneFolder(clones, name);
    if (!exists(folder) || exists(`${pathOf(name)}.json`)) continue;
    const tree = `${work}/trees/${name.replace("/", "+")}`;
    try {
      const { questions, ...source } = await makeCommitQuestions({ name, folder }, {
        refused: readRefused(),
        tree,
      });
      const counts: Record<string, number> = {};
      for (const { kind } of questions) counts[kind] = (counts[kind] ?? 0) + 1;
      const lines = questions.map((question) => `${JSON.stringify(question)}\n`).join("");
      Deno.writeTextFileSync(`${pathOf(name)}.jsonl`, lines);
      Deno.writeTextFileSync(`${pathOf(name)}.json`, JSON.stringify({ ...source, counts }));
    } catch (error) {
      // The other repositories are still read.
      printLine(error instanceof Error ? error.message : String(error));
    }
  }
  const records = readRecords(listed, (name) => `${pathOf(name)}.json`);
  Deno.writeTextFileSync(QUESTIONS_RECORD, renderSources(records, COMMIT_QUESTION_KINDS));
}

/** Extracts the pairs of one repository, and writes them with their record. */
export async function extractOne(name: string, clones: string, work: string): Promise<void> {
  const folder = cloneFolder(clones, name);
  const { pairs, ...rest } = await extractRepository({ name, folder }, readRefused());
  const counts: Record<string, number> = {};
  for (const { kind } of pairs) counts[kind] = (counts[kind] ?? 0) + 1;
  const lines = pairs.map((pair) => JSON.stringify(pair)).join("\n");
  Deno.writeTextFileSync(`${work}/pairs/${name.replace("/", "+")}.jsonl`, lines);
  Deno.writeTextFileSync(recordPath(work, name), JSON.stringify({ name, ...rest, counts }));
}

/** Returns the existing records of some repositories, by the paths of their files. */
function readRecords(
  listed: readonly ListedRepository[],
  pathOf: (name: string) => string,
): readonly SourceRecord[] {
  return listed.flatMap(({ name, set }) => {
    const path = pathOf(name);
    return exists(path) ? [{ ...JSON.parse(Deno.readTextFileSync(path)), set }] : [];
  });
}

function cloneFolder(clones: string, name: string): string {
  const base = `${clones}/${name.replace("/", "+")}`;
  return exists(`${base}/repo`) ? `${base}/repo` : base;
}

function printLine(sentence: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${sentence}\n`));
}

function readRefused(): RefusedProjects {
  return parseRefusedProjects(Deno.readTextFileSync(REFUSED));
}

function recordPath(work: string, name: string): string {
  return `${work}/pairs/${name.replace("/", "+")}.json`;
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
