/** Where the query of a pair comes from. */
export type PairKind =
  /** The first sentence of a definition's documentation; the passage defines it. */
  | "doc"
  /** A comment inside of a body; the passage is what it stands in. */
  | "comment"
  /** The name of a definition; the passage defines it, with the name taken out. */
  | "name"
  /** A heading, or the first sentence below it; the passage is the section. */
  | "section"
  /** A sentence of prose that names a definition; the passage defines it. */
  | "mention"
  /** The message of a commit; the passage is what the commit changed, as it was before. */
  | "commit";

/** Something to ask, and a passage that answers it. */
export interface Pair {
  /** Where the query comes from. */
  readonly kind: PairKind;
  /** Language of the passage, as `detectLanguage` names it. */
  readonly language: string;
  /** What is asked. */
  readonly query: string;
  /** What stands in front of a passage when it is embedded; see `contextHeaders` in core. */
  readonly capsule: string;
  /** The passage, without what the query was taken from. */
  readonly body: string;
}

/** A file of a source. */
export interface SourceFile {
  /** Path with `/`. */
  readonly path: string;
  /** The whole text. */
  readonly text: string;
}

/** Returns the FNV-1a hash of a text: an order that is the same in every run and means nothing. */
export function mix(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  // The last bits of FNV depend on few of the text's: another round spreads them (MurmurHash3).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
