import { fileURLToPath } from "node:url";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import { openPostgresMemory } from "../../features/memory/postgres/mod.ts";
import { MEMORY_TABLES } from "../../features/memory/memory_tables.ts";
import { nameProject } from "../../features/memory/project_name.ts";
import {
  type MemoryPlace,
  openMemoryPlace,
  POSTGRES,
  SQLITE,
} from "../../features/memory/store/mod.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { seededRandom } from "./generated_tree.ts";
import { checkMemory, isQueueEmpty } from "./memory_check.ts";
import { AskingClients } from "./memory_clients.ts";
import { openServer, type ServedProcess } from "./served_process.ts";

const WORKER = fileURLToPath(import.meta.resolve("./memory_worker.ts"));
const CONFIG = fileURLToPath(import.meta.resolve("../../deno.json"));
const LOCK = fileURLToPath(import.meta.resolve("../../deno.lock"));

/** Number of sessions that receive texts, each with a worker. */
const SESSIONS = ["s1", "s2", "s3"];

/** Maximum time of a kill after the previous one and its restart, in milliseconds. */
const MAX_LIFE_MS = 1500;

/** Share of the kills that do not wait for an acknowledgement since the previous one. */
const EARLY_SHARE = 0.2;

/** Maximum wait for it, in milliseconds. */
const ACKNOWLEDGE_MS = 20_000;
const ACKNOWLEDGE_POLL_MS = 10;

/** Shares of kills of a worker, and of the database if there is one. */
const WORKER_SHARE = 0.4;
const DATABASE_SHARE = 0.2;

/** Maximum time of workers for the rest of the queue at the end, in milliseconds. */
const REST_MS = 120_000;

/** Interval of checks for it, in milliseconds. */
const REST_POLL_MS = 200;

/** Database that replaces the state of the tree. */
export interface RunDatabase {
  readonly url: string;
  /** Kills it during its work and starts it again; absent for a shared one. */
  readonly crash?: (() => Promise<void>) | undefined;
}

/** Options of {@link runMemoryCrashes}. */
export interface MemoryCrashOptions {
  readonly kills: number;
  /** Makes all that is random. */
  readonly seed: number;
  /** @default the state of the tree */
  readonly database?: RunDatabase | undefined;
  /** Called after each kill. */
  readonly onRun?: ((killed: KilledProcesses) => void) | undefined;
}

/** Numbers of killed processes. */
export interface KilledProcesses {
  readonly servers: number;
  readonly workers: number;
  readonly databases: number;
}

/** Results for a memory whose processes were killed. */
export interface MemoryCrashFigures {
  readonly killed: KilledProcesses;
  /** Number of texts, observations and outcomes that a server acknowledged. */
  readonly acknowledged: number;
  /** Number of texts that agents received. */
  readonly delivered: number;
  /** Number of steps of weights by outcomes. */
  readonly steps: number;
  /** Number of entries of the audit chain. */
  readonly entries: number;
  /** Lost, duplicate and wrong data, one per line; empty without any. */
  readonly failures: readonly string[];
}

/** Names the project, as its tree has no remote. */
const PROJECT: Readonly<Record<string, string>> = { DOSSIER_MEMORY_PROJECT: "killed" };

/**
 * Kills a server, workers and the database at random moments while texts are queued, observations
 * are stored and outcomes are sent, and starts them again. At the end all acknowledged data must
 * exist, each text must have reached its agent once, and weights and the chain must match the
 * outcomes.
 */
