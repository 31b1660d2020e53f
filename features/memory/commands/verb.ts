import type { Engine } from "@dossier/retrieval/engine";
import type { CommandCaller, CommandContext, CommandResult } from "@dossier/retrieval/operation";

/** The call of a subcommand of `memory`. */
export interface VerbCall {
  readonly engine: Engine;
  /** The words after the subcommand. */
  readonly words: readonly string[];
  readonly caller: CommandCaller;
  readonly context: CommandContext<Engine>;
}

/** Runs a subcommand. */
export type RunVerb = (call: VerbCall) => Promise<CommandResult>;

/** A subcommand of `memory`. */
export interface Verb {
  /** Its operands in the notation of help. */
  readonly operands: string;
  /** Minimum and maximum number of operands. */
  readonly words: readonly [least: number, most: number];
  /** Its options, besides those of all subcommands. */
  readonly options: readonly string[];
  readonly load: () => Promise<RunVerb>;
}

/** Prints lines for people, with control characters escaped. */
export function printLines({ context }: VerbCall, lines: readonly string[]): void {
  if (lines.length > 0) context.print(context.escape(`${lines.join("\n")}\n`));
}
