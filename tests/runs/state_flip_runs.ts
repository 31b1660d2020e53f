import { appendInjection } from "../../retrieval/delivery/state/append_injection.ts";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import { findInjection, listInjections } from "../../retrieval/delivery/state/read_injections.ts";
import { inspectState } from "../../retrieval/inspect/health/inspect_state.ts";
import { exampleAnswer, exampleDraft } from "../example_draft.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { seededRandom } from "./generated_tree.ts";
import type { FlipFigures } from "./flip_runs.ts";

const SESSION = "flipped";

/**
 * Flips bits of a state file, one at a time, and reads all records: each must be unchanged, or its
 * reader must get an error.
 */
export async function runStateFlips(
  { flips, records, seed }: {
    readonly flips: number;
    readonly records: number;
    readonly seed: number;
  },
): Promise<FlipFigures> {
  using workspace = new TempWorkspace();
  const path = workspace.path("state.db");
  {
    using state = await openState(workspace.root);
    for (let number = 1; number <= records; number++) {
      await appendInjection(
        state,
        number % 2 === 0
          ? { ...exampleDraft(number, { fragments: 8 }), session: SESSION }
          : exampleAnswer(number, { session: SESSION, round: (number + 1) / 2 }),
      );
    }
  }
  const expected = await readAll(workspace.root, records);
  const whole = Deno.readFileSync(path);
  const random = seededRandom(seed);
  const figures = { flips, harmless: 0, noticed: 0, deep: 0, reported: 0, silent: [] as string[] };
  for (let flip = 0; flip < flips; flip++) {
    const offset = Math.floor(random() * whole.length);
    const bit = Math.floor(random() * 8);
    const bytes = whole.slice();
    bytes[offset]! ^= 1 << bit;
    for (const { name } of [...Deno.readDirSync(workspace.root)]) workspace.remove(name);
    Deno.writeFileSync(path, bytes);
    const isReported = inspectState(workspace.root).condition !== "sound";
    if (isReported) figures.reported++;
    const read = await readAll(workspace.root, records);
    if (read === undefined) figures.noticed++;
    else if (read === expected) figures.harmless++;
    else if (isReported) figures.deep++;
    else figures.silent.push(`${offset}.${bit}`);
  }
  return figures;
}

/** Returns all records as they are read; undefined when one of them is reported as damaged. */
async function readAll(folder: string, records: number): Promise<string | undefined> {
  try {
    using state = await openState(folder);
    const listed = await listInjections(state, { limit: records + 1 });
    const found: unknown[] = [];
    for (let id = 1; id <= records; id++) found.push(await findInjection(state, id) ?? null);
    return JSON.stringify([listed, found]);
  } catch {
    return undefined;
  }
}
