import type { InjectionLog } from "../delivery/mod.ts";
import type { FreshnessOptions } from "../search/mod.ts";
import type { Spaces } from "../lease/mod.ts";
import type { Invocation, OptionSpec } from "./command.ts";
import type { Flag } from "./field.ts";
import type { PermissionSet } from "./permissions.ts";

/** Where the answer of a command is printed, and what its user has said of it. */
export interface Terminal {
  /** Columns of a line. */
  readonly width: number;
  /** Absolute path of the tree. */
  readonly root: string;
  /** How long the answer took, in seconds. */
  readonly seconds: number;
  /** Whether an option of the command was given. */
  has(option: string): boolean;
  /** Returns the value of an option of the command. */
  value(option: string): string | undefined;
  bold(text: string): string;
  dim(text: string): string;
  /** Returns a text without what would act on a terminal, where the output is one. */
  escape(text: string): string;
  /** Says one line on standard error. */
  report(message: string): void;
}

/** What a command needs to know of where it was called. */
export interface CommandCaller extends Invocation {
  /** Returns a path as an absolute one, seen from the folder of the caller. */
  absolute(path: string): string;
  /**
   * Returns the value of an option as a whole number; undefined when it was not given.
   *
   * @throws {UsageError} When it is none, or smaller than `minimum`.
   */
  wholeNumber(option: string, minimum: number): number | undefined;
  /** Returns whether there is something at a path, seen from the folder of the caller. */
  isThere(path: string): boolean;
}

/** What a command is besides what its operation says of it. */
interface CommandFacts {
  readonly name: string;
  /** What follows the options in its usage line; a command without takes no words. */
  readonly operands?: string;
  /** The only words it takes there; absent when any may be. */
  readonly choices?: readonly string[];
  /** One line, where it is another than that of the operation. */
  readonly summary?: string;
  /** What the process may do. */
  readonly permissions: PermissionSet;
  /** Options besides those of the fields. */
  readonly options?: readonly OptionSpec[];
  /** Lines for the end of its help. */
  readonly examples: readonly string[];
  /** Whether it ends well whatever is wrong, also with its arguments: a host would take a failure for a refusal. */
  readonly failsOpen?: boolean;
  /** Whether it needs the sources of the program, which no bundle has. */
  readonly needsSources?: boolean;
}

/** A command that asks its operation. */
export interface CommandBinding<Request = never, Answer = unknown, Target = never>
  extends CommandFacts {
  /** The fields that it takes. @default all that have flags or are the words */
  readonly fieldNames?: readonly string[];
  /** Flags that stand in the place of those of fields. */
  readonly flags?: Readonly<Record<string, readonly Flag[]>>;
  /** Values of fields that are not given. */
  readonly preset?: Readonly<Record<string, unknown>>;
  /** An option that is given in place of the words of a field, which are then refused. */
  readonly alternative?: { readonly field: string; readonly option: string };
  /** Whether a program of the user's may guess names. */
  readonly guessesNames?: boolean;
  /** Whether it has `--json`, which prints the answer. @default true */
  readonly hasJson?: boolean;
  /** Whether a line says how far the index is, and Ctrl-C ends the call. @default false */
  readonly showsProgress?: boolean;
  /**
   * Returns the request that is asked, before anything is opened; refuses what is no use with a `UsageError`.
   *
   * @param request What was given, with lists that may be empty.
   */
  resolve?(request: Request, caller: CommandCaller): Request | Promise<Request>;
  /** Asks in place of the operation, for what only the command can. */
  execute?(engine: Target, request: Request, call: OperationCall): Promise<unknown>;
  /** Returns the text that is printed. */
  text(answer: Answer, terminal: Terminal): string | Promise<string>;
  /** Returns what is printed as JSON. @default the answer */
  json?(answer: Answer, terminal: Terminal): unknown;
  /** Returns whether the work was stopped before its end. */
  isStopped?(answer: Answer, terminal: Terminal): boolean;
}

/**
 * How a command ended: well, with something that the user should see to, with something that can not be used, by Ctrl-C,
 * or with an error that the user was told already.
 */
export type CommandEnd = "done" | "warned" | "refused" | "stopped" | { readonly failure: unknown };

