import type { PassageCandidate, PassageSource } from "@dossier/core";
import { firstHeading } from "@dossier/core/chunk";
import { detectLanguage } from "@dossier/core/language";
import type { PartQuery } from "@dossier/core/part";
import { chooseSections, cutDocument, type DocumentHead } from "@dossier/core/plan";
import type { DocumentBeginning } from "@dossier/core/signal";
import type { Visibility } from "@dossier/core/exclude";
import { present, slugOf } from "@dossier/core/text";
import { readDocument, toSource } from "../../tree/mod.ts";
import type { MaskText } from "../../secrets/mod.ts";

/** A document as a task's bundle shows it. */
export interface DesignDocument {
  readonly path: string;
  /** Its title, else its first heading, else its slug, else its file name without extension. */
  readonly title: string;
  readonly text: string;
  /** The text behind the front matter. */
  readonly body: string;
  /** Line on which {@link body} starts, 1-based. */
  readonly bodyLine: number;
  /** When it says that it was changed last, in milliseconds since 1970; absent when it does not say. */
  readonly updated?: number;
  /** When its file was changed last, in milliseconds since 1970. */
  readonly modified: number;
  /** The lines of the file where secrets are masked in the text; absent where none are. */
  readonly original?: PassageSource;
  /** What the file is written in, where that is not UTF-8. */
  readonly encoding?: string;
}

/** Where documents are read, and what may not be. */
export interface DocumentTree {
  readonly root: string;
  readonly visibility: Visibility;
  /** Masks what is secret of a document that is to be shown. @default nothing is masked */
  readonly mask?: MaskText | undefined;
}

/** A title with marks under it that are none in Markdown. */
const UNDERLINED_REGEXP = /^(\S.*)\r?\n(?:~{3,}|\*{3,})[ \t]*$/m;

/** A date, or a date and a time, as ISO 8601 has them; without a zone it is read as UTC. */
const DATE_REGEXP =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/;

/** Returns the document at a path of a tree as it is now; undefined when it may not or can not be read. */
export function readDesignDocument(
  path: string,
  { root, visibility, mask }: DocumentTree,
): DesignDocument | undefined {
  const read = readDocument(root, path, visibility);
  if (read.kind !== "text") return undefined;
  const text = mask?.(path, read.text) ?? read.text;
  const document = {
    ...toDesignDocument(path, { text, modified: read.modified }),
    ...present({ encoding: read.encoding }),
  };
  return text === read.text ? document : { ...document, original: toSource(read) };
}

/** Returns what a text says as a document. */
export function toDesignDocument(
  path: string,
  { text, modified }: Pick<DesignDocument, "text" | "modified">,
): DesignDocument {
  const { fields, bodyLine, bodyStart } = splitDocument(text);
  const first = (key: string) => fields.get(key)?.[0];
  const body = text.slice(bodyStart);
  const updated = findDate(fields);
  return {
    path,
    title: first("title") ?? findHeading(body) ?? first("slug") ?? slugOf(path),
    text,
    body,
    bodyLine,
    ...(updated === undefined ? {} : { updated }),
    modified,
  };
}

function findHeading(body: string): string | undefined {
  return firstHeading(body) ?? UNDERLINED_REGEXP.exec(body)?.[1]?.trimEnd();
}

function findDate(fields: FrontMatter["fields"]): number | undefined {
  for (const key of ["updated", "date"]) {
    const { date, time = "00:00", zone = "Z" } =
      DATE_REGEXP.exec(fields.get(key)?.[0] ?? "")?.groups ?? {};
    const parsed = date === undefined ? NaN : Date.parse(`${date}T${time}${zone}`);
    if (!Number.isNaN(parsed)) return parsed;
  }
  return undefined;
}

/**
 * Returns the beginning of a document without its front matter, or all of it when it is short. A line
 * that is shown only in part does not count, unless there is no other.
 */
export function toHead(document: DesignDocument): Omit<PassageCandidate, "score"> {
  const { path, title, text, body, original, encoding } = document;
  const head = cutDocument(body.trimEnd());
  const { startLine, endLine } = rangeOfHead(document, head);
  const range = {
    ...{ path, ...detectLanguage(path, text), startLine, endLine, symbol: title },
    document: toSource({ text, ...present({ encoding }) }, original),
  };
  return head.cut ? { ...range, instead: { form: "snippet", text: head.text } } : range;
}

/**
 * Returns what is shown of a document: all of it when it is short, else its sections that a task asks about;
 * its beginning where it asks about none.
 */
