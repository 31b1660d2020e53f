import type { CutFile } from "./cut_file.ts";
import { isPassage } from "./masked_lines.ts";
import { type Pair, stableHash } from "./pair.ts";
import { stripMarkup, toQuery } from "./sentence.ts";

/** Maximum number of used sentences about one definition. */
const MAX_PER_DEFINITION = 3;

const CODE_SPAN_REGEXP = /`([^`\s]+?)(?:\([^`]*\))?`/g;
const NAME_END_REGEXP = /[\w$]+$/;
const MARKUP_REGEXP = /^\s*(?:[#>|=~:]|\.\. |$| {4})/;
const LIST_ITEM_REGEXP = /^\s*(?:[-*+]|\d+[.)])\s+/;
const SENTENCE_END_REGEXP = /(?<=[.!?])\s+(?=[A-Z`])/;
const FENCE_REGEXP = /^\s*(?:```|~~~)/;

/** Name of more than one word, or of capitals and small letters. Others may be words of prose. */
const DISTINCT_NAME_REGEXP = /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/;

/** Passage that defines something. */
type Definition = Pick<Pair, "language" | "capsule" | "body">;

/** Returns the chunks that define names with a single definition in a repository. */
export function findDefinitions(files: readonly CutFile[]): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition | undefined>();
  for (const { language, chunks } of files) {
    for (const { chunk, capsule, lines } of chunks) {
      for (const { name, kind } of chunk.symbols) {
        if (kind === "heading" || !DISTINCT_NAME_REGEXP.test(name)) continue;
        const definition = { language, capsule, body: lines.join("\n") };
        found.set(name, found.has(name) ? undefined : definition);
      }
    }
  }
  return new Map(
    [...found].filter((entry): entry is [string, Definition] => entry[1] !== undefined),
  );
}

/** Returns the pairs of sentences in prose that name a definition in code. */
export function mentionPairs(
  prose: readonly CutFile[],
  definitions: ReadonlyMap<string, Definition>,
): readonly Pair[] {
  const counts = new Map<string, number>();
  const pairs: Pair[] = [];
  for (const { chunks } of prose) {
    for (const sentence of chunks.flatMap(({ lines }) => splitSentences(lines))) {
      for (const [, span = ""] of sentence.matchAll(CODE_SPAN_REGEXP)) {
        const name = NAME_END_REGEXP.exec(span)?.[0] ?? "";
        const definition = definitions.get(name);
        const count = counts.get(name) ?? 0;
        if (definition === undefined || count >= MAX_PER_DEFINITION) continue;
        // In half of the pairs the name itself is removed.
        const shown = stableHash(sentence) % 2 === 0 ? sentence : sentence.replaceAll(name, " ");
        const query = toQuery(stripMarkup(shown));
        if (query === undefined || !isPassage(definition.body)) continue;
        counts.set(name, count + 1);
        pairs.push({ kind: "mention", query, ...definition });
        break;
      }
    }
  }
  return pairs;
}

function splitSentences(lines: readonly string[]): readonly string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  let isCode = false;
  for (const line of lines) {
    if (FENCE_REGEXP.test(line)) isCode = !isCode;
    if (isCode || MARKUP_REGEXP.test(line)) {
      isOpen = false;
      continue;
    }
    if (!isOpen || LIST_ITEM_REGEXP.test(line)) paragraphs.push(line.replace(LIST_ITEM_REGEXP, ""));
    else paragraphs.push(`${paragraphs.pop()} ${line}`);
    isOpen = true;
  }
  return paragraphs.flatMap((paragraph) => paragraph.split(SENTENCE_END_REGEXP));
}