/** What a command of a feature may use of the process that runs it. */
export interface CommandContext<Target = unknown>
  extends Pick<Terminal, "root" | "width" | "escape" | "report"> {
  readonly spaces: Spaces;
  /**
   * Returns the trees that are to be served: each `--root`, or that of the folder of the caller.
   *
   * @throws {UsageError} When one is no folder, or two have the same name.
   */
  listRoots(): Promise<readonly { readonly name: string; readonly path: string }[]>;
  /** Absolute path of the folder for the index and records, where the user has chosen one. */
  readonly state: string | undefined;
  /** The user's cache folder; undefined without a home. */
  readonly cache: string | undefined;
  /**
   * Returns the text of a file as the caller names it, or of standard input for `-`.
   *
   * @param options.what What it is, for messages.
   * @throws {UsageError} When it can not be read.
   */
  readInput(file: string, options: { readonly what: string }): Promise<string>;
  /** Writes a text to standard output, as it is. */
  print(text: string): void;
  /** Writes a value to standard output, as JSON. */
  printJson(value: unknown): void;
  /**
   * Brings the index of a tree up to date while a line says how far that is, and returns whether it was stopped.
   * What came of it is said on standard error where the answer is JSON.
   */
  indexTree(path: string): Promise<boolean>;
  /**
   * Calls `listener` whenever the program is asked to end, as by Ctrl-C, which does not end it then; until it is disposed
   * of.
   */
  onStop(listener: () => void): Promise<Disposable>;
  /** Opens an engine for the tree. */
  openEngine(): Promise<Target>;
  /** Returns the features of the program, as such an engine has them. */
  loadFeatures(): Promise<
    Target extends { readonly features: infer Features } ? Features : unknown
  >;
  /** Opens the log of the tree, which the caller closes. */
  openLog(): Promise<InjectionLog>;
}

/** A command of a feature that is more than one question to an engine. */
export interface FeatureCommand<Target = never> extends CommandFacts {
  readonly summary: string;
  /** Imports what the command needs and nothing that others need; what it returns does its work. */
  load(): Promise<(caller: CommandCaller, desk: CommandContext<Target>) => Promise<CommandEnd>>;
}

/** A command that is no question to an engine. */
export interface StandaloneCommand extends CommandFacts {
  readonly summary: string;
  /**
   * Imports what the command needs and nothing that others need; what it returns gives the exit code.
   */
  load(): Promise<RunCommand>;
}

/** One command: everything that parsing, help and completions need, and what runs it. */
export interface Command extends StandaloneCommand {
  readonly options: readonly OptionSpec[];
}

/**
 * Runs a command, and returns its exit code.
 *
 * @param listCommands Returns all commands of the program, in the order of the help.
 */
export type RunCommand = (
  invocation: Invocation,
  listCommands: () => Promise<readonly Command[]>,
) => Promise<number>;

/** Is told how far the work is, or what there is to tell so far; of what type that is, the operation says. */
export type ProgressListener = { listen(progress: unknown): void }["listen"];

/** What a caller gives an operation besides its request. */
export interface OperationCall {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** Is told how far the work is, a few times a second. */
  readonly onProgress?: ProgressListener | undefined;
  /** Runs a step inside of what measures it. */
  readonly runStep?:
    | (<Result>(name: string, step: () => Promise<Result>) => Promise<Result>)
    | undefined;
  /** What only somebody who runs the program on their own machine has; absent for callers of a server. */
  readonly local?: LocalCaller | undefined;
}

/**
 * Somebody who runs the program on this machine, and whose command was left to another process of theirs. It is plain,
 * so that a thread can be sent it.
 */
export interface RemoteCaller {
  /** The folder that they called from. */
  readonly folder: string;
  /** Whether a program that their settings name would guess names: no other process runs it for them. */
  readonly guessesNames: boolean;
}

/** Somebody who runs the program on their own machine. */
export interface LocalCaller {
  /** The folder that they called from; what they name may lie outside of the tree. */
  readonly folder: string;
  readonly stdin: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The user's cache folder; undefined where there is none, or none of theirs is used. */
  readonly cache: string | undefined;
  /**
   * Returns the names that a program of theirs guesses for a question; undefined when there is no such program.
   *
   * @param engine The engine that is asked the question.
   */
  guessNames(
    engine: never,
    asked: { readonly question: string; readonly freshness: FreshnessOptions },
  ): Promise<readonly string[] | undefined>;
}
