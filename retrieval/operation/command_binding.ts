import type { InjectionLog } from "../delivery/mod.ts";
import type { FreshnessOptions } from "../search/mod.ts";
import type { PolicySpaces } from "../lease/mod.ts";
import type { Invocation, OptionSpec } from "./command.ts";
import type { Flag } from "./field.ts";
import type { PermissionSet } from "./permissions.ts";

/** Terminal of a command, with the options for its output. */
export interface Terminal {
  /** Number of columns of a line. */
  readonly width: number;
  /** Absolute path of the tree. */
  readonly root: string;
  /** Time of the answer, in seconds. */
  readonly seconds: number;
  /** Returns true when an option of the command was given. */
  has(option: string): boolean;
  /** Returns the value of an option of the command. */
  value(option: string): string | undefined;
  bold(text: string): string;
  dim(text: string): string;
  /** Returns a text without control sequences, when the output is a terminal. */
  escape(text: string): string;
  /** Writes one line to standard error. */
  report(message: string): void;
}

/** Arguments of a command, with the folder of its caller. */
export interface CommandCaller extends Invocation {
  /** Returns the absolute path of a path that is relative to the folder of the caller. */
  resolvePath(path: string): string;
  /**
   * Returns the value of an option as a whole number, or `undefined` when it is absent.
   *
   * @throws {UsageError} When it is not a whole number, or smaller than `minimum`.
   */
  wholeNumber(option: string, minimum: number): number | undefined;
  /** Returns true when a path exists, relative to the folder of the caller. */
  exists(path: string): boolean;
}

/** Properties of a command besides those of its operation. */
interface CommandFacts {
  readonly name: string;
  /** Operands in its usage line; absent when it accepts no words. */
  readonly operands?: string;
  /** Only accepted operands; absent when any are accepted. */
  readonly choices?: readonly string[];
  /** Summary in one line. @default that of the operation */
  readonly summary?: string;
  /** Permissions of the process. */
  readonly permissions: PermissionSet;
  /** Options besides those of the fields. */
  readonly options?: readonly OptionSpec[];
  /** Lines for the end of its help. */
  readonly examples: readonly string[];
  /**
   * True when it always exits with success, also for invalid arguments: a host would take a failure
   * for a refusal.
   */
  readonly failsOpen?: boolean;
  /** True when it needs the source files of the program, which no bundle has. */
  readonly needsSources?: boolean;
}

/** Command that calls its operation. */
export interface CommandBinding<Request = never, Answer = unknown, Target = never>
  extends CommandFacts {
  /** Names of its fields. @default all with flags or operands */
  readonly fieldNames?: readonly string[];
  /** Flags that replace those of the fields. */
  readonly flags?: Readonly<Record<string, readonly Flag[]>>;
  /** Values of absent fields. */
  readonly preset?: Readonly<Record<string, unknown>>;
  /** Option that replaces the operands of a field, which are then rejected. */
  readonly alternative?: { readonly field: string; readonly option: string };
  /** True when a program of the user may guess names. */
  readonly guessesNames?: boolean;
  /** True when it has `--json`, which prints the answer. @default true */
  readonly hasJson?: boolean;
  /** True when it shows the progress of the index, and Ctrl-C ends the call. @default false */
  readonly showsProgress?: boolean;
  /**
   * Returns the request before anything is opened; rejects unusable options with a `UsageError`.
   *
   * @param request Parsed request, with lists that may be empty.
   */
  resolve?(request: Request, caller: CommandCaller): Request | Promise<Request>;
  /** Runs instead of the operation, for work that only the command can do. */
  execute?(engine: Target, request: Request, call: OperationCall): Promise<unknown>;
  /** Returns the printed text. */
  text(answer: Answer, terminal: Terminal): string | Promise<string>;
  /** Returns the printed JSON. @default the answer */
  json?(answer: Answer, terminal: Terminal): unknown;
  /** Returns true when the work was stopped before its end. */
  isStopped?(answer: Answer, terminal: Terminal): boolean;
}

/**
 * Result of a command: success, a warning, unusable input, Ctrl-C, or an error that was already
 * reported to the user.
 */
