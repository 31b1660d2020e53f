import { openEngine } from "@dossier/retrieval";
import { inspectIndex } from "../inspect_index.ts";
import { removeIndex } from "../../retrieval/index/local/store/open_store.ts";
import { trustIndexTimes } from "../trust_times.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { GeneratedTree, seededRandom } from "./generated_tree.ts";

/** Queries to the index before and after a flip. */
const QUERY_COUNT = 12;

/** Time of the files' last change, in seconds: so long ago that their size and time are trusted. */
const AGE_S = 3600;

const INDEX = ".dossier/state/index.db";

/** Options of {@link runFlips}. */
export interface FlipOptions {
  /** Number of bits to flip, one at a time. */
  readonly flips: number;
  /** Number of files of the tree. */
  readonly files: number;
  /** Makes all that is random. */
  readonly seed: number;
  /** Called after each flip. */
  readonly onFlip?: (figures: FlipFigures) => void;
}

/** Results of the flips. */
export interface FlipFigures {
  /** Number of bits flipped so far. */
  readonly flips: number;
  /** Number of flips without an effect on answers. */
  readonly harmless: number;
  /** Number of flips that an answer detects: the index is rebuilt, with a note. */
  readonly noticed: number;
  /** Number of flips that change an answer and are detected only by `doctor --deep`. */
  readonly deep: number;
  /** Number of flips that `doctor --deep` reports as damage, with any effect. */
  readonly reported: number;
  /** Undetected flips that change an answer, as offset and bit; empty without any. */
  readonly silent: readonly string[];
}

/**
 * Flips bits of an index file, one at a time, and asks the same questions: each answer must be
 * unchanged, or the answer or `doctor --deep` must report the damage.
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
  trustIndexTimes(workspace.root);
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

/** Returns the answers of an engine, and whether they had a note about damage or failed. */
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
