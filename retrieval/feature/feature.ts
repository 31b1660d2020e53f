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
  readonly operationParts?: Readonly<Partial<Record<string, () => Promise<OperationPart>>>>;
  /** Where more of a bundle comes from. */
  readonly sources?: readonly SourceRow[];
  /** Returns what says which triggers are set off by what is done to a watched tree. */
  readonly openTriggers?: () => TreeTriggers;
  /** Returns what answers other programs at the doors of this process. */
  readonly doorHandler?: () => Promise<DoorHandler>;
  /** What it shows on pages of a server. */
  readonly pages?: readonly FeaturePage[];
  /** Returns what a session of a host is told at a moment. */
  readonly sessionParts?: ListSessionParts;
  /** Returns what a session of a host is told while it is at work. */
  readonly turnParts?: ListTurnParts;
  /** Returns what reads the transcripts that hosts write of their sessions. */
  readonly transcripts?: () => Promise<ReadSessionTranscript>;
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

/** How much a finding matters: from nothing to do, to something that stands in the way. */
export type FindingLevel = "ok" | "note" | "warning" | "problem";

/** One thing that a check has found. */
export interface Finding {
  /** How much it matters. */
  readonly level: FindingLevel;
  /** What it is: a sentence without a final period. */
  readonly message: string;
  /** What fixes it, as a command where there is one. */
  readonly fix?: string;
}

/** The tree that is looked at. */
export interface CheckTarget {
  /** Absolute real path. */
  readonly root: string;
  /** Absolute path of the folder for its index and records; it need not exist. */
  readonly state: string;
  /** Whether all that is stored is compared with its checksums, however long that takes. @default false */
  readonly isDeep?: boolean | undefined;
}

/** One look at one thing. It changes nothing, and must not depend on what others find. */
export interface TreeCheck<Place extends CheckTarget = CheckTarget> {
  /** What it looks at. */
  readonly name: string;
  /** Whether it costs little and looks at nothing but the tree, so that a server shows it too. @default false */
  readonly isOfTree?: true;
  /** Looks, and gives up when the signal says so. */
  run(place: Place, signal: AbortSignal): Promise<readonly Finding[]>;
}

/** A text of its own that a session is told at a moment. */
export interface SessionPart {
  /** What it is, such as `map`; of equal parts the same. */
  readonly name: string;
  readonly text: string;
  /** How there is more of it, as half a sentence. */
  readonly more: string;
  /**
   * Name under which it is known that the session has it, once the reply with it is made; see {@link TurnTools.isDelivered}.
   * @default it counts as told with the answer that has it, and is told once
   */
  readonly receipt?: string | undefined;
}

/** When a session is told something, and what is known of it then. */
export type SessionMoment =
  | {
    readonly moment: "start";
    /** Its id. */
    readonly session: string;
    /** Whether it goes on with what it was told before, so that only news is worth telling. */
    readonly isKnown: boolean;
  }
  | {
    readonly moment: "subagent";
    /** What its host calls the subagent. */
    readonly agentType: string;
  }
  | { readonly moment: "compaction" };

/** What the parts of a session are made with. */
export interface SessionTools {
  readonly services: EngineServices;
  /** Takes the reason for each part that is missing as something is wrong. */
  readonly report: (error: unknown) => void;
}

/**
 * Returns what a session is told at a moment, in order; undefined when there is nothing that could say anything then. An
 * empty list is an answer: a subagent of which something is known is not told anything else.
 */
export type ListSessionParts = (
  asked: SessionMoment,
  tools: SessionTools,
) => Promise<readonly SessionPart[] | undefined>;

/** What a session is at, where its host takes a text for the agent. */
export type TurnMoment =
  & {
    /** Its id. */
    readonly session: string;
    /** Absolute path of what the host writes of it, where it tells. */
    readonly transcript: string | undefined;
  }
  & (
    /** It begins, is asked something, or has used a tool: whatever waits for it can be told. */
    | { readonly moment: "turn" }
    /** It has begun and was told all: what is to be done now and then can be done, for a moment. */
    | { readonly moment: "idle" }
    | {
      readonly moment: "prompt";
      /** What the user said. */
      readonly words: string;
    }
    | {
      readonly moment: "tool";
      readonly when: "before" | "after";
      /** Files that the tool reads or changes, relative to the root; at least one. */
      readonly paths: readonly string[];
      /** What the user said last. */
      readonly words: string;
    }
  );

/** What a session at work is told with. Somebody waits: what may have nothing to say finds that out first. */
export interface TurnTools {
  /** Real absolute path of the tree. */
  readonly root: string;
  /** The record of the tree, which is open anyway; whoever opened it may not have asked for the tables of features. */
  readonly state: StateStore;
  /** The user's cache folder. */
  readonly cache: string | undefined;
  /** Whether the host has not told that the session is over. */
  readonly isRunning: boolean;
  /** Whether the process goes on after the answer, so that more can be done then. */
  readonly isServer: boolean;
  /** Bytes that there is room for. */
  readonly remainingBytes: number;
  /** Returns whether the session has what a receipt names. */
  readonly isDelivered: (receipt: string) => boolean;
  /** Has `work` done with an engine, which is opened for it where none is open: that takes time. */
  readonly withServices: <Result>(
    work: (services: EngineServices) => Promise<Result>,
  ) => Promise<Result>;
  /** Takes the reason for each part that is missing as something is wrong. */
  readonly report: (error: unknown) => void;
}

/** Returns what a session at work is told, in order; an empty list for nothing. */
export type ListTurnParts = (
  asked: TurnMoment,
  tools: TurnTools,
) => Promise<readonly SessionPart[]>;
