import type { TaskSettings } from "./task_settings.ts";

/** The part of a prompt that documents may take. */
export interface DocumentSlot {
  /** Tokens of the whole prompt. */
  readonly limitTokens: number;
  /** Tokens of all that is not a document. */
  readonly baseTokens: number;
  /** Tokens that are kept free for what the estimate of tokens gets wrong. */
  readonly reserveTokens: number;
  /** Share of the prompt that documents may take at most, from 0 to 1. */
  readonly docFractionLimit: number;
  /** Tokens that documents may take: at least 0. */
  readonly slotTokens: number;
}

/** What {@link planSlot} divides. */
export interface SlotOptions {
  /** Limit and fractions. */
  readonly settings: Pick<TaskSettings, "promptTokenLimit" | "docFractionMin" | "docFractionMax">;
  /** Tokens of all that is not a document. */
  readonly baseTokens: number;
}

/** Share of the limit that is kept free. */
const RESERVE = 0.1;

/** Brings products such as .29 × 100, a hair below 29, to the number that they stand for. */
const ROUNDING = 1e-9;

/**
 * Returns how many tokens documents may take: a share that grows with the complexity, and no more
 * than the rest of the prompt and the reserve leave.
 *
 * @param complexity From 0 to 1.
 *
 * @example
 * ```ts
 * import { DEFAULT_TASK_SETTINGS, planSlot } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const slot = planSlot(0, { settings: DEFAULT_TASK_SETTINGS, baseTokens: 3000 });
 * assert.equal(slot.slotTokens, 7200);
 * ```
 */
export function planSlot(complexity: number, { settings, baseTokens }: SlotOptions): DocumentSlot {
  const { promptTokenLimit: limitTokens, docFractionMin, docFractionMax } = settings;
  const docFractionLimit = docFractionMin + (docFractionMax - docFractionMin) * complexity;
  const reserveTokens = Math.ceil(RESERVE * limitTokens - ROUNDING);
  const share = Math.floor(docFractionLimit * limitTokens + ROUNDING);
  const slotTokens = Math.max(0, Math.min(share, limitTokens - baseTokens - reserveTokens));
  return { limitTokens, baseTokens, reserveTokens, docFractionLimit, slotTokens };
}
