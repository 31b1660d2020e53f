import type { ReadSessionTranscript } from "@dossier/core/metrics";
import type { ZodType } from "zod";
import type { DeliveryFeature } from "../delivery/mod.ts";
import type { StateStore } from "../delivery/state/mod.ts";
import type { DoorHandler } from "../door/mod.ts";
import type { EngineServices } from "../lease/mod.ts";
import type { FeatureCommand, OperationPart, OperationRow } from "../operation/mod.ts";
import type { FeaturePage } from "./page.ts";
import type { SourceRow } from "../sources/mod.ts";

/**
 * Feature of the program besides answers from code and documents, in its own folder. Engines
 * receive a list of features and know none by name. Its module is light: everything else is
 * imported on demand.
 */
export interface Feature extends DeliveryFeature {
  /** Meanings of its errors, by code. */
  readonly errors?: Readonly<Record<string, ErrorMeaning>>;
  /** Returns the schemas of its answers as JSON, by name. */
  readonly schemas?: () => Promise<Readonly<Record<string, ZodType>>>;
  /** Further operations. */
  readonly operations?: readonly OperationRow[];
  /** Commands that are more than one call of an operation. */
  readonly commands?: {
    /** Names, in the order of help. */
    readonly names: readonly string[];
    readonly load: () => Promise<readonly FeatureCommand[]>;
  };
  /** Extensions of operations of the engine, by name. */
  readonly operationParts?: Readonly<Partial<Record<string, () => Promise<OperationPart>>>>;
  /** Further context sources. */
  readonly sources?: readonly SourceRow[];
  /** Returns the detector of triggers in a watched tree. */
  readonly openTriggerDetector?: () => TriggerDetector;
  /** Returns the handler of requests of other programs to this process. */
  readonly doorHandler?: () => Promise<DoorHandler>;
  /** Pages of a server. */
  readonly pages?: readonly FeaturePage[];
  /** Returns the texts for a session of a host at a moment. */
  readonly sessionParts?: ListSessionParts;
  /** Returns the texts for a session of a host during its work. */
  readonly turnParts?: ListTurnParts;
  /** Returns the reader of transcripts of hosts. */
  readonly transcripts?: () => Promise<ReadSessionTranscript>;
  /** Returns further checks of `doctor`, in the order of findings. */
  readonly checks?: () => Promise<readonly TreeCheck[]>;
}

/** Meaning of an error code for the caller. */
export interface ErrorMeaning {
  /** HTTP status. */
  readonly status: number;
  /** Exit code of a command. @default 2: unusable input */
  readonly exit?: number;
}

/** Detector of triggers that changes of a tree set off. */
export interface TriggerDetector {
  /**
   * Returns the triggers that were set off since the last call, with their text in the project.
   *
   * @param time Time of the last indexed change, in milliseconds since 1970.
   */
  list(
    services: Pick<EngineServices, "root" | "lease">,
    time: number,
  ): Promise<readonly string[]>;
}

/** Level of a finding: from nothing to do, to a blocking problem. */
export type FindingLevel = "ok" | "note" | "warning" | "problem";

/** Finding of a check. */
export interface Finding {
  /** Level. */
  readonly level: FindingLevel;
  /** Message: a sentence without a final period. */
  readonly message: string;
  /** Fix, as a command if there is one. */
  readonly fix?: string;
}

/** Tree to check. */
export interface CheckTarget {
  /** Absolute real path. */
  readonly root: string;
  /** Absolute path of the folder for its index and records, which need not exist. */
  readonly state: string;
  /**
   * True when all stored data is compared with its checksums, without a time limit. @default false
   */
  readonly isDeep?: boolean | undefined;
}

/** Check of one subject. It changes nothing, and must not depend on other checks. */
export interface TreeCheck<Place extends CheckTarget = CheckTarget> {
  /** Name of the subject. */
  readonly name: string;
  /**
   * True when it is cheap and reads only the tree, so that a server shows it, too. @default false
   */
  readonly isShownOnServer?: true;
  /** Runs the check until the signal is aborted. */
  run(place: Place, signal: AbortSignal): Promise<readonly Finding[]>;
}

/** Text for a session at a moment. */
export interface SessionPart {
  /** Name, such as `map`; equal for equal parts. */
  readonly name: string;
  readonly text: string;
  /** Hint on how to get more of it, as half a sentence. */
  readonly more: string;
  /**
   * Name of the receipt that the session has it, stored when the reply is sent; see {@link
   * TurnTools.isDelivered}.
   * @default it counts as delivered with the answer, and is delivered once
   */
  readonly receipt?: string | undefined;
}

/** Moment at which a session receives texts, with known facts. */
export type SessionMoment =
  | {
    readonly moment: "start";
    /** Id of the session. */
    readonly session: string;
    /** True when it continues with earlier context, so that only new texts are useful. */
    readonly isKnown: boolean;
  }
  | {
    readonly moment: "subagent";
    /** Name of the type of the subagent in its host. */
    readonly agentType: string;
  }
  | { readonly moment: "compaction" };

/** Services for building the texts of a session. */
export interface SessionTools {
  readonly services: EngineServices;
  /** Receives the error of each missing part. */
  readonly report: (error: unknown) => void;
}

/**
 * Returns the texts for a session at a moment, in order, or `undefined` when nothing applies to
 * that moment. An empty list is an answer: a known subagent receives no other text.
 */
export type ListSessionParts = (
  moment: SessionMoment,
  tools: SessionTools,
) => Promise<readonly SessionPart[] | undefined>;

/** Moment during the work of a session at which its host accepts a text. */
export type TurnMoment =
  & {
    /** Id of the session. */
    readonly session: string;
    /** Absolute path of the transcript, if the host reports it. */
    readonly transcript: string | undefined;
  }
  & (
    /** The session begins, has a prompt, or has used a tool: waiting texts can be delivered. */
    | { readonly moment: "turn" }
    /**
     * The session has begun and received all texts: occasional work can be done, for a short time.
     */
    | { readonly moment: "idle" }
    | {
      readonly moment: "prompt";
      /** Prompt of the user. */
      readonly words: string;
    }
    | {
      readonly moment: "tool";
      readonly when: "before" | "after";
      /** Files that the tool reads or changes, relative to the root; at least one. */
      readonly paths: readonly string[];
      /** Last prompt of the user. */
      readonly words: string;
    }
  );

/**
 * Services for building texts during the work of a session. The user waits, so a feature first
 * checks cheaply whether it has any text.
 */
export interface TurnTools {
  /** Real absolute path of the tree. */
  readonly root: string;
  /** Open state of the tree, which may have been opened without the tables of features. */
  readonly state: StateStore;
  /** Cache folder of the user. */
  readonly cache: string | undefined;
  /** True until the host reports the end of the session. */
  readonly isRunning: boolean;
  /** True when the process continues after the answer, so that more work can be done then. */
  readonly isServer: boolean;
  /** Remaining bytes for texts. */
  readonly remainingBytes: number;
  /** Returns true when the session has the text of a receipt. */
  readonly isDelivered: (receipt: string) => boolean;
  /** Runs `work` with an engine, which is opened if necessary: that takes time. */
  readonly withServices: <Result>(
    work: (services: EngineServices) => Promise<Result>,
  ) => Promise<Result>;
  /** Receives the error of each missing part. */
  readonly report: (error: unknown) => void;
}

/** Returns the texts for a session during its work, in order; empty for none. */
export type ListTurnParts = (
  moment: TurnMoment,
  tools: TurnTools,
) => Promise<readonly SessionPart[]>;
