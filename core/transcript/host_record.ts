import type { LineRange } from "../fragment/lines.ts";
import type { JsonObject } from "../text/json_value.ts";
import type { AnswerUsage } from "./transcript_event.ts";

/** What one line of a transcript says, in the same words for each host. */
export type HostRecord =
  | {
    readonly kind: "instruction" | "user" | "assistant" | "thinking" | "summary" | "compaction";
    readonly text: string;
  }
  | {
    readonly kind: "call";
    readonly id: string;
    readonly tool: string;
    readonly input: JsonObject;
    /** As the agent wrote it. */
    readonly text: string;
  }
  | {
    readonly kind: "output";
    /** Of its call. */
    readonly id: string;
    readonly text: string;
    readonly failed: boolean;
    /** What the host says was read. */
    readonly lines?: LineRange;
  }
  /** A file that the host gave unasked: the user named it, or it was restored. */
  | {
    readonly kind: "file";
    readonly path: string;
    readonly text: string;
    readonly lines?: LineRange;
  }
  | { readonly kind: "usage"; readonly usage: AnswerUsage & { readonly key: string } };

/** What a line says, and where it belongs. */
export interface HostLine {
  readonly records: readonly HostRecord[];
  readonly time?: string | undefined;
  readonly session?: string | undefined;
  /** Folder of the session from here on. */
  readonly folder?: string | undefined;
  readonly agent?: string | undefined;
}
