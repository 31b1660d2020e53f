import { findState } from "../../retrieval/delivery/state/open_state.ts";
import type { StateStore } from "../../retrieval/delivery/state/state_store.ts";
import { findInjection, listInjections } from "../../retrieval/delivery/state/read_injections.ts";
import { findSession } from "../find_session.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { seededRandom } from "./generated_tree.ts";
import { openServer, type ServedProcess } from "./served_process.ts";

/** Number of clients of a run, of which two share each session. */
const CLIENTS = 4;

/** Number of runs with one tree, before a new one is created. */
const RUNS_PER_TREE = 10;

/** Maximum time of a kill after the first record of a run, in milliseconds. */
const MAX_SERVING_MS = 400;

/** Share of the kills that do not wait for a record. */
const EARLY_SHARE = 0.2;

/** Share of the kills with SIGTERM. */
const POLITE_SHARE = 0.4;

/** Folder of the state in a tree. */
const STATE_FOLDER = ".dossier/state";

/** Options of {@link runServerCrashes}. */
export interface ServerCrashOptions {
  /** Number of servers to kill. */
  readonly kills: number;
  /** Makes all that is random. */
  readonly seed: number;
  /** Called after each run. */
  readonly onRun?: (figures: ServerCrashFigures) => void;
}

/** Results for the servers. */
export interface ServerCrashFigures {
  /** Number of servers killed with SIGKILL. */
  readonly killed: number;
  /** Number of servers stopped with SIGTERM. */
  readonly ended: number;
  /** Number of acknowledged records. */
  readonly acknowledged: number;
  /** Number of written records whose server was killed before the acknowledgement. */
  readonly unacknowledged: number;
  /** Lost, incomplete and wrong records, one per line; empty without any. */
  readonly failures: readonly string[];
}

/** Record that a server has acknowledged. */
interface Acknowledged {
  readonly id: number;
  readonly session: string;
  /** Unique query of the request. */
  readonly asked: string;
}

/**
 * Kills servers under load with SIGKILL or SIGTERM at random moments, and starts them again on the
 * same tree. After each run every acknowledged record must exist as requested, none may be
 * incomplete, the rounds of a session must have consecutive numbers, and the next server must show
 * all records.
 */
export async function runServerCrashes(
  { kills, seed, onRun }: ServerCrashOptions,
): Promise<ServerCrashFigures> {
  const random = seededRandom(seed);
  const figures = {
    killed: 0,
    ended: 0,
    acknowledged: 0,
    unacknowledged: 0,
    failures: [] as string[],
  };
  let workspace = openWorkspace();
  let known: Acknowledged[] = [];
  try {
    for (let run = 1; run <= kills; run++) {
      const isPolite = random() < POLITE_SHARE;
      const outcome = await runServer(workspace, { run, random, isPolite, before: known.at(-1) });
      if (isPolite) figures.ended++;
      else figures.killed++;
      known = [...known, ...outcome.acknowledged];
      figures.acknowledged += outcome.acknowledged.length;
      const { written, problems } = await checkLog(workspace, known);
      const allProblems = [...outcome.problems, ...problems];
      figures.failures.push(...allProblems.map((problem) => `Run ${run}: ${problem}`));
      if (run % RUNS_PER_TREE === 0 || run === kills) {
        figures.unacknowledged += written - known.length;
        workspace[Symbol.dispose]();
        workspace = openWorkspace();
        known = [];
      }
      onRun?.(figures);
    }
  } finally {
    workspace[Symbol.dispose]();
  }
  return figures;
}

function openWorkspace(): TempWorkspace {
  const names = ["upload", "download", "queue", "retry", "session", "record"];
  return new TempWorkspace(Object.fromEntries(
    names.map((name) => [
      `src/${name}.py`,
      names.map((other) => `def ${name}_${other}(file):\n    return ${other}(file)\n`).join("\n\n"),
    ]),
  ));
}

interface RunOptions {
  readonly run: number;
  readonly random: () => number;
  readonly isPolite: boolean;
  /** Record of an earlier run, which this one must show. */
  readonly before: Acknowledged | undefined;
}

/**
 * Starts a server, sends requests, ends it at a random moment, and returns the acknowledged
 * records.
 */
