import { splitFrontMatter } from "@dossier/core/yaml";

/** Metadata of a generated knowledge file. */
export interface KnowledgeProvenance {
  /** ISO 8601. */
  readonly generated: string;
  /** Globs of its source files. */
  readonly sources: readonly string[];
  /** Checked-out commit; empty when unknown. */
  readonly commit: string;
  /** SHA-256 of its body, in lower-case hexadecimal. */
  readonly hash: string;
}

/** The command that regenerates the file. */
const COMMAND = "dossier knowledge build";

const FIELD_REGEXP = /^(\w+): (.*)$/gm;

/** Returns a generated knowledge file: metadata and body. */
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

/** Returns the body of a knowledge file, without its metadata. */
export function readKnowledgeBody(text: string): string {
  return splitFrontMatter(text).body;
}

/** Returns the metadata of a generated knowledge file; undefined when it was not generated. */
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
    // The metadata was written by a person.
    return undefined;
  }
}