export function toShown(
  document: DesignDocument,
  query: PartQuery,
): readonly Omit<PassageCandidate, "score">[] {
  const head = toHead(document);
  if (head.instead === undefined) return [head];
  const { path, language, kind, document: source } = head;
  const { lines } = source;
  const read = { info: { path, language, kind }, lines, from: document.bodyLine };
  const sections = chooseSections(read, query);
  if (sections.length === 0) return [head];
  return sections.map(({ heading, ...range }) => ({
    ...{ path, language, kind, ...range, document: source },
    symbol: heading || document.title,
    remark: `Of ${lines.length} lines, these sections.`,
  }));
}

/** Returns the lines that {@link toHead} shows, and the next one when it leaves something out. */
export function rangeOfHead(
  { body, bodyLine }: Pick<DesignDocument, "body" | "bodyLine">,
  { cut, lastWholeLine }: DocumentHead = cutDocument(body.trimEnd()),
): DocumentBeginning {
  return {
    startLine: bodyLine,
    endLine: bodyLine + Math.max(lastWholeLine, 1) - 1,
    ...(cut ? { nextLine: bodyLine + lastWholeLine } : {}),
  };
}

interface FrontMatter {
  /** Texts by key in lower case; a single text is a list of one. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Line on which the text starts behind it, 1-based; 1 without front matter. */
  readonly bodyLine: number;
  /** Where the text starts, as a UTF-16 offset. */
  readonly bodyStart: number;
}

const FENCE = "---";

/** Lines that are looked through for its end, as the chunker does. */
const MAX_LINES = 200;

const NONE: FrontMatter = { fields: new Map(), bodyLine: 1, bodyStart: 0 };

const FIELD_REGEXP = /^(?<key>[A-Za-z][\w-]*)\s*:(?:\s+(?<value>.*))?$/s;
const ITEM_REGEXP = /^\s*-\s+(?<item>.+)$/s;
const FLOW_LIST_REGEXP = /^\[(?<items>.*)\](?:\s+#.*)?$/s;
const FLOW_ITEM_REGEXP = /\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/gs;
const DOUBLE_QUOTED_REGEXP = /^"(?<text>(?:[^"\\]|\\.)*)"/s;
const SINGLE_QUOTED_REGEXP = /^'(?<text>(?:[^']|'')*)'/;
const COMMENT_REGEXP = /(?:^|\s)#.*$/s;
const ESCAPE_REGEXP = /\\(.)/gs;

/**
 * Returns the front matter of a Markdown text: the lines between two lines of three hyphens at its very
 * start.
 *
 * Of YAML it reads what front matter is written in: texts, with quotes or without, and lists of them.
 * Other values are left out, and nothing is an error. The full parser takes 15 ms to load, for
 * every answer in a tree whose documents have front matter.
 */
export function splitDocument(text: string): FrontMatter {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  if (!text.startsWith(FENCE, start)) return NONE;
  const fields = new Map<string, string[]>();
  let key: string | undefined;
  let offset = start;
  for (let line = 1; line <= MAX_LINES && offset < text.length; line++) {
    const newline = text.indexOf("\n", offset);
    const end = newline < 0 ? text.length : newline;
    const content = text.slice(offset, end).trimEnd();
    offset = end + 1;
    if (line === 1) {
      if (content !== FENCE) return NONE;
      continue;
    }
    if (content === FENCE) return { fields, bodyLine: line + 1, bodyStart: offset };
    const item = ITEM_REGEXP.exec(content)?.groups?.["item"];
    if (item !== undefined) {
      if (key !== undefined) fields.get(key)!.push(...parseText(item));
      continue;
    }
    const field = FIELD_REGEXP.exec(content)?.groups;
    if (field === undefined) continue;
    key = field["key"]!.toLowerCase();
    fields.set(key, parseValue(field["value"] ?? ""));
  }
  return NONE;
}

function parseValue(value: string): string[] {
  const items = FLOW_LIST_REGEXP.exec(value.trim())?.groups?.["items"];
  if (items === undefined) return parseText(value);
  return (items.match(FLOW_ITEM_REGEXP) ?? []).flatMap(parseText);
}

/** Returns the text that is written, or none where it is empty or the start of something else. */
function parseText(written: string): string[] {
  const value = written.trim();
  const double = DOUBLE_QUOTED_REGEXP.exec(value)?.groups?.["text"];
  if (double !== undefined) return [double.replace(ESCAPE_REGEXP, "$1")];
  const single = SINGLE_QUOTED_REGEXP.exec(value)?.groups?.["text"];
  if (single !== undefined) return [single.replaceAll("''", "'")];
  const plain = value.replace(COMMENT_REGEXP, "").trim();
  return plain === "" || "|>{&*!".includes(plain[0]!) ? [] : [plain];
}