async function runServer(
  workspace: TempWorkspace,
  { run, random, isPolite, before }: RunOptions,
): Promise<{ readonly acknowledged: Acknowledged[]; readonly problems: string[] }> {
  const problems: string[] = [];
  const acknowledged: Acknowledged[] = [];
  await using server = await openServer([workspace.root], ["--log-level", "error"]);
  if (before !== undefined) {
    const shown = await fetch(`${server.url}/v1/log/${before.id}`);
    const { session } = await shown.json();
    if (session !== before.session) problems.push(`record ${before.id} is not shown any more`);
  }
  const first = Promise.withResolvers<void>();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const session = `run ${run}, pair ${client >> 1}`;
    for (let number = 0;; number++) {
      const asked = `retry_upload of ${run}.${client}.${number}`;
      const answered = await ask(server, { session, asked, isNeed: number % 2 === 1 });
      if (answered === "gone") return;
      if (typeof answered === "string") {
        problems.push(answered);
        return;
      }
      acknowledged.push({ id: answered.id, session, asked });
      first.resolve();
    }
  });
  if (random() >= EARLY_SHARE) await Promise.race([first.promise, Promise.all(clients)]);
  await new Promise((resolve) => setTimeout(resolve, random() * MAX_SERVING_MS));
  server.kill(isPolite ? "SIGTERM" : "SIGKILL");
  await Promise.all(clients);
  const { code, signal } = await server.status;
  if (isPolite && code !== 0) problems.push(`the server ended with ${code} (${signal})`);
  return { acknowledged, problems };
}

/** Returns the ID of an answer's record, the end of the server, or a fault. */
async function ask(
  { url }: ServedProcess,
  { session, asked, isNeed }: {
    readonly session: string;
    readonly asked: string;
    readonly isNeed: boolean;
  },
): Promise<{ readonly id: number } | "gone" | string> {
  const [path, body] = isNeed
    ? ["need", { session, text: `${asked}\nNEED_CODE: src/upload.py:1-2` }]
    : ["context", { session, query: asked, budget: 500 }];
  try {
    const response = await fetch(`${url}/v1/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.status === 200) return { id: answer.record };
    return answer.code === "stopping" ? "gone" : `it answered ${JSON.stringify(answer)}`;
  } catch {
    // The connection was interrupted, or no server listens.
    return "gone";
  }
}

/** Returns the number of records, and a line for each fault. */
async function checkLog(
  workspace: TempWorkspace,
  acknowledged: readonly Acknowledged[],
): Promise<{ readonly written: number; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  using state = await findState(workspace.path(STATE_FOLDER));
  // The first server of a tree may be killed before its first write.
  if (state === undefined) {
    return { written: 0, problems: acknowledged.map(({ id }) => `record ${id} is lost`) };
  }
  const integrity = await state.read((sql) => sql.value<string>("PRAGMA integrity_check"));
  if (integrity !== "ok") problems.push(`the file is damaged: ${integrity}`);
  const all = (await listInjections(state, { limit: Number.MAX_SAFE_INTEGER })).reverse();
  if (!isCountedFromOne(all.map(({ id }) => id))) problems.push("numbers of records are missing");
  const sessions = Map.groupBy(all, ({ session }) => session);
  for (const [session = "", records] of sessions) {
    const rounds = records.flatMap(({ round }) => round ?? []);
    if (!isCountedFromOne(rounds)) problems.push(`the rounds are ${rounds.join(", ")}`);
    if ((await findSession(state, session))?.rounds !== rounds.length) {
      problems.push(`the session "${session}" counts other rounds`);
    }
  }
  const asked = new Map<number, string>();
  for (const { id } of all) asked.set(id, await readAsked(state, id, problems));
  for (const { id, session, asked: text } of acknowledged) {
    if (asked.get(id) !== `${session}: ${text}`) problems.push(`record ${id} is lost`);
  }
  return { written: all.length, problems };
}

/** Returns the session and the query of a record; an unreadable record is a fault. */
async function readAsked(state: StateStore, id: number, problems: string[]): Promise<string> {
  try {
    const { session, request: { query, text } } = (await findInjection(state, id))!;
    return `${session}: ${(text ?? query).split("\n")[0]}`;
  } catch (error) {
    problems.push(`record ${id} cannot be read: ${error}`);
    return "";
  }
}

function isCountedFromOne(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => number === index + 1);
}
