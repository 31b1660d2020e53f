import { makeBundle } from "../../cli/package/make_bundle.ts";
import { GeneratedTree } from "../runs/generated_tree.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { findRuntimes } from "./find_runtimes.ts";

/** Call of the library: the method of an engine and its arguments. */
export type Call = readonly [
  method: "search" | "explain" | "context" | "structure",
  asked: unknown,
];

const QUERIES: readonly string[] = [
  ...["retry failed uploads", "where is the queue drained", "how are tokens counted"],
  ...["write the index", "parse a header", "who sends mail", "close the connection"],
  ...["which settings are read", "merge segments", "load the table of words"],
  ...["best value for the budget", "near copies of a passage", "bm25f", "rankEvidence"],
  ...["why is a part left out", "weights of commits", "`packRanked` keeps the best"],
  ...["wie werden Treffer sortiert", "RangeError: Cannot pack", "core/pack/best_value.ts:12"],
  ...["score * idf", "fragments overlap outline", "the name of a file counts", "x", "budget 0"],
];

/** Definitions in the tree, which contains some folders of our own sources. */
const DEFINITIONS: readonly string[] = [
  ...["packRanked", "rankFragments", "packSections", "mergeSlots", "isOutlineOver", "overlaps"],
  ...["explainTerms", "scoreFile", "pathKinds", "retry_upload", "post_once"],
];

/** Folders of our own sources and documents in the tree. */
const FOLDERS = ["core/pack", "core/rank", "core/math", "examples", "docs/decisions"];

/** Maximum number of refused calls: the targets must be in the tree. */
const MOST_REFUSED = 5;

/** Queries whose answers are compared in every run of the tests, in three ways each. */
const FEW = 10;

/** Returns the calls to compare. */
export function listCalls(
  root: string,
): { readonly few: readonly Call[]; readonly all: readonly Call[] } {
  const asked = (queries: readonly string[]) =>
    queries.flatMap((query): readonly Call[] => [
      ["search", query],
      ["explain", query],
      ["context", query],
    ]);
  const files = listFiles(root).slice(0, 20);
  const structure = [
    { kind: "map" },
    ...FOLDERS.map((folder) => ({ kind: "map", targets: [folder] })),
    ...files.map((path) => ({ kind: "outline", targets: [path] })),
    ...files.map((path) => ({ kind: "related", targets: [`${path}:${definedAt(root, path)}`] })),
    ...["callers", "callees", "tests", "impact"].flatMap((kind) =>
      DEFINITIONS.map((target) => ({ kind, targets: [target] }))
    ),
    { kind: "paths", targets: ["retry_upload", "post_once"] },
    { kind: "paths", targets: ["packRanked", "overlaps"] },
  ].map((question): Call => ["structure", question]);
  return { few: asked(QUERIES.slice(0, FEW)), all: [...asked(QUERIES), ...structure] };
}

/** Returns the 1-based line of the first exported definition of a file. */
function definedAt(root: string, path: string): number {
  const lines = Deno.readTextFileSync(`${root}/${path}`).split("\n");
  return lines.findIndex((line) => /^export (?:function|interface|class|const)\b/.test(line)) + 1;
}

/** Returns the paths of scripts in the tree, relative to its root. */
function listFiles(root: string, folder = "core"): readonly string[] {
  return [...Deno.readDirSync(`${root}/${folder}`)].sort((a, b) => a.name < b.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) => {
      if (isDirectory) return listFiles(root, `${folder}/${name}`);
      return name.endsWith(".ts") && !/_test|^mod/.test(name) ? [`${folder}/${name}`] : [];
    });
}

/** Creates the tree of the calls. */
export async function createAnsweredTree(sources: string): Promise<TempWorkspace> {
  const workspace = new TempWorkspace({
    "upload.py":
      "def post_once(file):\n    return file\n\n\ndef retry_upload(file):\n    return post_once(file)\n",
  });
  new GeneratedTree(workspace, { files: 60, seed: 7 });
  for (const folder of FOLDERS) {
    const to = workspace.path(folder);
    Deno.mkdirSync(to, { recursive: true });
    const words = ["-c", 'cp -r "$1/." "$2"', "sh", `${sources}/${folder}`, to];
    await new Deno.Command("sh", { args: words }).output();
  }
  return workspace;
}

