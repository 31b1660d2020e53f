import type { Engine } from "@dossier/retrieval/engine";
import type { CommandCaller, CommandDesk, CommandEnd } from "@dossier/retrieval/operation";

/** What a verb of the command `memory` is given. */
export interface VerbCall {
  readonly engine: Engine;
  /** The words behind the verb. */
  readonly words: readonly string[];
  readonly caller: CommandCaller;
  readonly desk: CommandDesk<Engine>;
}

/** Does the work of a verb. */
export type RunVerb = (call: VerbCall) => Promise<CommandEnd>;

/** A verb of the command `memory`. */
export interface Verb {
  /** What stands behind it, as help writes it. */
  readonly operands: string;
  /** How many words it takes. */
  readonly words: readonly [least: number, most: number];
  /** The options that it has a use for, besides those of all verbs. */
  readonly options: readonly string[];
  readonly load: () => Promise<RunVerb>;
}

/** Prints lines for people, without what would act on a terminal. */
export function printLines({ desk }: VerbCall, lines: readonly string[]): void {
  if (lines.length > 0) desk.print(desk.escape(`${lines.join("\n")}\n`));
}
