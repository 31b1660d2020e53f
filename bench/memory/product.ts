/**
 * Measures the program's own memory: each task is run with everything that was mined from earlier tasks in
 * its store.
 *
 * deno run -A bench/memory/product.ts --tasks FILE --clones DIR --trees DIR --state DIR --rows FILE
 *     [--kinds KIND,…] [--every N] [--budget TOKENS,…] [--curated FILE]
 *
 * The options are those of main.ts, which prints the rows. Arms: `none` and `commits` as there, without
 * memory; `product` with memories that were mined from earlier tasks; `product-curated` also with the
 * claims in a file; `product-stale` like `product`, but with a comment added to every cited line after the
 * memories were stored, so that nothing may be delivered. All memories are stored for the tree of the
 * task, as if they had just been verified.
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { openMemory, remember } from "@dossier/memory";
import { type Engine, isContextError, openEngine } from "../../mod.ts";
import { Clones } from "../quality/clones.ts";
import { existingPath, printAnswer, QualityUsageError, writeText } from "../quality/program.ts";
import { exportTree, pathInfo } from "../quality/repository.ts";
import { toDelivery } from "./arms.ts";
import type { Remembered } from "./memory_text.ts";
import type { RelatedTask, Replay } from "./replay.ts";
import { keyOf, readRows } from "./rows.ts";
import { type ArmRow, findClone, scoreArm, toIssue } from "./run_arms.ts";

/** Memories of each base task, by its id. */
type MemoriesByTask = Readonly<Record<string, readonly Remembered[]>>;

