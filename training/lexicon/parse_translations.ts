/** Text and its translation. */
export interface TextPair {
  /** Text in English. */
  readonly english: string;
  /** Text in the other language. */
  readonly foreign: string;
}

/** Escapes of strings in catalogues and property files. */
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: " ", r: " ", f: " " };
const ESCAPE_REGEXP = /\\(?:u([\da-fA-F]{4})|([\s\S]))/g;

/** Entry of a gettext catalogue: the original text, and the first of its translations. */
const PO_ENTRY_REGEXP =
  /^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)(?:msgid_plural (?:"(?:[^"\\]|\\.)*"\s*)+)?msgstr(?:\[0\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)/gm;
const QUOTED_REGEXP = /"((?:[^"\\]|\\.)*)"/g;

const XLIFF_UNIT_REGEXP =
  /<source[^>]*>([\s\S]*?)<\/source>\s*<target state="(?:translated|final)"[^>]*>([\s\S]*?)<\/target>/g;
const XML_ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};

const PROPERTY_REGEXP =
  /^[ \t]*((?:\\.|[^#!\s=:\\])(?:\\.|[^\s=:\\])*)[ \t]*[=:][ \t]*((?:.*\\\r?\n)*.*)$/gm;
const FLUENT_REGEXP = /^([a-z][\w-]*) *= *(.*(?:\n[ \t]+.*)*)/gm;
const FENCE_REGEXP = /^\s*(?:```|~~~)/;
const HEADING_REGEXP = /^#{1,6}\s/;

/** Returns the translated entries of a gettext catalogue, without fuzzy and outdated ones. */
export function parseCatalogue(text: string): readonly TextPair[] {
  return text.split(/\n{2,}/).filter((entry) => !/^#(?:,.*\bfuzzy\b|~)/m.test(entry))
    .flatMap((entry) => [...entry.matchAll(PO_ENTRY_REGEXP)])
    .map(([, english = "", foreign = ""]) => ({
      english: joinQuoted(english),
      foreign: joinQuoted(foreign),
    }))
    .filter(({ english, foreign }) => english !== "" && foreign !== "");
}

/** Returns the translated units of an XLIFF 1.2 file, which contains both texts. */
export function parseXliff(text: string): readonly TextPair[] {
  return [...text.matchAll(XLIFF_UNIT_REGEXP)].map(([, english = "", foreign = ""]) => ({
    english: unescapeXml(english),
    foreign: unescapeXml(foreign),
  }));
}

/** Returns the pairs of two files of Java properties: the values of keys that both have. */
export function pairProperties(english: string, foreign: string): readonly TextPair[] {
  const read = (text: string) =>
    new Map(
      [...text.matchAll(PROPERTY_REGEXP)].map(([, key = "", value = ""]) => [
        key,
        unescape(value.replaceAll(/\\\r?\n[ \t]*/g, "")),
      ]),
    );
  return joinByKey(read(english), read(foreign));
}

/** Returns the pairs of two Fluent files: the values of messages that both have. */
export function pairFluent(english: string, foreign: string): readonly TextPair[] {
  const read = (text: string) =>
    new Map([...text.matchAll(FLUENT_REGEXP)].map(([, key = "", value = ""]) => [key, value]));
  return joinByKey(read(english), read(foreign));
}

/**
 * Returns the pairs of a Markdown document and its translation, paragraph by paragraph: of the
 * whole document when both have the same number, otherwise of each section with the same number.
 */
export function pairMarkdown(english: string, foreign: string): readonly TextPair[] {
  const both = [listBlocks(english), listBlocks(foreign)] as const;
  if (both[0].length === both[1].length) return zip(...both);
  const [ours, theirs] = both.map(groupByHeading) as [string[][], string[][]];
  if (ours.length !== theirs.length) return [];
  return ours.flatMap((blocks, at) =>
    blocks.length === theirs[at]!.length ? zip(blocks, theirs[at]!) : []
  );
}

function joinQuoted(quoted: string): string {
  return unescape([...quoted.matchAll(QUOTED_REGEXP)].map(([, text]) => text).join(""));
}

function unescape(text: string): string {
  return text.replaceAll(
    ESCAPE_REGEXP,
    (_, code: string | undefined, letter: string) =>
      code === undefined ? ESCAPES[letter] ?? letter : String.fromCharCode(parseInt(code, 16)),
  );
}

function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => XML_ENTITIES[entity]!);
}

function joinByKey(
  english: ReadonlyMap<string, string>,
  foreign: ReadonlyMap<string, string>,
): TextPair[] {
  return [...foreign].flatMap(([key, text]) => {
    const original = english.get(key);
    return original === undefined ? [] : [{ english: original, foreign: text }];
  });
}

/** Returns the paragraphs, items and headings of a document, without its code. */
function listBlocks(text: string): string[] {
  const blocks: string[] = [];
  let isCode = false;
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    if (FENCE_REGEXP.test(line)) isCode = !isCode;
    const isText = !isCode && line.trim() !== "" && !FENCE_REGEXP.test(line);
    const starts = !isOpen || HEADING_REGEXP.test(line) || /^\s*(?:[-*+|]|\d+\.)\s/.test(line);
    if (isText && starts) blocks.push(line.trim());
    else if (isText) blocks[blocks.length - 1] += ` ${line.trim()}`;
    isOpen = isText && !HEADING_REGEXP.test(line);
  }
  return blocks;
}

function groupByHeading(blocks: readonly string[]): string[][] {
  const groups: string[][] = [[]];
  for (const block of blocks) {
    if (HEADING_REGEXP.test(block)) groups.push([]);
    groups.at(-1)!.push(block);
  }
  return groups;
}

function zip(english: readonly string[], foreign: readonly string[]): TextPair[] {
  return english.map((text, at) => ({ english: text, foreign: foreign[at]! }));
}