export type CommandResult = "done" | "warned" | "refused" | "stopped" | {
  readonly failure: unknown;
};

/** Context of a command of a feature: the services of its process. */
export interface CommandContext<Target = unknown>
  extends Pick<Terminal, "root" | "width" | "escape" | "report"> {
  readonly spaces: PolicySpaces;
  /**
   * Returns the trees to serve: each `--root`, or else that of the folder of the caller.
   *
   * @throws {UsageError} When one is not a folder, or two have the same name.
   */
  listRoots(): Promise<readonly { readonly name: string; readonly path: string }[]>;
  /** Absolute path of the folder for the index and records, when the user has selected one. */
  readonly state: string | undefined;
  /** Cache folder of the user; `undefined` without a home. */
  readonly cache: string | undefined;
  /**
   * Returns the text of a file that the caller names, or of standard input for `-`.
   *
   * @param options.what Name of the text in messages.
   * @throws {UsageError} When it cannot be read.
   */
  readInput(file: string, options: { readonly what: string }): Promise<string>;
  /** Writes a text to standard output unchanged. */
  print(text: string): void;
  /** Writes a value to standard output, as JSON. */
  printJson(value: unknown): void;
  /**
   * Refreshes the index of a tree while a line shows the progress, and returns true when it was
   * stopped. When the output is JSON, the report goes to standard error.
   */
  indexTree(path: string): Promise<boolean>;
  /**
   * Calls `listener` for each request to end the program, such as Ctrl-C, which then does not end
   * it, until the result is disposed.
   */
  onStop(listener: () => void): Promise<Disposable>;
  /** Opens an engine for the tree. */
  openEngine(): Promise<Target>;
  /** Returns the features of the program, with the type that such an engine has. */
  loadFeatures(): Promise<
    Target extends { readonly features: infer Features } ? Features : unknown
  >;
  /** Opens the log of the tree; the caller closes it. */
  openLog(): Promise<InjectionLog>;
}

/** Command of a feature that is more than one call of an operation. */
export interface FeatureCommand<Target = never> extends CommandFacts {
  readonly summary: string;
  /** Imports only the modules of the command, and returns the function that runs it. */
  load(): Promise<
    (caller: CommandCaller, context: CommandContext<Target>) => Promise<CommandResult>
  >;
}

/** Command that does not call an engine. */
export interface StandaloneCommand extends CommandFacts {
  readonly summary: string;
  /**
   * Imports only the modules of the command, and returns the function that runs it and returns the
   * exit code.
   */
  load(): Promise<RunCommand>;
}

/** Command with everything for parsing, help and completions, and the function that runs it. */
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

/**
 * Receives the progress of the work or intermediate results, with a type that the operation
 * defines.
 */
export type ProgressListener = { listen(progress: unknown): void }["listen"];

/** Options of a call of an operation, besides the request. */
export interface OperationCall {
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the progress, a few times a second. */
  readonly onProgress?: ProgressListener | undefined;
  /** Runs a step inside of a measurement. */
  readonly runStep?:
    | (<Result>(name: string, step: () => Promise<Result>) => Promise<Result>)
    | undefined;
  /** Caller on this machine; absent for callers of a server. */
  readonly local?: LocalCaller | undefined;
}

/**
 * Caller on this machine whose command runs in another process of the same user. It has only plain
 * values, so that it can be sent to a thread.
 */
export interface RemoteCaller {
  /** Folder of the caller. */
  readonly folder: string;
  /** True when a configured program would guess names: no other process runs it for the caller. */
  readonly guessesNames: boolean;
}

/** Caller on this machine. */
export interface LocalCaller {
  /** Folder of the caller, whose paths may be outside of the tree. */
  readonly folder: string;
  readonly stdin: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Cache folder of the user; `undefined` when there is none or it is not used. */
  readonly cache: string | undefined;
  /**
   * Returns the names that a program of the user guesses for a question, or `undefined` without
   * such a program.
   *
   * @param engine Engine of the question.
   */
  guessNames(
    engine: never,
    request: { readonly question: string; readonly freshness: FreshnessOptions },
  ): Promise<readonly string[] | undefined>;
}
