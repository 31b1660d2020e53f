import type { PassageCandidate, PassageSource } from "@dossier/core";
import { firstHeading } from "@dossier/core/chunk";
import { detectLanguage } from "@dossier/core/language";
import type { Part, PartQuery } from "@dossier/core/part";
import { chooseSections, cutDocument, cutSections, type DocumentHead } from "@dossier/core/plan";
import type { DocumentBeginning } from "@dossier/core/signal";
import type { Visibility } from "@dossier/core/exclude";
import { omitUndefined, slugOf } from "@dossier/core/text";
import { parseTextFields, splitFrontMatter } from "@dossier/core/yaml";
import { BoundedMap } from "../../machine/mod.ts";
import {
  isSameFile,
  type ReadableDocument,
  readDocument,
  readText,
  type SourceCache,
  statDocument,
  toSource,
} from "../../tree/mod.ts";
import type { Lease } from "../../lease/mod.ts";
import type { MaskText } from "../../secrets/mod.ts";

/** Design document in the bundle of a task. */
export interface DesignDocument {
  readonly path: string;
  /** Title, or else the first heading, the slug, or the file name without extension. */
  readonly title: string;
  readonly text: string;
  /** Text after the front matter. */
  readonly body: string;
  /** Line on which {@link body} begins, 1-based. */
  readonly bodyLine: number;
  /**
   * Time of the last change by its front matter, in milliseconds since 1970; absent without one.
   */
  readonly updated?: number;
  /** Time of the last change of its file, in milliseconds since 1970. */
  readonly modified: number;
  /** Unmasked lines of the file, when secrets are masked in the text. */
  readonly original?: PassageSource;
  /** Encoding of the file, when it is not UTF-8. */
  readonly encoding?: string;
}

/** Tree of the documents, with its visibility. */
export interface DocumentTree {
  readonly root: string;
  readonly visibility: Visibility;
  /** Masks secrets in a shown document. @default nothing is masked */
  readonly mask?: MaskText | undefined;
}

/** Cached document, with the state of its file. */
interface CachedDocument {
  readonly file: ReadableDocument;
  readonly document: DesignDocument;
}

/** Cached documents, by the shelf of their tree: most tasks read the same ones. */
const CACHE = new WeakMap<SourceCache, BoundedMap<string, CachedDocument>>();

/** Maximum total length of the cached documents of a tree, in UTF-16 units. */
const MAX_CACHED_LENGTH = 4 * 1024 * 1024;

/** Cached beginnings of documents, and all their sections; every task needs both. */
const BEGINNINGS = new WeakMap<DesignDocument, Omit<PassageCandidate, "score">>();
const SECTIONS = new WeakMap<DesignDocument, readonly Part[]>();

/** Title that is underlined with characters that Markdown does not use. */
const UNDERLINED_REGEXP = /^(\S.*)\r?\n(?:~{3,}|\*{3,})[ \t]*$/m;

/** Time of day: `07:08`, `07:08:09.5`. */
const TIME = String.raw`(?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)`;

/** Offset of a time: `Z`, `+0200`. */
const ZONE = String.raw`(?<zone>Z|[+-]\d{2}:?\d{2})`;

/** Date, or date and time, in ISO 8601; without a zone it is read as UTC. */
const DATE_REGEXP = new RegExp(
  String.raw`^(?<date>\d{4}-\d{2}-\d{2})(?:[T ]${TIME}\s?${ZONE}?)?$`,
);

/**
 * Returns the current document at a path of a tree, or `undefined` when it must not or cannot be
 * read.
 */
export function readDesignDocument(
  path: string,
  { root, visibility, mask }: DocumentTree,
): DesignDocument | undefined {
  const read = readDocument(root, path, visibility);
  if (read.kind !== "text") return undefined;
  const document = toReadDocument(path, read);
  return mask === undefined ? document : maskDocument(document, mask);
}

/**
 * Returns the current documents at some paths, by path, without those that must not or cannot be
 * read; the same objects as before for unchanged files.
 */
export async function readDesignDocuments(
  paths: readonly string[],
  { root, visibility, sources }: Pick<Lease, "visibility" | "sources"> & { readonly root: string },
): Promise<ReadonlyMap<string, DesignDocument>> {
  const cache = CACHE.getOrInsertComputed(
    sources,
    () =>
      new BoundedMap({
        limit: MAX_CACHED_LENGTH,
        sizeOf: ({ document: { text } }) => text.length + 1,
      }),
  );
  const read = await Promise.all(paths.map(async (path) => {
    const file = statDocument(root, path, visibility);
    if (file.kind === "skipped") return [];
    const known = cache.get(path);
    if (known !== undefined && isSameFile(known.file, file)) {
      return [[path, known.document] as const];
    }
    const found = await readText(root, path, { ...file, visibility });
    if (found.kind !== "text") return [];
    const document = toReadDocument(path, found);
    if (sources.isStable(file)) cache.set(path, { file, document });
    return [[path, document] as const];
  }));
  return new Map(read.flat());
}

