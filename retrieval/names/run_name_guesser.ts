import { parsePrintedNames } from "@dossier/core/printed-names";
import { RetrievalError, runProcess, textHash } from "../machine/mod.ts";
import { formatErrorReason, maskValue } from "../secrets/mod.ts";
import { cacheNames, readCachedNames } from "./cached_names.ts";

/** Options of running a program that guesses names. */
export interface NameGuesserOptions {
  /**
   * Program, by name or absolute path, and its arguments. It has full access to this machine, so it
   * must be the user's choice, and never be named by a repository.
   */
  readonly command: readonly string[];
  /** Absolute path of the working folder. Not the tree, as some programs obey settings in it. */
  readonly folder: string;
  /** Environment variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /**
   * Maximum time in milliseconds, after which the program and its descendants are killed. @default
   * 30000
   */
  readonly timeLimitMs?: number | undefined;
  /** True to cache the names for the same question and map. @default true */
  readonly isCached?: boolean | undefined;
  /** Stops the program, with an error `interrupted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Guessed names, or the reason why there are none. */
export type NameGuesserResult =
  | {
    readonly kind: "guessed";
    /** At least one name, as for `SearchOptions.names`. */
    readonly names: readonly string[];
  }
  | {
    readonly kind: "failed";
    /** Reason with the fix, as half a sentence. */
    readonly reason: string;
  };

/** Maximum time of the program, in milliseconds. Large models answer in five to fifteen seconds. */
const TIME_LIMIT_MS = 30_000;

/** Maximum size of the output in bytes. Thirty names take a tenth of it. */
const MAX_OUTPUT_BYTES = 64 * 1024;

const SECOND_MS = 1000;

/**
 * Returns names that probably occur in the code, as guessed by a program. Names for the same
 * question and map are cached; otherwise the program runs. A failure of the program is returned as
 * a reason, not thrown.
 *
 * @param options.state Absolute path of the state folder.
 * @throws {RetrievalError} `interrupted` when the signal is aborted while the program runs.
 */
export async function runNameGuesser(
  { question, map }: NamesQuestion,
  { state, ...options }: NameGuesserOptions & { readonly state: string },
): Promise<NameGuesserResult> {
  const { command, isCached = true } = options;
  const input = toNamesInput({ question: await maskValue(question, "the question"), map });
  const key = await textHash(JSON.stringify([command, input]));
  const cached = await readCachedNames(state, key);
  if (cached !== undefined) return { kind: "guessed", names: cached };
  try {
    const names = await withoutSecrets(parsePrintedNames(await runProgram(input, options)));
    if (names.length === 0) throw new Error("it printed no names: run it alone to see why");
    if (isCached) cacheNames(state, key, names);
    return { kind: "guessed", names };
  } catch (error) {
    if (error instanceof RetrievalError) throw error;
    return { kind: "failed", reason: await formatErrorReason(error, "the reason") };
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
  const errorOutput = stderr.trim();
  throw new Error(
    `it exited with code ${code}` +
      (errorOutput === "" ? ": run it alone to see why" : ` and reported: ${errorOutput}`),
  );
}

/** Returns the names without secrets, as the program may have read more than its input. */
async function withoutSecrets(names: readonly string[]): Promise<readonly string[]> {
  const masked = await maskValue(names, "names");
  return names.filter((name, at) => name === masked[at]);
}

/** Question for which names are guessed. */
export interface NamesQuestion {
  /**
   * Question, or the text of an issue, in the user's words. Secrets in it are masked before the
   * program receives it.
   */
  readonly question: string;
  /** Map of the tree, with secrets masked. */
  readonly map: string;
}

/**
 * Maximum length of a question that is passed on, in UTF-16 code units. Text after that rarely
 * shows what it is about.
 */
const MAX_QUESTION_UNITS = 20_000;

/**
 * Instruction for the program. Useful names let the index find files that the words of the question
 * do not.
 */
const INSTRUCTION =
  `You help to search a repository of code. Below are a question and a map of the repository.
Guess which names the code has that answers the question: identifiers, parts of file names, words of
the APIs that it must use, and the synonym that a programmer would choose for a word of the question.
They need not be in the map. Wrong names do no harm.
Print ten to twenty names, one a line, the most promising first. Print nothing else, and run nothing.`;

/**
 * Returns the input of a program that guesses names: the instruction, the question and the map.
 * Secrets in them must be masked already.
 */
export function toNamesInput({ question, map }: NamesQuestion): string {
  const shortQuestion = question.slice(0, MAX_QUESTION_UNITS).toWellFormed().trim();
  return `${INSTRUCTION}\n\n# The question\n\n${shortQuestion}\n\n# The map\n\n${map.trim()}\n`;
}
