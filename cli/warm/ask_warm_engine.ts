import { dirname, realPathOrUndefined } from "@dossier/retrieval/light-machine";
import {
  EngineConnection,
  EngineDeadline,
  findEngines,
  isInterchangeable,
  type WarmEngine,
} from "@dossier/retrieval/door";
import { absolute, cacheFolder, calledFrom } from "../input/called_from.ts";
import { readScreen, type Screen } from "../terminal/screen.ts";

/** What processes of commands say that they are. */
export const COMMAND_KIND = "command";

/** A command that another process is to answer. */
export interface AskedCommand {
  /** What the user has written, with the name of the command. */
  readonly words: readonly string[];
  /** Absolute path of the folder that they called from. */
  readonly folder: string;
  /** Real path of the tree under which the engine was found; the words decide which one they mean. */
  readonly root: string;
  /** What the answer is printed to. */
  readonly screen: Screen;
  /** The program that guesses names, as its variable names it; undefined where it does not. */
  readonly namesCommand?: string | undefined;
}

/** What a command prints, and its exit code. */
export interface CommandAnswer {
  /** For standard output. */
  readonly result: string;
  /** For standard error, lines with their ends. */
  readonly messages: string;
  readonly code: number;
}

/**
 * What an engine says: that it is at work, again and again; that it wants what is on standard input, as JSON in a line;
 * and then its answer.
 */
export type EngineMessage =
  | { readonly needsInput: true }
  | { readonly isTaken: true }
  | CommandAnswer;

/** What a command says when it has the whole answer, which counts as given then. */
export const RECEIVED = "received";

/** Longest time until an engine says who it is, in milliseconds: one that is no sooner is stopped, or hangs. */
const GREETING_MS = 300;

/** In how many parts that is waited, so that a busy machine has more time. */
const GREETING_PARTS = 20;

/** Longest silence of an engine that has said so, in milliseconds: one that is at work says it several times. */
const SILENCE_MS = 2000;

/** Longest time of one that is at work, in milliseconds: the slowest answers take a second, on a busy machine several. */
const ANSWER_MS = 10_000;

/** Characters of an answer: the explanations of 100 results as JSON are some ten millions. */
const MAX_ANSWER = 64 * 1024 * 1024;

/**
 * Returns what a process answers that has the index of the tree open, as this one would; undefined when there is none
 * that would, and when it is late, refuses or breaks off. This process then does the work.
 *
 * What it loads is counted: a command that is answered loads nothing else.
 *
 * @param words The arguments of the program.
 */
export async function askWarmEngine(words: readonly string[]): Promise<CommandAnswer | undefined> {
  const [name = "-"] = words;
  if (name.startsWith("-") || namesSeveral(words)) return undefined;
  try {
    const cache = cacheFolder();
    if (cache === undefined) return undefined;
    for (const root of listRoots(words)) {
      for (const engine of await findEngines(root, cache)) {
        if (!engine.commands.includes(name) || !await isInterchangeable(engine)) continue;
        const { connected, answer } = await askEngine(engine, words);
        // One that has ended without a word is passed over.
        if (connected) return answer;
      }
    }
  } catch {
    // The command may not ask, or the engine is gone.
  }
  return undefined;
}

/** Options that say which of several repositories are asked. */
const SEVERAL_REGEXP = /^--(?:workspace|repo)(?:=|$)/;

/** Returns whether several repositories are asked, which no engine has open together. */
function namesSeveral(words: readonly string[]): boolean {
  const roots = words.filter((word) => word === "--root" || word.startsWith("--root="));
  return roots.length > 1 || words.some((word) => SEVERAL_REGEXP.test(word));
}

/** Yields the trees that may be meant: the one that is named, or else each one above the folder of the caller. */
function* listRoots(words: readonly string[]): Generator<string> {
  const at = words.findLastIndex((word) => word === "--root" || word.startsWith("--root="));
  const named = words[at] === "--root" ? words[at + 1] : words[at]?.slice("--root=".length);
  const start = realPathOrUndefined(named === undefined ? calledFrom() : absolute(named));
  if (start === undefined) return;
  yield start;
  if (named !== undefined) return;
  for (let folder = start; folder !== "/";) yield folder = dirname(folder);
}

/** Returns the program that guesses names; undefined where a command has none, which may not know then. */
function readNamesCommand(): string | undefined {
  try {
    return Deno.env.get("DOSSIER_NAMES_COMMAND");
  } catch {
    return undefined;
  }
}

/** Asks an engine. */
async function askEngine(
  engine: WarmEngine,
  words: readonly string[],
): Promise<{ readonly connected: boolean; readonly answer?: CommandAnswer }> {
  using patience = new EngineDeadline();
  const { signal } = patience;
  patience.extend(GREETING_MS, GREETING_PARTS);
  let connected = false;
  const talk = async (): Promise<CommandAnswer | undefined> => {
    using connection = await EngineConnection.open(engine, { maxLength: MAX_ANSWER, signal });
    if (connection === undefined) return undefined;
    connected = true;
    patience.extend(SILENCE_MS);
    const { root } = engine;
    const message: AskedCommand = {
      words,
      root,
      folder: calledFrom(),
      screen: readScreen(),
      namesCommand: readNamesCommand(),
    };
    await connection.send(JSON.stringify({ kind: COMMAND_KIND, message }));
    let startedMs = performance.now();
    for await (const line of connection.lines) {
      const said: EngineMessage = JSON.parse(line);
      if ("needsInput" in said) {
        patience.suspend();
        await connection.send(JSON.stringify(await takeInput()));
        startedMs = performance.now();
      } else if (!("isTaken" in said)) {
        await connection.send(RECEIVED);
        return said;
      }
      const leftMs = startedMs + ANSWER_MS - performance.now();
      patience.extend(Math.min(leftMs, SILENCE_MS));
    }
    return undefined;
  };
  const answer = await Promise.race([talk(), patience.expired]);
  return { connected: connected || signal.aborted, ...(answer !== undefined && { answer }) };
}

/** Returns all of standard input, which whoever does the work after all can read once more. */
async function takeInput(): Promise<string> {
  const text = await new Response(Deno.stdin.readable).text();
  Object.defineProperty(Deno.stdin, "readable", {
    configurable: true,
    get: () => new Blob([text]).stream(),
  });
  return text;
}
