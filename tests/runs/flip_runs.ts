import { openEngine } from "@dossier/retrieval";
import { inspectIndex } from "../inspect_index.ts";
import { removeIndex } from "../../retrieval/index/local/store/open_store.ts";
import { settleIndex } from "../settle_times.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { GeneratedTree, seededRandom } from "./generated_tree.ts";

/** Queries that the index before and after a flip is asked. */
const QUERY_COUNT = 12;

/** When the files were changed last: so long ago that their size and time are believed, in seconds. */
const AGE_S = 3600;

const INDEX = ".dossier/state/index.db";

/** Options of {@link runFlips}. */
export interface FlipOptions {
  /** Bits to flip, one at a time. */
  readonly flips: number;
  /** Files of the tree. */
  readonly files: number;
  /** Makes all that is random. */
  readonly seed: number;
  /** Called after each flip. */
  readonly onFlip?: (figures: FlipFigures) => void;
}

/** What became of the flips. */
export interface FlipFigures {
  /** Bits flipped so far. */
  readonly flips: number;
  /** Flips with which all answers are the same, and nothing is said. */
  readonly harmless: number;
  /** Flips that an answer notices: the index is built again, with a note. */
  readonly noticed: number;
  /** Flips that change an answer, which only `doctor --deep` tells. */
  readonly deep: number;
  /** Flips that `doctor --deep` takes for damage, whatever they change. */
  readonly reported: number;
  /** Flips that change an answer and that nothing tells, as offset and bit; empty when all is well. */
  readonly silent: readonly string[];
}

/**
 * Flips bits of an index file, one at a time, and asks the same questions: each must be answered as before,
 * or else be told of by the answer or by `doctor --deep`.
 */
export async function runFlips({ flips, files, seed, onFlip }: FlipOptions): Promise<FlipFigures> {
  using workspace = new TempWorkspace();
  const tree = new GeneratedTree(workspace, { files, seed });
  workspace.initialize();
  workspace.commit("Add all of the parts");
  tree.change(0.2);
  workspace.commit("Change some of them");
  const then = Date.now() / 1000 - AGE_S;
  for (const path of workspace.git("ls-files").trimEnd().split("\n")) {
    Deno.utimeSync(workspace.path(path), then, then);
  }
  const queries = tree.queries(QUERY_COUNT);
  await answerAll(workspace, queries);
  settleIndex(workspace.root);
  const expected = await answerAll(workspace, queries);
  const whole = Deno.readFileSync(workspace.path(INDEX));
  const random = seededRandom(seed + 1);
  const figures = {
    flips: 0,
    harmless: 0,
    noticed: 0,
    deep: 0,
    reported: 0,
    silent: [] as string[],
  };
  while (figures.flips < flips) {
    figures.flips++;
    const offset = Math.floor(random() * whole.length);
    const bit = Math.floor(random() * 8);
    const bytes = whole.slice();
    bytes[offset]! ^= 1 << bit;
    removeIndex(workspace.path(INDEX));
    workspace.write(INDEX, bytes);
    const { condition } = inspectIndex(workspace.path(".dossier/state"), { isThorough: true });
    const answer = await answerAll(workspace, queries);
    const isReported = condition !== "sound";
    if (isReported) figures.reported++;
    if (answer.isNoticed) figures.noticed++;
    else if (answer.results === expected.results) figures.harmless++;
    else if (isReported) figures.deep++;
    else figures.silent.push(`${offset}.${bit}`);
    onFlip?.(figures);
  }
  return figures;
}

/** Returns what an engine answers, and whether that was told of or ended in an error. */
async function answerAll(
  workspace: TempWorkspace,
  queries: readonly string[],
): Promise<{ readonly results: string; readonly isNoticed: boolean }> {
  const found: unknown[] = [];
  let isNoticed = false;
  try {
    using engine = await openEngine({ root: workspace.root });
    for (const query of queries) {
      const { results, notes } = await engine.search(query);
      found.push(results);
      isNoticed ||= notes.some(({ code }) => code === "index-rebuilt");
    }
  } catch {
    isNoticed = true;
  }
  return { results: JSON.stringify(found), isNoticed };
}
