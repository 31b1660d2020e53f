import type { Note, Retry, TaskSettings } from "@dossier/core";
import type { ContextOptions } from "./engine_options.ts";

/** Options of the bundle of a task. */
export interface TaskOptions extends Omit<ContextOptions, "budget"> {
  /** Most tokens of the rendered text. @default what `prompt_token_limit` says, 24,000 */
  readonly budget?: number | undefined;
  /** Settings that go before those of the project. */
  readonly settings?: Partial<TaskSettings> | undefined;
  /**
   * What became of the attempt before: told in the bundle as far as an eighth of it goes for each part, with
   * its secrets masked, and evidence for what else is told.
   */
  readonly retry?: Retry | undefined;
  /** What the reader should know of how the issue was read. */
  readonly notes?: readonly Note[] | undefined;
  /** Paths of the tracker that holds the issue, whose files are no answer to it. */
  readonly trackerPaths?: readonly string[] | undefined;
}