export async function runMemoryCrashes(
  { kills, seed, database, onRun }: MemoryCrashOptions,
): Promise<MemoryCrashFigures> {
  const random = seededRandom(seed);
  const killed = { servers: 0, workers: 0, databases: 0 };
  using workspace = openWorkspace();
  const environment = { ...PROJECT, DOSSIER_MEMORY_URL: database?.url ?? "" };
  const address = `${workspace.cache}/address`;
  const start = async () => {
    const server = await openServer([workspace.root], ["--log-level", "error"], environment);
    // Complete at each moment.
    Deno.writeTextFileSync(`${address}.new`, server.url);
    Deno.renameSync(`${address}.new`, address);
    return server;
  };
  let server = await start();
  const workers = SESSIONS.map((session) => startWorker(workspace, { address, session }));
  const clients = new AskingClients({ address, seed, sessions: SESSIONS });
  try {
    // From here on there is data of each kind to lose.
    await waitUntil(() => clients.texts.length > 0 && clients.outcomes.size > 0);
    for (let run = 0; run < kills; run++) {
      const known = clients.acknowledged;
      if (random() >= EARLY_SHARE) await waitUntil(() => clients.acknowledged > known);
      await new Promise((resolve) => setTimeout(resolve, random() * MAX_LIFE_MS));
      const share = random();
      if (share < WORKER_SHARE) {
        const at = Math.floor(random() * SESSIONS.length);
        await kill(workers[at]!);
        workers[at] = startWorker(workspace, { address, session: SESSIONS[at]! });
        killed.workers++;
      } else if (database?.crash !== undefined && share < WORKER_SHARE + DATABASE_SHARE) {
        await database.crash();
        killed.databases++;
      } else {
        await kill(server);
        server = await start();
        killed.servers++;
      }
      onRun?.(killed);
    }
    await clients.stop();
    await using opened = await openPlaceOf(workspace, database);
    const { place } = opened;
    const failures = await waitForRest(place) ? [] : ["the queue is not empty in the end"];
    await Promise.all(workers.map(kill));
    await kill(server);
    const checked = await checkMemory(place, {
      clients,
      given: (session) => `${workspace.cache}/${session}/given`,
    });
    return { killed, ...checked, failures: [...failures, ...checked.failures] };
  } finally {
    await clients.stop();
    await Promise.all([...workers, server].map(kill));
  }
}

/** Waits until clients have answers, or until the maximum wait. */
async function waitUntil(isAnswered: () => boolean): Promise<void> {
  const deadline = performance.now() + ACKNOWLEDGE_MS;
  while (!isAnswered() && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, ACKNOWLEDGE_POLL_MS));
  }
}

/** Returns a tree whose files can be cited and do not mention the clients' observations. */
function openWorkspace(): TempWorkspace {
  const names = ["upload", "download", "queue", "retry", "session", "record"];
  return new TempWorkspace(Object.fromEntries(
    names.map((name) => [`src/${name}.py`, `def ${name}_file(file):\n    return send(file)\n`]),
  ));
}

function startWorker(
  { cache }: TempWorkspace,
  { address, session }: { readonly address: string; readonly session: string },
): Deno.ChildProcess {
  const folder = `${cache}/${session}`;
  Deno.mkdirSync(folder, { recursive: true });
  return new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "--no-prompt", `--config=${CONFIG}`, `--lock=${LOCK}`],
      ...["--frozen", "--allow-read", `--allow-write=${cache}`, "--allow-net=127.0.0.1"],
      ...[WORKER, address, session, folder],
    ],
    stdout: "null",
  }).spawn();
}

/** Kills a process, unless it has ended. */
async function kill(child: Pick<ServedProcess, "kill" | "status">): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // The process has ended.
  }
  await child.status;
}

/** Waits until workers have acknowledged the whole queue, and returns whether they did in time. */
async function waitForRest(place: MemoryPlace): Promise<boolean> {
  const deadline = performance.now() + REST_MS;
  while (performance.now() < deadline) {
    if (await isQueueEmpty(place)) return true;
    await new Promise((resolve) => setTimeout(resolve, REST_POLL_MS));
  }
  return false;
}

async function openPlaceOf(
  { root }: TempWorkspace,
  database: RunDatabase | undefined,
): Promise<{ readonly place: MemoryPlace } & AsyncDisposable> {
  const named = nameProject(root, (name) => PROJECT[name]);
  if (database !== undefined) {
    const state = await openPostgresMemory(database.url);
    const place = await openMemoryPlace(state, named, POSTGRES);
    return { place, [Symbol.asyncDispose]: () => state[Symbol.asyncDispose]() };
  }
  const state = await openState(`${root}/.dossier/state`, { tables: [MEMORY_TABLES] });
  const place = await openMemoryPlace(state, named, SQLITE);
  return {
    place,
    [Symbol.asyncDispose]() {
      state[Symbol.dispose]();
      return Promise.resolve();
    },
  };
}
