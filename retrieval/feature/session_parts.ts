import type { EngineServices } from "../lease/mod.ts";

/** A text of its own that a session is told at a moment. */
export interface SessionPart {
  /** What it is, such as `map`; of equal parts the same. */
  readonly name: string;
  readonly text: string;
  /** How there is more of it, as half a sentence. */
  readonly more: string;
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
