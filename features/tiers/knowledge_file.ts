import { splitFrontMatter } from "@dossier/core/yaml";

/** What a generated knowledge file says of itself. */
export interface KnowledgeProvenance {
  /** ISO 8601. */
  readonly generated: string;
  /** Globs of the files that it is made from. */
  readonly sources: readonly string[];
  /** Commit that was checked out; empty where that is not known. */
  readonly commit: string;
  /** SHA-256 of its body, in lower-case hexadecimal. */
  readonly hash: string;
}

/** What makes the file again. */
const COMMAND = "dossier knowledge build";

const FIELD_REGEXP = /^(\w+): (.*)$/gm;

/** Returns a generated knowledge file: where it is from, and its body. */
export function renderKnowledge(
  body: string,
  { generated, sources, commit, hash }: KnowledgeProvenance,
): string {
  const lines = [
    `generated: ${JSON.stringify(generated)}`,
    `source: ${JSON.stringify(sources)}`,
    `commit: ${JSON.stringify(commit)}`,
    `regenerate: ${JSON.stringify(COMMAND)}`,
    `hash: ${JSON.stringify(hash)}`,
  ];
  return `---\n${lines.join("\n")}\n---\n${body}`;
}

/** Returns what is given of a knowledge file: all but its metadata. */
export function knowledgeBody(text: string): string {
  return splitFrontMatter(text).body;
}

/** Returns what a knowledge file says of itself when it was generated; undefined when it was not. */
export function readProvenance(text: string): KnowledgeProvenance | undefined {
  const { frontMatter: header } = splitFrontMatter(text);
  if (header === undefined) return undefined;
  try {
    const fields = Object.fromEntries(
      [...header.matchAll(FIELD_REGEXP)].map(([, key, value]) => [key, JSON.parse(value!)]),
    );
    if (fields["regenerate"] !== COMMAND) return undefined;
    const { generated, source, commit, hash } = fields;
    return { generated, sources: source, commit, hash };
  } catch {
    // It is somebody's own metadata.
    return undefined;
  }
}
