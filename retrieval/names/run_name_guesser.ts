import { parsePrintedNames } from "@dossier/core/printed-names";
import { RetrievalError, runProcess, textHash } from "../machine/mod.ts";
import { maskValue, toReason } from "../secrets/mod.ts";
import { cacheNames, readCachedNames } from "./cached_names.ts";

/** Which program guesses names, and how it is run. */
export interface NameGuesserOptions {
  /**
   * The program, by its name or absolute path, and its arguments. It does what it likes with this machine: it must be
   * the user's own choice, and nothing that a repository names.
   */
  readonly command: readonly string[];
  /** Absolute path of the folder that it is run in: not the tree's, whose settings some programs would obey. */
  readonly folder: string;
  /** Variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** How long it may take, in milliseconds; then it is killed with all that it has begun. @default 30000 */
  readonly timeLimitMs?: number | undefined;
  /** Whether what it says is kept for the same question about the same map. @default true */
  readonly isCached?: boolean | undefined;
  /** Ends it early, with an error `interrupted`. */
  readonly signal?: AbortSignal | undefined;
}

/** What a program has guessed, or why there is nothing of it. */
export type NameGuesserResult =
  | {
    readonly kind: "guessed";
    /** One at least, as `SearchOptions.names` takes them. */
    readonly names: readonly string[];
  }
  | {
    readonly kind: "failed";
    /** Half a sentence with the fix. */
    readonly reason: string;
  };

/** Large models answer in five to fifteen seconds. */
const TIME_LIMIT_MS = 30_000;

/** Thirty names have a tenth of it. */
const MAX_OUTPUT_BYTES = 64 * 1024;

const SECOND_MS = 1000;

/**
 * Returns names that a program guesses the code to have: those that it has said before to the same question about the
 * same map, or else what it prints now. Whatever goes wrong with it is a reason, not an error.
 *
 * @param options.state Absolute path of the state folder.
 * @throws {RetrievalError} `interrupted` when the signal is aborted while it runs.
 */
export async function runNameGuesser(
  { question, map }: NamesQuestion,
  { state, ...options }: NameGuesserOptions & { readonly state: string },
): Promise<NameGuesserResult> {
  const { command, isCached = true } = options;
  const input = toNamesInput({ question: await maskValue(question, "the question"), map });
  const key = await textHash(JSON.stringify([command, input]));
  const kept = await readCachedNames(state, key);
  if (kept !== undefined) return { kind: "guessed", names: kept };
  try {
    const names = await withoutSecrets(parsePrintedNames(await runProgram(input, options)));
    if (names.length === 0) throw new Error("it printed no names: run it alone to see why");
    if (isCached) cacheNames(state, key, names);
    return { kind: "guessed", names };
  } catch (error) {
    if (error instanceof RetrievalError) throw error;
    return { kind: "failed", reason: await toReason(error, "the reason") };
  }
}

async function runProgram(
  input: string,
  { command, folder, environment, signal, timeLimitMs = TIME_LIMIT_MS }: NameGuesserOptions,
): Promise<string> {
  const [program = "", ...args] = command;
  if (program === "") throw new Error("its name is empty: name a program");
  const { code, stdout, stderr, isTimedOut, isTruncated } = await runProcess(program, args, {
    folder,
    environment,
    input,
    timeLimitMs,
    signal,
    maxBytes: MAX_OUTPUT_BYTES,
    isKilledWhenFull: true,
    endsDescendants: true,
  });
  if (signal?.aborted) {
    throw new RetrievalError(
      "interrupted",
      "Stopped before the answer while names were requested: run it again",
    );
  }
  if (isTruncated) {
    throw new Error(`it printed more than ${MAX_OUTPUT_BYTES} bytes: make it print less`);
  }
  if (isTimedOut) {
    throw new Error(`it took longer than ${timeLimitMs / SECOND_MS} s: choose a faster one`);
  }
  if (code === 0) return stdout;
  const said = stderr.trim();
  throw new Error(
    `it exited with code ${code}` +
      (said === "" ? ": run it alone to see why" : ` and reported: ${said}`),
  );
}

/** It may have read more than it was given. */
async function withoutSecrets(names: readonly string[]): Promise<readonly string[]> {
  const masked = await maskValue(names, "names");
  return names.filter((name, at) => name === masked[at]);
}

/** What names are guessed for. */
export interface NamesQuestion {
  /** A question or the text of an issue, in the user's words; secrets in it are masked before it is given away. */
  readonly question: string;
  /** The map of the tree, with secrets masked. */
  readonly map: string;
}

/** UTF-16 code units of a question that are given: what comes behind them seldom says what it is about. */
const MAX_QUESTION_UNITS = 20_000;

/** What helps are names by which the index finds what the words of the question do not. */
const INSTRUCTION =
  `You help to search a repository of code. Below are a question and a map of the repository.
Guess which names the code has that answers the question: identifiers, parts of file names, words of
the APIs that it must use, and the synonym that a programmer would choose for a word of the question.
They need not be in the map. Wrong names do no harm.
Print ten to twenty names, one a line, the most promising first. Print nothing else, and run nothing.`;

/**
 * Returns what a program reads that is to guess names: the instruction, the question and the map. Secrets in them must
 * be masked already.
 */
export function toNamesInput({ question, map }: NamesQuestion): string {
  const asked = question.slice(0, MAX_QUESTION_UNITS).toWellFormed().trim();
  return `${INSTRUCTION}\n\n# The question\n\n${asked}\n\n# The map\n\n${map.trim()}\n`;
}
