import { estimateTokens } from "@dossier/core";

/** Location that an observation cites. */
export interface CitedLocation {
  /** Path relative to the root. */
  readonly path: string;
  /** Definition there, such as `Uploader.retry`. */
  readonly symbol?: string;
}

/** Memory of a task, with the fields that matter to a delivery. */
export interface Remembered {
  readonly claim: string;
  readonly anchors: readonly CitedLocation[];
}

/** Maximum number of tokens of the block of memories in a bundle. */
const BLOCK_TOKENS = 300;

const HEADING = "## Learned from earlier work";

/** Block of memories in a bundle. */
export interface MemoryBlock {
  /** Text of the block; empty when there are no memories. */
  readonly text: string;
  readonly tokens: number;
  /** Memories in the text: the first that fit. */
  readonly included: readonly Remembered[];
}

/** Returns memories as a block of a bundle, each that fits into 300 tokens. */
export function renderMemories(memories: readonly Remembered[]): MemoryBlock {
  let text = "";
  const included: Remembered[] = [];
  for (const memory of memories) {
    const longer = `${text || `${HEADING}\n`}- ${memory.claim} (${citesOf(memory).join(", ")})\n`;
    if (estimateTokens(longer) > BLOCK_TOKENS) continue;
    text = longer;
    included.push(memory);
  }
  return { text, tokens: text === "" ? 0 : estimateTokens(text), included };
}

function citesOf({ anchors }: Remembered): readonly string[] {
  return anchors.map(({ path, symbol }) => symbol === undefined ? path : `${path} ${symbol}`);
}

/** Returns the paths and symbols that memories cite, each once, as guessed names. */
export function listCitedNames(memories: readonly Remembered[]): readonly string[] {
  const anchors = memories.flatMap(({ anchors }) => anchors);
  return [
    ...new Set(
      anchors.flatMap(({ path, symbol }) => symbol === undefined ? [path] : [path, symbol]),
    ),
  ];
}
