import { readProcess } from "../server/process_figures.ts";
import { percentile } from "../speed/percentile.ts";
import { runProgram } from "../speed/run_program.ts";
import type { HookReply, HostedTree, HostServer, IndexSize } from "./hosted_tree.ts";
import { isPromptAnswer } from "./read_reply.ts";

/** Milliseconds that hosts wait for hooks of one kind. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/** Figures of hooks that a server with a complete index answers. */
export interface WarmFigures {
  /** Tried prompts that got an answer, each in a new session. */
  readonly answered: readonly string[];
  readonly latencies: Readonly<Record<WarmHook, Latency>>;
  readonly size: IndexSize;
  /**
   * Resident memory of the server with a complete index before the first request, and at the end.
   */
  readonly idleMb: number;
  readonly usedMb: number;
}

/** Returns the resident memory of a server, in megabytes, after a time without requests. */
export async function measureIdle(server: HostServer): Promise<number> {
  await server.untilIndexed();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  return (await readProcess(server.pid)).residentMb;
}

/** Kinds of hooks that are timed in turns; the first is a process that does nothing. */
export type WarmHook = "none" | "prompt" | "thanks" | "read" | "start";

const ROUNDS = 20;

/** Milliseconds without requests before the memory of a server is read. */
const IDLE_MS = 5000;

/**
 * Waits until the index of a server is complete, and times hooks in turns with a process that does
 * nothing.
 *
 * @param prompts Prompts of which at least one gets an answer.
 * @throws {Error} When none does.
 */
export async function measureWarm(
  tree: HostedTree,
  server: HostServer,
  prompts: readonly string[],
): Promise<WarmFigures> {
  const size = await server.untilIndexed();
  const idleMb = await measureIdle(server);
  const answered: string[] = [];
  for (const prompt of prompts) {
    if (isPromptAnswer((await tree.prompt(prompt)).text)) answered.push(prompt);
  }
  if (answered.length === 0) {
    throw new Error(
      `Cannot measure "${tree.root}" as none of ${prompts.length} prompts is answered`,
    );
  }
  const files = await tree.listFiles();
  const session = crypto.randomUUID();
  const hooks: Record<WarmHook, (round: number) => Promise<Pick<HookReply, "milliseconds">>> = {
    none: () => runProgram(Deno.execPath(), ["eval", "0"]),
    prompt: (round) => tree.prompt(answered[round % answered.length]!),
    thanks: () => tree.prompt("thanks, that fixed it", session),
    read: (round) =>
      tree.send("PostToolUse", {
        "tool_name": "Read",
        "tool_input": { "file_path": `${tree.root}/${files[round % files.length]}` },
      }, session),
    start: () => tree.send("SessionStart", { source: "startup" }, crypto.randomUUID()),
  };
  const times = new Map<string, number[]>(Object.keys(hooks).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, send] of Object.entries(hooks)) {
      times.get(name)!.push((await send(round)).milliseconds);
    }
  }
  const latencies = Object.fromEntries(
    [...times].map(([name, all]) => [name, { p50: percentile(all, 50), p95: percentile(all, 95) }]),
  ) as Record<WarmHook, Latency>;
  const { residentMb: usedMb } = await readProcess(server.pid);
  return { answered, latencies, size, idleMb, usedMb };
}