/** Answers calls, one per line; a failed call prints its error. */
const ASKING = `const [, , library, root, calls] = process.argv;
const { openEngine } = await import(library);
const { readFileSync } = process.getBuiltinModule("node:fs");
const engine = await openEngine({ root });
for (const [method, asked] of JSON.parse(readFileSync(calls, "utf8"))) {
  let said;
  try {
    const answer = await engine[method](asked, { record: false });
    said = method === "context" ? answer.sections : answer.results ?? [answer.subject, answer.definitions, answer.text];
  } catch (error) {
    said = { failure: String(error.message) };
  }
  process.stdout.write(JSON.stringify(said) + "\\n");
}
engine[Symbol.dispose]();
`;

/** Answers of a runtime. */
export interface RuntimeAnswers {
  readonly runtime: string;
  /** As JSON, in the order of the calls. */
  readonly answers: readonly string[];
  /** Errors; empty without any. */
  readonly stderr: string;
}

/**
 * Calls the library on each runtime, first on that of the sources. Each builds its own index.
 *
 * @param bundle Absolute path of a bundle; built when it is missing.
 */
export async function answerOnRuntimes(
  workspace: TempWorkspace,
  bundle: string,
  calls: readonly Call[],
): Promise<readonly RuntimeAnswers[]> {
  using folder = new TempWorkspace({ "ask.mjs": ASKING, "calls.json": JSON.stringify(calls) });
  const programs = [["deno", Deno.execPath(), "run", "--allow-all"], ...await findRuntimes()];
  const all: RuntimeAnswers[] = [];
  for (const [runtime = "", ...program] of programs) {
    workspace.write(".dossier/state/index.lock", "");
    workspace.remove(".dossier/state");
    const words = [folder.path("ask.mjs"), `${bundle}/library.js`, workspace.root];
    const { stdout, stderr } = await runProgram(folder.root, [
      ...program,
      ...words,
      folder.path("calls.json"),
    ]);
    all.push({ runtime, answers: stdout.split("\n").slice(0, -1), stderr });
  }
  return all;
}

/** Runs a program that the tests may run only through a shell. */
export async function runProgram(folder: string, words: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", 'exec "$@"', "sh", ...words],
    cwd: folder,
    env: { XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * Compares the answers of all runtimes and prints the calls that differ; returns the numbers of
 * equal and different answers.
 */
export async function compareAnswers(
  sources: string,
  print: (text: string) => void,
): Promise<{ readonly passed: number; readonly failed: number }> {
  using workspace = await createAnsweredTree(sources);
  const { all } = listCalls(workspace.root);
  using folder = new TempWorkspace();
  const bundle = folder.path("bundle");
  await makeBundle(bundle);
  const [first, ...others] = await answerOnRuntimes(workspace, bundle, all);
  const refused = first!.answers.filter((answer) => answer.startsWith('{"failure"'));
  if (refused.length > MOST_REFUSED) print(`Too many are refused: ${refused.join(" ")}\n`);
  if (others.length === 0) print("There are no other runtimes: deno task install --runtimes\n");
  let failed = Math.max(0, refused.length - MOST_REFUSED);
  for (const { runtime, answers, stderr } of others) {
    for (const [at, call] of all.entries()) {
      const [own, other] = [first!.answers[at], answers[at]];
      if (own !== undefined && own === other) continue;
      failed++;
      print(`FAILED ${runtime}: ${JSON.stringify(call)}\n${own}\n${other ?? stderr}\n`);
    }
    print(`${runtime}: ${all.length} answers compared\n`);
  }
  return { passed: others.length * all.length - failed, failed };
}
