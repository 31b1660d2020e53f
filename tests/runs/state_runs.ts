import { isDeepStrictEqual } from "node:util";
import { fileURLToPath } from "node:url";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import type { StateStore } from "../../retrieval/delivery/state/state_store.ts";
import { findInjection, listInjections } from "../../retrieval/delivery/state/read_injections.ts";
import type { InjectionDraft } from "../../retrieval/delivery/state/injection.ts";
import { findSession } from "../find_session.ts";
import { exampleAnswer, exampleDraft } from "../example_draft.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { seededRandom } from "./generated_tree.ts";
import { WRITTEN_PASSAGES } from "./state_writer.ts";

const WRITER = fileURLToPath(import.meta.resolve("./state_writer.ts"));
const LOCK = fileURLToPath(import.meta.resolve("../../deno.lock"));

/** Number of writers of a run, all of one session. */
const WRITERS = 2;

/** Session with a name that would break careless code. */
const SESSION = `it's "one"/🐞; --`;

/** Number of runs with one state, before a new one is created. */
const RUNS_PER_STATE = 5;

/** Maximum time of a kill after the first record of a run, in milliseconds. */
const MAX_WRITING_MS = 60;

/**
 * Share of the kills that do not wait for a record, so that some occur while the state is created.
 */
const EARLY_SHARE = 0.3;

/** Maximum time of such a kill after the writer begins to open the state, in milliseconds. */
const MAX_OPENING_MS = 15;

/** Distance of the first examples of two writers, so that no two write the same. */
const EXAMPLES_PER_WRITER = 100_000;

/** Options of {@link runStateCrashes}. */
export interface StateCrashOptions {
  /** Number of processes to kill. */
  readonly kills: number;
  /** Makes all that is random. */
  readonly seed: number;
  /** Called after each run. */
  readonly onRun?: (figures: StateCrashFigures) => void;
}

/** Results for the writers. */
export interface StateCrashFigures {
  /** Number of killed processes. */
  readonly killed: number;
  /** Number of them without an acknowledged record. */
  readonly killedEarly: number;
  /** Number of acknowledged records. */
  readonly acknowledged: number;
  /** Number of written records whose writer was killed before the acknowledgement. */
  readonly unacknowledged: number;
  /** Lost, incomplete and wrong records, one per line; empty without any. */
  readonly failures: readonly string[];
}

/** Record that a writer has acknowledged. */
export interface Acknowledged {
  readonly id: number;
  /** Number of the example. */
  readonly number: number;
}

/**
 * Kills processes that write to one session at the same time with SIGKILL at random moments, again
 * and again. After each run every acknowledged record must be complete, no record may be
 * incomplete, and the rounds must have consecutive numbers.
 */
export async function runStateCrashes(
  { kills, seed, onRun }: StateCrashOptions,
): Promise<StateCrashFigures> {
  const random = seededRandom(seed);
  const figures = {
    killed: 0,
    killedEarly: 0,
    acknowledged: 0,
    unacknowledged: 0,
    failures: [] as string[],
  };
  let workspace = new TempWorkspace();
  let known: Acknowledged[] = [];
  let writers = 0;
  try {
    for (let run = 1; figures.killed < kills; run++) {
      const acknowledged = await Promise.all(
        Array.from(
          { length: Math.min(WRITERS, kills - figures.killed) },
          () => killWriter(workspace, { first: EXAMPLES_PER_WRITER * ++writers, random }),
        ),
      );
      figures.killed += acknowledged.length;
      figures.killedEarly += acknowledged.filter(({ length }) => length === 0).length;
      known = [...known, ...acknowledged.flat()];
      figures.acknowledged += acknowledged.flat().length;
      const { written, problems } = await checkState(workspace, known);
      figures.failures.push(...problems.map((problem) => `Run ${run}: ${problem}`));
      if (run % RUNS_PER_STATE === 0 || figures.killed >= kills) {
        figures.unacknowledged += written - known.length;
        workspace[Symbol.dispose]();
        workspace = new TempWorkspace();
        known = [];
      }
      onRun?.(figures);
    }
  } finally {
    workspace[Symbol.dispose]();
  }
  return figures;
}

