import type { SymbolDefinition } from "@dossier/core";
import { splitIdentifier } from "@dossier/core/text";
import type { CutChunk, CutFile } from "./cut_file.ts";
import { isPassage, withoutComment } from "./masked_lines.ts";
import { type Pair, stableHash } from "./pair.ts";
import { firstSentence, stripMarkup, toQuery } from "./sentence.ts";

/** Maximum number of pairs of a kind from one chunk. */
const MAX_PER_CHUNK = 2;

const COMMENT_REGEXP = /^\s*(?:\/\/|#|--|;;?|\*(?=\s))\s?(?![!/#*-])(.*)$/;
const TEST_PATH_REGEXP = /(?:^|[/_.-])(?:tests?|specs?|fixtures?|examples?)(?:[/_.-]|$)|Tests?\./i;

/**
 * Minimum number of words of a comment inside of a body. Shorter ones are titles of the following
 * code.
 */
const MIN_COMMENT_WORDS = 5;

/** Returns the training pairs of a file of code. */
export function codePairs(file: CutFile): readonly Pair[] {
  return file.chunks.flatMap((chunk) => [
    ...docPairs(file, chunk),
    ...commentPairs(file, chunk),
    ...namePairs(file, chunk),
  ]);
}

function docPairs(file: CutFile, { chunk, capsule, lines }: CutChunk): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const { doc, kind } of chunk.symbols) {
    const query = kind === "heading" || doc === undefined ? undefined : firstSentence(doc);
    if (query === undefined || pairs.length >= MAX_PER_CHUNK) continue;
    // In half of the pairs the rest of the comment stays, as in passages of the product.
    const taken = stableHash(query) % 2 === 0 ? doc! : query;
    const body = withoutComment(lines, taken).join("\n");
    if (isPassage(body)) pairs.push(pair(file, { kind: "doc", query, capsule, body }));
  }
  return pairs;
}

function commentPairs(file: CutFile, { chunk, capsule, lines }: CutChunk): readonly Pair[] {
  const docs = chunk.symbols.map(({ doc }) => stripMarkup(doc ?? ""));
  const pairs: Pair[] = [];
  for (let row = 0; row < lines.length && pairs.length < MAX_PER_CHUNK; row++) {
    const comment: string[] = [];
    let end = row;
    for (; end < lines.length; end++) {
      const words = COMMENT_REGEXP.exec(lines[end]!)?.[1];
      if (words === undefined) break;
      comment.push(words);
    }
    if (comment.length === 0) continue;
    const sentence = stripMarkup(comment.join(" "));
    const query = firstSentence(sentence);
    const isDoc = docs.some((doc) => doc !== "" && sentence.includes(doc.slice(0, 30)));
    const isBelow = end < lines.length && lines[end]!.trim() !== "";
    if (query !== undefined && !isDoc && isBelow && query.split(" ").length >= MIN_COMMENT_WORDS) {
      const body = lines.toSpliced(row, end - row).join("\n");
      if (isPassage(body)) pairs.push(pair(file, { kind: "comment", query, capsule, body }));
    }
    row = end;
  }
  return pairs;
}

function namePairs(file: CutFile, { chunk, capsule, lines }: CutChunk): readonly Pair[] {
  if (TEST_PATH_REGEXP.test(file.path)) return [];
  const symbol = chunk.symbols.find(isDescribedByName);
  if (symbol === undefined) return [];
  const { name, container } = symbol;
  const query = [...splitIdentifier(name), ...(container === undefined ? [] : [container])].join(
    " ",
  );
  const hide = (text: string) => text.replaceAll(name, " ");
  const body = hide(lines.join("\n"));
  if (!isPassage(body)) return [];
  return [pair(file, { kind: "name", query, capsule: hide(capsule), body })];
}

/** Returns true when the name of a definition consists of words that describe it. */
function isDescribedByName({ kind, name, startLine, endLine }: SymbolDefinition): boolean {
  return (kind === "function" || kind === "method" || kind === "class") &&
    endLine > startLine + 1 &&
    splitIdentifier(name).filter((part) => part.length > 1).length > 1 &&
    toQuery(`${splitIdentifier(name).join(" ")} of it`) !== undefined;
}

function pair(
  { language }: CutFile,
  rest: Omit<Pair, "language">,
): Pair {
  return { language, ...rest };
}
