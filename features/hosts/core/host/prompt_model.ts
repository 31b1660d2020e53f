import { promptFeatures } from "./prompt_features.ts";

/** A linear model of what prompts ask for. */
export interface PromptModel {
  /** A character for the weight of each feature: its code, less {@link WEIGHT_ZERO}, times the scale. */
  readonly weights: string;
  readonly scale: number;
  readonly bias: number;
}

/** Code of the character that stands for a weight of zero: the alphabet is `0` to `o`. */
export const WEIGHT_ZERO = 80;

/** Most steps of a weight above and below zero. */
export const WEIGHT_STEPS = 31;

/**
 * Returns the logarithm of the odds that a prompt asks for something of a repository, by its text alone: a task, a
 * question about the code, an error; not talk with the agent about its work. The sum of the weights of its features
 * over the square root of their number, so that long prompts are no surer than short ones.
 */
export function promptOdds(prompt: string, { weights, scale, bias }: PromptModel): number {
  const features = promptFeatures(prompt);
  const sum = features.reduce((sum, at) => sum + weights.charCodeAt(at) - WEIGHT_ZERO, 0);
  return bias + scale * sum / Math.sqrt(features.length + 1);
}