/** Settings of the program in an arm. */
interface ProductArm {
  readonly name: string;
  readonly sources: readonly ("mined" | "curated")[];
  readonly isStale?: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

const ARMS: readonly ProductArm[] = [
  { name: "none", sources: [], options: { memory: false, disabled: ["subjects"] } },
  { name: "commits", sources: [], options: { memory: false } },
  { name: "product", sources: ["mined"], options: { memory: true } },
  { name: "product-curated", sources: ["mined", "curated"], options: { memory: true } },
  { name: "product-stale", sources: ["mined"], isStale: true, options: { memory: true } },
];

/** Section of memories in a bundle. */
const SECTION = "memory";

/** Comment that is added to lines of a cited file to change it, by the ending of its name. */
const COMMENTS: Readonly<Record<string, string>> = { py: " #", edn: " ;", clj: " ;", cljc: " ;" };
const COMMENT = " //";

if (import.meta.main) {
  await printAnswer(async () => {
    const { values } = parseArgs({
      options: {
        tasks: { type: "string" },
        clones: { type: "string" },
        trees: { type: "string" },
        state: { type: "string" },
        rows: { type: "string" },
        curated: { type: "string" },
        kinds: { type: "string" },
        every: { type: "string", default: "1" },
        budget: { type: "string", default: "1000,4000" },
        arms: { type: "string" },
      },
    });
    const { tasks: file, clones, trees, state, rows: out, curated } = values;
    if (!file || !clones || !trees || !state || !out) {
      throw new QualityUsageError(
        'Cannot measure: give "--tasks", "--clones", "--trees", "--state" and "--rows"',
      );
    }
    const replay: Replay = JSON.parse(Deno.readTextFileSync(existingPath("tasks", file)));
    const written: MemoriesByTask = curated === undefined
      ? {}
      : JSON.parse(Deno.readTextFileSync(curated));
    const kinds = values.kinds?.split(",");
    const tasks = replay.tasks.filter(({ kind }) => kinds?.includes(kind) ?? true)
      .filter(({ earlier }) => earlier.length > 0)
      .filter((_, i) => i % Number(values.every) === 0);
    const arms = values.arms?.split(",");
    const known = new Set(readRows(out).map(keyOf));
    using rows = Deno.openSync(out, { create: true, append: true });
    for (const task of tasks) {
      const combinations = ARMS.filter(({ name }) => arms?.includes(name) ?? true).flatMap((arm) =>
        values.budget.split(",").map(Number)
          .filter((budget) => !known.has(keyOf({ task: task.id, arm: arm.name, budget })))
          .map((budget) => ({ arm, budget }))
      );
      if (combinations.length === 0) continue;
      const measured = await measureTask(task, combinations, {
        clones: new Clones(existingPath("clones", clones), ""),
        trees,
        state,
        memories: { mined: replay.memories, curated: written },
      });
      for (const row of measured) writeText(rows, `${JSON.stringify(row)}\n`);
    }
    return "";
  });
}

interface TaskPlaces {
  readonly clones: Clones;
  readonly trees: string;
  readonly state: string;
  readonly memories: Readonly<Record<"mined" | "curated", MemoriesByTask>>;
}

async function measureTask(
  task: RelatedTask,
  combinations: readonly { readonly arm: ProductArm; readonly budget: number }[],
  { clones, trees, state, memories }: TaskPlaces,
): Promise<readonly ArmRow[]> {
  const { repository, revision } = await findClone(clones, task);
  const root = join(trees, task.id);
  if (pathInfo(root) === undefined) await exportTree(repository, { revision, folder: root });
  const history = { repository, revision, folder: "" };
  const rows: ArmRow[] = [];
  for (const [arm, some] of Map.groupBy(combinations, ({ arm }) => arm)) {
    const folder = join(state, task.id);
    deleteMemories(folder);
    using engine = await openEngine({ root, state: folder, history });
    await engine.index();
    const kept = arm.sources.flatMap((source) =>
      task.earlier.flatMap((id) => memories[source][id] ?? [])
    );
    const remembered = await storeMemories(engine, kept);
    using _changed = arm.isStale ? editCitedLines(root, remembered) : undefined;
    if (arm.isStale) await engine.index();
    for (const { budget } of some) {
      const bundle = await engine.contextForIssue(toIssue(task), {
        ...arm.options,
        budget,
        refresh: false,
        record: false,
      });
      const recalled = bundle.fragments.filter(({ role }) => role === SECTION);
      rows.push({
        task: task.id,
        kind: task.kind,
        arm: arm.name,
        budget,
        ...scoreArm(task, {
          ...toDelivery(bundle),
          memoryTokens: recalled.reduce((sum, { tokens }) => sum + tokens, 0),
        }),
        memoryTokens: recalled.reduce((sum, { tokens }) => sum + tokens, 0),
        memories: recalled.length,
        hit: false,
      });
    }
  }
  return rows;
}

/** Deletes the memories of earlier arms. The index is kept. */
function deleteMemories(folder: string): void {
  for (const name of ["state.db", "state.db-wal", "state.db-shm"]) {
    if (pathInfo(join(folder, name)) !== undefined) Deno.removeSync(join(folder, name));
  }
}

/** Stores the memories that still cite something of the tree, and returns them. */
async function storeMemories(
  engine: Engine,
  memories: readonly Remembered[],
): Promise<readonly Remembered[]> {
  if (memories.length === 0) return [];
  const services = openServices(engine);
  const place = await openMemory(services);
  const kept: Remembered[] = [];
  for (const memory of memories) {
    const paths = memory.anchors.map(({ path, symbol }) =>
      symbol === undefined ? path : `${path}#${symbol}`
    );
    try {
      await remember(services, place, { content: memory.claim, kind: "decision", paths });
      kept.push(memory);
    } catch (error) {
      // The cited location is missing, or the tree says the same.
      if (!isContextError(error)) throw error;
    }
  }
  return kept;
}

/** Returns the part of an engine that storing memories needs, without a refresh each time. */
function openServices(engine: Engine): Engine {
  const { lease } = engine;
  return new Proxy(engine, {
    get(target, name) {
      if (name === "lease") {
        return (_: unknown, use: Parameters<typeof lease>[1]) =>
          target.lease({ refresh: false }, use);
      }
      // Similar documents are not searched.
      if (name === "search") return () => Promise.resolve({ results: [] });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Changes every line of the cited files until it is disposed of. */
function editCitedLines(root: string, memories: readonly Remembered[]): Disposable {
  const paths = new Set(memories.flatMap(({ anchors }) => anchors.map(({ path }) => path)));
  const before = new Map([...paths].map((path) => [path, Deno.readTextFileSync(join(root, path))]));
  for (const [path, text] of before) {
    const comment = COMMENTS[path.slice(path.lastIndexOf(".") + 1)] ?? COMMENT;
    Deno.writeTextFileSync(join(root, path), text.replaceAll(/(?<=\S)$/gm, comment));
  }
  return {
    [Symbol.dispose]() {
      for (const [path, text] of before) Deno.writeTextFileSync(join(root, path), text);
    },
  };
}
