import { extractRepository } from "./extract_repository.ts";
import { mix } from "./pair.ts";
import { parseRefusedProjects, type RefusedProjects } from "./refused_project.ts";
import { renderSources, type SourceRecord } from "./source_record.ts";

/** Processes at once. */
const PROCESSES = 3;

const LIST = new URL("repositories.tsv", import.meta.url);
const REFUSED = new URL("refused_projects.txt", import.meta.url);
const RECORD = new URL("sources.tsv", import.meta.url);
const PROGRAM = new URL("main.ts", import.meta.url).pathname;

/** A line of the list of repositories. */
export interface ListedRepository {
  /** With its owner. */
  readonly name: string;
  /** What it is for: `train`, or `dev` to measure by. */
  readonly set: string;
}

/** Returns the repositories in a list of one a line. */
export function parseRepositories(list: string): readonly ListedRepository[] {
  return list.trim().split("\n").map((line) => {
    const [name = "", set = ""] = line.split("\t");
    return { name, set };
  });
}

/**
 * Reads the pairs of all listed repositories, each in a process of its own, and records them in
 * `sources.tsv`. What was read by an earlier run is kept.
 *
 * @param clones Folder of the clones: `owner+name`, or `owner+name/repo`.
 * @param work Folder that the pairs go to.
 */
export async function extractAll(clones: string, work: string): Promise<void> {
  Deno.mkdirSync(`${work}/pairs`, { recursive: true });
  const listed = parseRepositories(Deno.readTextFileSync(LIST));
  // In an order in which also those of the first minutes are a mixture.
  const queue = listed.toSorted((a, b) => mix(a.name) - mix(b.name));
  let next = 0;
  const run = async () => {
    for (let source = queue[next++]; source !== undefined; source = queue[next++]) {
      if (exists(recordPath(work, source.name))) continue;
      const args = ["run", "-A", PROGRAM, "repository", source.name, clones, work];
      await new Deno.Command(Deno.execPath(), { args }).spawn().status;
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, run));
  const records = listed.flatMap(({ name, set }) => {
    const path = recordPath(work, name);
    return exists(path)
      ? [{ ...JSON.parse(Deno.readTextFileSync(path)), set } as SourceRecord]
      : [];
  });
  Deno.writeTextFileSync(RECORD, renderSources(records));
}

/** Reads the pairs of one repository, and writes them and what there is to record. */
export async function extractOne(name: string, clones: string, work: string): Promise<void> {
  const base = `${clones}/${name.replace("/", "+")}`;
  const folder = exists(`${base}/repo`) ? `${base}/repo` : base;
  const { pairs, ...rest } = await extractRepository({ name, folder }, readRefused());
  const counts: Record<string, number> = {};
  for (const { kind } of pairs) counts[kind] = (counts[kind] ?? 0) + 1;
  const lines = pairs.map((pair) => JSON.stringify(pair)).join("\n");
  Deno.writeTextFileSync(`${work}/pairs/${name.replace("/", "+")}.jsonl`, lines);
  Deno.writeTextFileSync(recordPath(work, name), JSON.stringify({ name, ...rest, counts }));
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
