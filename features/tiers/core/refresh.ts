import type { CompilePattern, StepLimit } from "@dossier/core/condition";
import type { RefreshTrigger, SalienceTrigger } from "./context_manifest.ts";

/** A rule for injecting a source again. */
export type RefreshPolicy = "session-start" | "never" | "on-change" | "on-request";

/** Shortest time between two injections of a session, in milliseconds, from Blue. */
export const COOLDOWN_MS = 30_000;

/** Returns the refresh rule of a source, by its URI and the status of its document, if known. */
export function findRefreshPolicy(uri: string, status?: string): RefreshPolicy {
  if (uri.includes("/adrs/")) return "session-start";
  if (uri.includes("/dialogues/")) return "never";
  if (uri.includes("/rfcs/")) {
    const isMoving = status === undefined || status === "draft" || status === "in-progress";
    return isMoving ? "on-change" : "on-request";
  }
  return uri.includes("/spikes/") ? "on-change" : "on-request";
}

/**
 * Returns true when enough time has passed since the last injection of a session.
 *
 * @param last Its time, and `now` the current time, in milliseconds since 1970; an unknown or
 * unreadable one (NaN) does not block injections.
 */
export function isCooledDown(last: number | undefined, now: number): boolean {
  return last === undefined || Number.isNaN(last) || now - last >= COOLDOWN_MS;
}

/**
 * Returns true when a source should be injected into a session, and recorded.
 *
 * @param given.hash Hash of its current text, and `last` of the text that was injected last; absent
 * when there was none.
 */
export function shouldInject(
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

/** Activity of a session since the last check of its triggers. */
export interface SessionActivity {
  /** Turns of the session before the last check, and until now. */
  readonly turns: { readonly before: number; readonly now: number };
  /** True when the RFC in progress has another status or content, or a task of it was completed. */
  readonly isRfcChanged: boolean;
  /** Names of called tools. */
  readonly tools: readonly string[];
}

/** Returns the triggers that the activity fires; with several, the tier is injected once. */
export function listFiredTriggers(
  triggers: readonly RefreshTrigger[],
  { turns, isRfcChanged, tools }: SessionActivity,
): readonly RefreshTrigger[] {
  return triggers.filter((trigger) => {
    if (trigger.kind === "rfc-change") return isRfcChanged;
    if (trigger.kind === "tool-call") return tools.includes(trigger.tool);
    return Math.floor(turns.now / trigger.every) > Math.floor(turns.before / trigger.every);
  });
}

/** Facts that activate plugins. */
export interface SalienceFacts {
  /** Messages of the commits made. */
  readonly commits: readonly string[];
  /** Texts of open or changed files. */
  readonly files: readonly string[];
  /** The prompt of the user. */
  readonly prompt: string;
}

/** Options for matching patterns. */
export interface PatternOptions {
  readonly compile: CompilePattern;
  /** Counts the steps of all patterns of one manifest. */
  readonly steps: StepLimit;
}

/**
 * Returns true when a trigger of a plugin is active. One with an invalid regular expression never
 * is.
 */
export async function isSalient(
  trigger: SalienceTrigger,
  { commits, files, prompt }: SalienceFacts,
  { compile, steps }: PatternOptions,
): Promise<boolean> {
  switch (trigger.kind) {
    case "commit-message":
      return await matchesAny(trigger.pattern, commits, { compile, steps });
    case "file-annotation":
      return files.some((text) => text.includes(trigger.text));
    case "keyword":
      return prompt.toLowerCase().includes(trigger.text.toLowerCase());
  }
}

async function matchesAny(
  pattern: string,
  texts: readonly string[],
  { compile, steps }: PatternOptions,
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
