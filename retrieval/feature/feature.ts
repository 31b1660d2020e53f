import type { ZodType } from "zod";
import type { DeliveryFeature } from "../delivery/mod.ts";
import type { Doors } from "./doors.ts";
import type { TreeCheck } from "./tree_check.ts";
import type { EngineServices } from "../lease/mod.ts";
import type { FeatureCommand, OperationPart, OperationRow } from "../operation/mod.ts";
import type { SourceRow } from "../sources/mod.ts";
import type { ListSessionParts } from "./session_parts.ts";

/**
 * What the program can do besides answering from code and documents, in a folder of its own: engines are given a list
 * of them and know none by name. What it exports is light: all that is needed later is imported when it is.
 */
export interface Feature extends DeliveryFeature {
  /** What its errors mean, by their codes. */
  readonly errors?: Readonly<Record<string, ErrorMeaning>>;
  /** Returns what its answers look like as JSON, by the names of the schemas. */
  readonly schemas?: () => Promise<Readonly<Record<string, ZodType>>>;
  /** What more can be asked. */
  readonly operations?: readonly OperationRow[];
  /** Commands that are more than one question to an operation. */
  readonly commands?: {
    /** Their names, in the order of help. */
    readonly names: readonly string[];
    readonly load: () => Promise<readonly FeatureCommand[]>;
  };
  /** What it adds to operations of the engine, by their names. */
  readonly parts?: Readonly<Partial<Record<string, () => Promise<OperationPart>>>>;
  /** Where more of a bundle comes from. */
  readonly sources?: readonly SourceRow[];
  /** Returns what says which triggers are set off by what is done to a watched tree. */
  readonly openTriggers?: () => TreeTriggers;
  /** Returns new doors, by which other programs reach a server of this process. */
  readonly doors?: () => Promise<Doors>;
  /** Returns what a session of a host is told at a moment. */
  readonly sessionParts?: ListSessionParts;
  /** Returns what else `doctor` looks at, in the order in which findings are listed. */
  readonly checks?: () => Promise<readonly TreeCheck[]>;
}

/** What an error with a code means for whoever asked. */
export interface ErrorMeaning {
  /** HTTP status. */
  readonly status: number;
  /** Exit code of a command. @default 2: what the user wrote can not be used */
  readonly exit?: number;
}

/** Says which triggers are set off by what is done to a tree. */
export interface TreeTriggers {
  /**
   * Returns which were set off since the last call, as the project writes them.
   *
   * @param time The index has what was changed until then, in milliseconds since 1970.
   */
  list(
    services: Pick<EngineServices, "root" | "lease">,
    time: number,
  ): Promise<readonly string[]>;
}