/** Returns the command that runs a writer in a workspace, beginning with its first example. */
export function writerCommand(workspace: TempWorkspace, first: number): string[] {
  const write = `--allow-write=${workspace.root}`;
  const options = [`--lock=${LOCK}`, "--frozen", "--no-prompt", "--allow-read", write];
  return [Deno.execPath(), "run", ...options, WRITER, workspace.root, String(first), SESSION];
}

/** Starts a writer, kills it at a random moment, and returns its acknowledged records. */
async function killWriter(
  workspace: TempWorkspace,
  { first, random }: { readonly first: number; readonly random: () => number },
): Promise<Acknowledged[]> {
  const isEarly = random() < EARLY_SHARE;
  const afterMs = random() * (isEarly ? MAX_OPENING_MS : MAX_WRITING_MS);
  const [program = "", ...args] = writerCommand(workspace, first);
  const child = new Deno.Command(program, { args, stdout: "piped", stderr: "piped" }).spawn();
  const failure = new Response(child.stderr).text();
  let text = "";
  let isDue = false;
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    // The first line is empty, and the second the first record.
    if (isDue || !(isEarly || text.length > 1)) continue;
    isDue = true;
    setTimeout(() => child.kill("SIGKILL"), afterMs);
  }
  const { signal } = await child.status;
  if (signal !== "SIGKILL") throw new Error(`Cannot kill the writer: ${await failure}`);
  await failure;
  return parseAcknowledged(text);
}

/** Returns the records in a writer's output. */
export function parseAcknowledged(text: string): Acknowledged[] {
  // The first line is empty, and the last may be incomplete.
  return text.split("\n").slice(1, -1).map((line) => {
    const [id = 0, number = 0] = line.split(" ").map(Number);
    return { id, number };
  });
}

/** Returns the number of records, and a line for each fault. */
export async function checkState(
  workspace: TempWorkspace,
  acknowledged: readonly Acknowledged[],
): Promise<{ readonly written: number; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  using state = await openState(workspace.root);
  const integrity = await state.read((sql) => sql.value<string>("PRAGMA integrity_check"));
  if (integrity !== "ok") problems.push(`the file is damaged: ${integrity}`);
  const all = (await listInjections(state, { limit: Number.MAX_SAFE_INTEGER })).reverse();
  const rounds = all.flatMap(({ round }) => round ?? []);
  if (!isCountedFromOne(all.map(({ id }) => id))) problems.push("numbers of records are missing");
  if (!isCountedFromOne(rounds)) problems.push(`the rounds are ${rounds.join(", ")}`);
  const session = await findSession(state, SESSION);
  if ((session?.rounds ?? 0) !== rounds.length) problems.push("the session counts other rounds");
  const numbers = new Map<number, number>();
  for (const { id } of all) numbers.set(id, await checkRecord(state, id, problems));
  for (const { id, number } of acknowledged) {
    if (numbers.get(id) !== number) problems.push(`record ${id} of example ${number} is lost`);
  }
  return { written: all.length, problems };
}

/** Returns the number of a record's example; a record that differs from it is a fault. */
async function checkRecord(state: StateStore, id: number, problems: string[]): Promise<number> {
  try {
    const { id: _, time: __, ...draft } = (await findInjection(state, id))!;
    const number = Number(/\d+/.exec(draft.request.issue?.id ?? draft.request.text ?? "")?.[0]);
    const expected: InjectionDraft = draft.kind === "bundle"
      ? { ...exampleDraft(number, { fragments: WRITTEN_PASSAGES }), session: SESSION }
      : exampleAnswer(number, { session: SESSION, round: draft.round! });
    if (!isDeepStrictEqual(draft, expected)) problems.push(`record ${id} is not what was given`);
    return number;
  } catch (error) {
    problems.push(`record ${id} cannot be read: ${error}`);
    return NaN;
  }
}

function isCountedFromOne(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => number === index + 1);
}
