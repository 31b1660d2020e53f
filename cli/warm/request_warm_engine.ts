import { dirname, realPathOrUndefined } from "@dossier/retrieval/light-machine";
import {
  EngineConnection,
  EngineDeadline,
  findEngines,
  isInterchangeable,
  type WarmEngine,
} from "@dossier/retrieval/door";
import { cacheFolder, callerFolder, toAbsolutePath } from "../input/caller_folder.ts";
import { readScreen, type Screen } from "../terminal/screen.ts";

/** Kind of the requests that commands send. */
export const COMMAND_KIND = "command";

/** Command that another process is to answer. */
export interface CommandRequest {
  /** Words of the user, with the name of the command. */
  readonly words: readonly string[];
  /** Absolute path of the folder from which the user called. */
  readonly folder: string;
  /**
   * Real path of the tree under which the engine was found. The words decide which tree is meant.
   */
  readonly root: string;
  /** Screen that shows the answer. */
  readonly screen: Screen;
  /** Program that guesses names, as its variable names it; undefined without the variable. */
  readonly namesCommand?: string | undefined;
}

/** Output of a command, and its exit code. */
export interface CommandAnswer {
  /** Text for standard output. */
  readonly result: string;
  /** Lines for standard error, with their line ends. */
  readonly messages: string;
  readonly code: number;
}

/**
 * Message of an engine: a repeated sign of life, a request for standard input (which is sent as a
 * line of JSON), or the answer.
 */
export type EngineMessage =
  | { readonly needsInput: true }
  | { readonly isTaken: true }
  | CommandAnswer;

/** Receipt of a command for the whole answer, which counts as delivered then. */
export const RECEIPT = "received";

/**
 * Longest time until an engine sends its greeting, in milliseconds. A slower one is stopped, or
 * hangs.
 */
const GREETING_MS = 300;

/** Number of parts of that wait, so that a busy machine has more time. */
const GREETING_PARTS = 20;

/**
 * Longest silence of an engine after its greeting, in milliseconds. During its work it sends
 * several signs of life in that time.
 */
const SILENCE_MS = 2000;

/**
 * Longest time of the engine's work, in milliseconds. The slowest answers take a second, on a busy
 * machine several.
 */
const ANSWER_MS = 10_000;

/**
 * Maximum number of characters of an answer: the explanations of 100 results as JSON have some ten
 * million.
 */
const MAX_ANSWER = 64 * 1024 * 1024;

/**
 * Returns the answer of a process with an open index of the tree, which is the same as that of this
 * process. Returns undefined when there is no such process, and when it is late, refuses or
 * disconnects. This process then does the work.
 *
 * The number of loaded modules matters: a command that is answered loads nothing else.
 *
 * @param words Arguments of the program.
 */
export async function requestWarmEngine(
  words: readonly string[],
): Promise<CommandAnswer | undefined> {
  const [name = "-"] = words;
  if (name.startsWith("-") || namesSeveral(words)) return undefined;
  try {
    const cache = cacheFolder();
    if (cache === undefined) return undefined;
    for (const root of listRoots(words)) {
      for (const engine of await findEngines(root, cache)) {
        if (!engine.commands.includes(name) || !await isInterchangeable(engine)) continue;
        const { connected, answer } = await requestEngine(engine, words);
        // An engine that has ended without cleaning up is skipped.
        if (connected) return answer;
      }
    }
  } catch {
    // The command may lack the permission, or the engine has ended.
  }
  return undefined;
}

/** Options that select among several repositories. */
const SEVERAL_REGEXP = /^--(?:workspace|repo)(?:=|$)/;

/** Returns true when several repositories are queried, which no engine has open together. */
function namesSeveral(words: readonly string[]): boolean {
  const roots = words.filter((word) => word === "--root" || word.startsWith("--root="));
  return roots.length > 1 || words.some((word) => SEVERAL_REGEXP.test(word));
}

/** Yields the possible trees: the named one, or else each one above the folder of the caller. */
function* listRoots(words: readonly string[]): Generator<string> {
  const at = words.findLastIndex((word) => word === "--root" || word.startsWith("--root="));
  const named = words[at] === "--root" ? words[at + 1] : words[at]?.slice("--root=".length);
  const start = realPathOrUndefined(named === undefined ? callerFolder() : toAbsolutePath(named));
  if (start === undefined) return;
  yield start;
  if (named !== undefined) return;
  for (let folder = start; folder !== "/";) yield folder = dirname(folder);
}

/**
 * Returns the program that guesses names; undefined when the command has none, or may not read the
 * variable.
 */
function readNamesCommand(): string | undefined {
  try {
    return Deno.env.get("DOSSIER_NAMES_COMMAND");
  } catch {
    return undefined;
  }
}

/** Sends a command to an engine. */
async function requestEngine(
  engine: WarmEngine,
  words: readonly string[],
): Promise<{ readonly connected: boolean; readonly answer?: CommandAnswer }> {
  using patience = new EngineDeadline();
  const { signal } = patience;
  patience.extend(GREETING_MS, GREETING_PARTS);
  let connected = false;
  const exchange = async (): Promise<CommandAnswer | undefined> => {
    using connection = await EngineConnection.open(engine, { maxLength: MAX_ANSWER, signal });
    if (connection === undefined) return undefined;
    connected = true;
    patience.extend(SILENCE_MS);
    const { root } = engine;
    const message: CommandRequest = {
      words,
      root,
      folder: callerFolder(),
      screen: readScreen(),
      namesCommand: readNamesCommand(),
    };
    await connection.send(JSON.stringify({ kind: COMMAND_KIND, message }));
    let startedMs = performance.now();
    for await (const line of connection.lines) {
      const received: EngineMessage = JSON.parse(line);
      if ("needsInput" in received) {
        patience.suspend();
        await connection.send(JSON.stringify(await readStandardInput()));
        startedMs = performance.now();
      } else if (!("isTaken" in received)) {
        await connection.send(RECEIPT);
        return received;
      }
      const leftMs = startedMs + ANSWER_MS - performance.now();
      patience.extend(Math.min(leftMs, SILENCE_MS));
    }
    return undefined;
  };
  const answer = await Promise.race([exchange(), patience.expired]);
  return { connected: connected || signal.aborted, ...(answer !== undefined && { answer }) };
}

/** Returns all of standard input. If this process does the work after all, it can read it again. */
async function readStandardInput(): Promise<string> {
  const text = await new Response(Deno.stdin.readable).text();
  Object.defineProperty(Deno.stdin, "readable", {
    configurable: true,
    get: () => new Blob([text]).stream(),
  });
  return text;
}
