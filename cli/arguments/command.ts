import type { OptionSpec, PermissionSet, RunCommand } from "@dossier/retrieval/operation";

/** One command: everything that parsing, help and completions need, and what runs it. */
export interface Command {
  readonly name: string;
  /** What follows the options in its usage line; a command without takes no words. */
  readonly operands?: string;
  /** The only words it takes there; absent when any may be. */
  readonly choices?: readonly string[];
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  /** What its process may do. */
  readonly permissions: PermissionSet;
  /** Whether it ends well whatever is wrong, also with its arguments: a host would take a failure for a refusal. */
  readonly failsOpen?: boolean;
  /** Lines for the end of its help. */
  readonly examples: readonly string[];
  /** Imports what the command needs and nothing that others need; what it returns gives the exit code. */
  load(): Promise<RunCommand>;
}
