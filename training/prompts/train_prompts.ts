/**
 * `deno task train:prompts [--check FILE]`: learns the weights that classify a prompt as one that
 * needs something of a repository, writes them to `features/hosts/core/host/prompt_weights.json`,
 * and prints their quality on held-out prompts, and on those of a file.
 *
 * @module
 */

import { parseArgs } from "node:util";
import {
  computePromptOdds,
  extractPromptFeatures,
  PROMPT_FEATURES,
  type PromptModel,
  WEIGHT_STEPS,
  WEIGHT_ZERO,
} from "../../features/hosts/core/host/prompt_need.ts";

/** Prompt with its label. */
interface LabelledPrompt {
  readonly prompt: string;
  readonly needed: boolean;
}

/** Rounds over all prompts, the strength of the regularisation, and the first step. */
const EPOCHS = 8;
const DECAY = 0.001;
const RATE = 0.5;

/** Number of parts, each of which is held out in turn. */
const FOLDS = 5;

/** Number of characters of a line of the file of weights. */
const LINE = 96;

const HERE = import.meta.dirname!;

/**
 * Learns weights by AdaGrad, which takes longer steps for rare features. Equal prompts give equal
 * weights.
 */
function fit(prompts: readonly LabelledPrompt[]): PromptModel {
  const examples = prompts.map(({ prompt, needed }) => ({
    features: extractPromptFeatures(prompt),
    sign: needed ? 1 : -1,
  }));
  const weights = new Float64Array(PROMPT_FEATURES + 1);
  const squares = new Float64Array(PROMPT_FEATURES + 1).fill(1e-8);
  const random = mulberry32(1);
  const move = (at: number, gradient: number) => {
    squares[at]! += gradient ** 2;
    weights[at]! -= RATE * gradient / Math.sqrt(squares[at]!);
  };
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { features, sign } of shuffle(examples, random)) {
      const unit = 1 / Math.sqrt(features.length + 1);
      const odds = weights[PROMPT_FEATURES]! +
        unit * features.reduce((sum, at) => sum + weights[at]!, 0);
      const gradient = -sign / (1 + Math.exp(sign * odds));
      for (const at of features) move(at, unit * gradient + DECAY * weights[at]!);
      move(PROMPT_FEATURES, gradient);
    }
  }
  return quantize(weights);
}

/**
 * Returns weights in steps that fit into a character. The few that are larger than the 999th of
 * 1,000 are cut.
 */
function quantize(weights: Float64Array): PromptModel {
  const own = weights.subarray(0, PROMPT_FEATURES);
  const sorted = own.map(Math.abs).sort();
  const scale = sorted[Math.floor(0.999 * PROMPT_FEATURES)]! / WEIGHT_STEPS;
  const toCode = (weight: number) =>
    WEIGHT_ZERO + Math.max(-WEIGHT_STEPS, Math.min(WEIGHT_STEPS, Math.round(weight / scale)));
  return {
    weights: String.fromCharCode(...Array.from(own, toCode)),
    scale: Number(scale.toPrecision(4)),
    bias: Number(weights[PROMPT_FEATURES]!.toPrecision(4)),
  };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
  }
  return shuffled;
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the share of prompts that odds above zero label correctly, and the probability that a
 * needed prompt has higher odds than another.
 */
function measure(odds: readonly number[], prompts: readonly LabelledPrompt[]): string {
  const right = prompts.filter(({ needed }, at) => odds[at]! > 0 === needed).length;
  const of = (label: boolean) => odds.filter((_, at) => prompts[at]!.needed === label);
  const above = of(true).flatMap((high) => of(false).map((low) => Number(high > low)));
  const area = above.reduce((sum, one) => sum + one, 0) / above.length;
  return `${prompts.length} prompts: accuracy ${(right / prompts.length).toFixed(3)}, area ${
    area.toFixed(3)
  }`;
}

function readPrompts(path: string): readonly LabelledPrompt[] {
  return Deno.readTextFileSync(path).trimEnd().split("\n").map((line) => JSON.parse(line));
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

function renderModel({ weights, scale, bias }: PromptModel): string {
  const lines = weights.match(new RegExp(`.{1,${LINE}}`, "g"))!;
  return `${JSON.stringify({ scale, bias, weights: lines }, null, 2)}\n`;
}

const { values } = parseArgs({ options: { check: { type: "string" } } });
const all = readPrompts(`${HERE}/prompts.jsonl`);
const heldOut: number[] = [];
for (let fold = 0; fold < FOLDS; fold++) {
  const model = fit(all.filter((_, at) => at % FOLDS !== fold));
  all.forEach(({ prompt }, at) => {
    if (at % FOLDS === fold) heldOut[at] = computePromptOdds(prompt, model);
  });
}
print(`held out: ${measure(heldOut, all)}`);
const model = fit(all);
if (values.check !== undefined) {
  const others = readPrompts(values.check);
  print(`others: ${measure(others.map(({ prompt }) => computePromptOdds(prompt, model)), others)}`);
}
Deno.writeTextFileSync(
  `${HERE}/../../features/hosts/core/host/prompt_weights.json`,
  renderModel(model),
);
