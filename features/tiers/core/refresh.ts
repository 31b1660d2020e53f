import type { CompilePattern, StepLimit } from "@dossier/core/condition";
import type { RefreshTrigger, SalienceTrigger } from "./context_manifest.ts";

/** When a source is given to a session again. */
export type RefreshPolicy = "session-start" | "never" | "on-change" | "on-request";

/** Time that has to pass between two injections of a session, in milliseconds, as in Blue. */
export const COOLDOWN_MS = 30_000;

/** Returns when a source is given again, by its URI and, where it is known, the status of its document. */
export function refreshPolicy(uri: string, status?: string): RefreshPolicy {
  if (uri.includes("/adrs/")) return "session-start";
  if (uri.includes("/dialogues/")) return "never";
  if (uri.includes("/rfcs/")) {
    const isMoving = status === undefined || status === "draft" || status === "in-progress";
    return isMoving ? "on-change" : "on-request";
  }
  return uri.includes("/spikes/") ? "on-change" : "on-request";
}

/**
 * Returns whether enough time has passed since the last injection of a session.
 *
 * @param last Its time, and `now` the present one, in milliseconds since 1970; one that is unknown or
 * unreadable (NaN) keeps nothing from being given.
 */
export function isCooledDown(last: number | undefined, now: number): boolean {
  return last === undefined || Number.isNaN(last) || now - last >= COOLDOWN_MS;
}

/**
 * Returns whether a source is to be given to a session, and recorded.
 *
 * @param given.hash Hash of what it has now, and `last` of what the session was given; absent when it was given nothing.
 */
export function mayInject(
  policy: RefreshPolicy,
  { hash, last, isCool }: {
    readonly hash: string;
    readonly last: string | undefined;
    readonly isCool: boolean;
  },
): boolean {
  if (policy === "never") return false;
  if (policy === "session-start") return last === undefined;
  return last !== hash && isCool;
}

/** What a session has done since triggers were looked at last. */
export interface SessionActivity {
  /** Turns that the session had before, and has had by now. */
  readonly turns: { readonly before: number; readonly now: number };
  /** Whether the RFC in progress got another status or content, or a task of it was done. */
  readonly isRfcChanged: boolean;
  /** Names of the tools that were called. */
  readonly tools: readonly string[];
}

/** Returns the triggers that what was done sets off; however many they are, the tier is given once. */
export function firedTriggers(
  triggers: readonly RefreshTrigger[],
  { turns, isRfcChanged, tools }: SessionActivity,
): readonly RefreshTrigger[] {
  return triggers.filter((trigger) => {
    if (trigger.kind === "rfc-change") return isRfcChanged;
    if (trigger.kind === "tool-call") return tools.includes(trigger.tool);
    return Math.floor(turns.now / trigger.every) > Math.floor(turns.before / trigger.every);
  });
}

/** What a plugin may have something to say about. */
export interface SalienceFacts {
  /** Messages of the commits made. */
  readonly commits: readonly string[];
  /** Texts of the files that are open or changed. */
  readonly files: readonly string[];
  /** What was asked for. */
  readonly prompt: string;
}

/** How patterns are asked. */
export interface PatternUse {
  readonly compile: CompilePattern;
  /** Counts what those of one manifest take together. */
  readonly steps: StepLimit;
}

/** Returns whether a trigger of a plugin is active. One with a regular expression that is none never is. */
export async function isSalient(
  trigger: SalienceTrigger,
  { commits, files, prompt }: SalienceFacts,
  { compile, steps }: PatternUse,
): Promise<boolean> {
  switch (trigger.kind) {
    case "commit-message":
      return await matchesSome(trigger.pattern, commits, { compile, steps });
    case "file-annotation":
      return files.some((text) => text.includes(trigger.text));
    case "keyword":
      return prompt.toLowerCase().includes(trigger.text.toLowerCase());
  }
}

async function matchesSome(
  pattern: string,
  texts: readonly string[],
  { compile, steps }: PatternUse,
): Promise<boolean> {
  try {
    const isMatch = await steps.limitCompile(compile)(pattern);
    return texts.some((text) => {
      steps.addSearch(text.length, isMatch);
      return isMatch(text);
    });
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
