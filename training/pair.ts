/** Source of the query of a pair. */
export type PairKind =
  /** First sentence of a definition's documentation. The passage defines it. */
  | "doc"
  /** Comment inside of a body. The passage is the code around it. */
  | "comment"
  /** Name of a definition. The passage defines it, with the name removed. */
  | "name"
  /** Heading, or the first sentence below it. The passage is the section. */
  | "section"
  /** Sentence of prose that names a definition. The passage defines it. */
  | "mention"
  /** Message of a commit. The passage is the changed code before the commit. */
  | "commit";

/** Query, and a passage that answers it. */
export interface Pair {
  /** Source of the query. */
  readonly kind: PairKind;
  /** Language of the passage, as `detectLanguage` names it. */
  readonly language: string;
  /** Text of the query. */
  readonly query: string;
  /** Text before a passage when it is embedded. See `contextHeaders` in core. */
  readonly capsule: string;
  /** Passage without the source of the query. */
  readonly body: string;
}

/** File of a source. */
export interface SourceFile {
  /** Path with `/`. */
  readonly path: string;
  /** Whole text. */
  readonly text: string;
}

/** Returns the FNV-1a hash of a text, for an arbitrary order that is the same in every run. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  // The last bits of FNV depend on few bits of the text. Another round spreads them (MurmurHash3).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