/** Returns a document with secrets masked; the same object when there are none. */
export function maskDocument(document: DesignDocument, mask: MaskText): DesignDocument {
  const { path, text, modified, encoding } = document;
  const masked = mask(path, text);
  if (masked === text) return document;
  return {
    ...toReadDocument(path, { text: masked, modified, encoding }),
    original: toSource({ text, ...omitUndefined({ encoding }) }),
  };
}

function toReadDocument(
  path: string,
  { text, modified, encoding }: Pick<DesignDocument, "text" | "modified"> & {
    readonly encoding?: string | undefined;
  },
): DesignDocument {
  return { ...toDesignDocument(path, { text, modified }), ...omitUndefined({ encoding }) };
}

/** Returns the document of a text. */
export function toDesignDocument(
  path: string,
  { text, modified }: Pick<DesignDocument, "text" | "modified">,
): DesignDocument {
  const { fields, body, bodyLine } = splitDocument(text);
  const first = (key: string) => fields.get(key)?.[0];
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

function findDate(fields: DocumentParts["fields"]): number | undefined {
  for (const key of ["updated", "date"]) {
    const { date, time = "00:00", zone = "Z" } =
      DATE_REGEXP.exec(fields.get(key)?.[0] ?? "")?.groups ?? {};
    const parsed = date === undefined ? NaN : Date.parse(`${date}T${time}${zone}`);
    if (!Number.isNaN(parsed)) return parsed;
  }
  return undefined;
}

/**
 * Returns the beginning of a document without its front matter, or the whole document when it is
 * short. A partly shown line does not count, unless it is the only one.
 */
export function cutBeginning(document: DesignDocument): Omit<PassageCandidate, "score"> {
  return BEGINNINGS.getOrInsertComputed(document, makeBeginning);
}

function makeBeginning(document: DesignDocument): Omit<PassageCandidate, "score"> {
  const { path, title, text, body, original, encoding } = document;
  const head = cutDocument(body.trimEnd());
  const { startLine, endLine } = beginningRange(document, head);
  const range = {
    path,
    ...detectLanguage(path, text),
    startLine,
    endLine,
    symbol: title,
    document: toSource({ text, ...omitUndefined({ encoding }) }, original),
  };
  return head.cut ? { ...range, replacement: { form: "snippet", text: head.text } } : range;
}

/**
 * Returns the shown part of a document: all of it when it is short, or else its sections for a
 * task, or its beginning when no section matches.
 */
export function cutForQuery(
  document: DesignDocument,
  query: PartQuery,
): readonly Omit<PassageCandidate, "score">[] {
  const head = cutBeginning(document);
  if (head.replacement === undefined) return [head];
  const { path, language, kind, document: source } = head;
  const { lines } = source;
  const read = { info: { path, language, kind }, lines, from: document.bodyLine };
  const parts = SECTIONS.getOrInsertComputed(document, () => cutSections(read));
  const sections = chooseSections({ ...read, parts }, query);
  if (sections.length === 0) return [head];
  return sections.map(({ heading, ...range }) => ({
    path,
    language,
    kind,
    ...range,
    document: source,
    symbol: heading || document.title,
    remark: `These sections of ${lines.length} lines.`,
  }));
}

/** Returns the lines that {@link cutBeginning} shows, and the next line when it omits some. */
export function beginningRange(
  { body, bodyLine }: Pick<DesignDocument, "body" | "bodyLine">,
  { cut, lastCompleteLine }: DocumentHead = cutDocument(body.trimEnd()),
): DocumentBeginning {
  return {
    startLine: bodyLine,
    endLine: bodyLine + Math.max(lastCompleteLine, 1) - 1,
    ...(cut ? { nextLine: bodyLine + lastCompleteLine } : {}),
  };
}

/** Maximum number of lines of a front matter; a longer one counts as text, as in the chunker. */
const MAX_LINES = 200;

/** Document in two parts. */
interface DocumentParts {
  /** Texts of the front matter by lower-case key; a single text is a list of one. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
  /** Line on which the body begins, 1-based; 1 without front matter. */
  readonly bodyLine: number;
}

/** Returns the front matter of a Markdown text and the rest. */
export function splitDocument(text: string): DocumentParts {
  const { frontMatter, body, bodyLine } = splitFrontMatter(text);
  if (frontMatter === undefined || bodyLine > MAX_LINES + 1) {
    return { fields: new Map(), body: text, bodyLine: 1 };
  }
  return { fields: parseTextFields(frontMatter), body, bodyLine };
}
