/**
 * Counts how often the memory finds an earlier issue of a tracker that cites a file which the fix
 * of another changes: by words, and by words and meaning. Issues come in order of time, and each is
 * queried against those closed before it.
 *
 * deno run -A bench/memory/meaning.ts --tasks FILE [--titles]
 *
 * --tasks FILE   output of `trackers.ts`
 * --titles       uses only titles, without descriptions
 *
 * @module
 */

import { parseArgs } from "node:util";
import { searchObservations } from "../../features/memory/find_observations.ts";
import { MEMORY_TABLES } from "../../features/memory/memory_tables.ts";
import {
  embedObservations,
  type MemoryPlace,
  openMemoryPlace,
  SQLITE,
  storeObservation,
} from "../../features/memory/store/mod.ts";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import { type Embedder, openEmbedder } from "../../retrieval/embed/mod.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { markdownTable } from "../markdown_table.ts";
import { existingPath, printAnswer, QualityUsageError } from "../quality/program.ts";
import type { RelatedTask, Replay } from "./replay.ts";

const SCORERS = ["words", "hybrid"] as const;

/** Number of inspected answers. */
const INSPECTED_ANSWERS = 5;

/**
 * Ranks of the first right answer, from 1, by scorer; 0 when none is among the inspected answers.
 */
type Ranks = Readonly<Record<typeof SCORERS[number], number>>;

/** Queries with the tasks in their order, and returns the ranks for those with a right answer. */
async function queryTasks(
  { tasks, memories }: Replay,
  { place, embedder, isTitle }: {
    readonly place: MemoryPlace;
    readonly embedder: Embedder;
    readonly isTitle: boolean;
  },
): Promise<readonly Ranks[]> {
  const stored = new Set<string>();
  const cited = new Map<string, ReadonlySet<string>>();
  const places: Ranks[] = [];
  for (const { earlier, changed, problem } of tasks) {
    for (const id of earlier.filter((id) => !stored.has(id))) {
      stored.add(id);
      for (const { claim, anchors } of memories[id] ?? []) {
        const kept = await storeObservation(place, {
          kind: "error",
          content: claim,
          origin: "captured",
          classification: "internal",
          anchors: anchors.map((anchor) => ({ ...anchor, hash: "" })),
        });
        if (kept.same === undefined) cited.set(kept.id, new Set(anchors.map(({ path }) => path)));
      }
    }
    await embedObservations(place, embedder, { maxMs: Infinity });
    const right = findRight(cited, changed);
    if (right.size === 0) continue;
    const text = isTitle ? problem.split("\n")[0]! : problem;
    const findRank = async (scorer: typeof SCORERS[number]) => {
      const settings = { scorer, corroboration: false };
      const found = await searchObservations(
        place,
        { text, limit: INSPECTED_ANSWERS },
        settings,
        embedder,
      );
      return found.findIndex(({ observation: { id } }) => right.has(id)) + 1;
    };
    places.push({ words: await findRank("words"), hybrid: await findRank("hybrid") });
  }
  return places;
}

/** Returns the ids of those that cite a changed file. */
function findRight(
  cited: ReadonlyMap<string, ReadonlySet<string>>,
  changed: RelatedTask["changed"],
): ReadonlySet<string> {
  return new Set(
    [...cited].flatMap(([id, paths]) => changed.some(({ path }) => paths.has(path)) ? id : []),
  );
}

if (import.meta.main) {
  await printAnswer(async () => {
    const { values } = parseArgs({
      options: { tasks: { type: "string" }, titles: { type: "boolean", default: false } },
    });
    if (values.tasks === undefined) {
      throw new QualityUsageError('Cannot ask the memory: give "--tasks FILE"');
    }
    const replay: Replay = JSON.parse(Deno.readTextFileSync(existingPath("tasks", values.tasks)));
    using workspace = new TempWorkspace();
    using state = await openState(workspace.root, { tables: [MEMORY_TABLES] });
    using embedder = await openEmbedder(undefined, { root: workspace.root });
    if (embedder === undefined) throw new QualityUsageError("Cannot ask the memory: no model");
    const name = { organization: "local", project: "tracker" };
    const place = await openMemoryPlace(state, name, SQLITE);
    const places = await queryTasks(replay, { place, embedder, isTitle: values.titles });
    const count = (isCounted: (one: Ranks) => boolean) => String(places.filter(isCounted).length);
    const rows = SCORERS.map((scorer) => [
      scorer,
      count((one) => one[scorer] === 1),
      count((one) => one[scorer] > 0),
    ]);
    const found = ({ words, hybrid }: Ranks) => Math.sign(hybrid) - Math.sign(words);
    return [
      `${replay.tasks.length} tasks, ${places.length} with a right answer`,
      markdownTable(["found by", "right first", `right among ${INSPECTED_ANSWERS}`], rows),
      `found by meaning only ${count((one) => found(one) > 0)}, lost ${
        count((one) => found(one) < 0)
      }`,
    ].join("\n\n");
  });
}
