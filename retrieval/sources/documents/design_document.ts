import type { PassageCandidate, PassageSource } from "@dossier/core";
import { firstHeading } from "@dossier/core/chunk";
import { detectLanguage } from "@dossier/core/language";
import type { Part, PartQuery } from "@dossier/core/part";
import { chooseSections, cutDocument, cutSections, type DocumentHead } from "@dossier/core/plan";
import type { DocumentBeginning } from "@dossier/core/signal";
import type { Visibility } from "@dossier/core/exclude";
import { present, slugOf } from "@dossier/core/text";
import { readTextFields, splitFrontMatter } from "@dossier/core/yaml";
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

/** A document that was read, and what the disk said of its file. */
interface KeptDocument {
  readonly file: ReadableDocument;
  readonly document: DesignDocument;
}

/** Documents that were read before, by the shelf of their tree: most tasks look at the same. */
const KEPT = new WeakMap<SourceCache, BoundedMap<string, KeptDocument>>();

/** Most that is kept of a tree, in UTF-16 units of texts. */
const MAX_KEPT_LENGTH = 4 * 1024 * 1024;

/** The beginnings of documents, and all their sections; both are asked for by every task. */
const HEADS = new WeakMap<DesignDocument, Omit<PassageCandidate, "score">>();
const SECTIONS = new WeakMap<DesignDocument, readonly Part[]>();

/** A title with marks under it that are none in Markdown. */
const UNDERLINED_REGEXP = /^(\S.*)\r?\n(?:~{3,}|\*{3,})[ \t]*$/m;

/** A time: `07:08`, `07:08:09.5`. */
const TIME = String.raw`(?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)`;

/** The offset of a time: `Z`, `+0200`. */
const ZONE = String.raw`(?<zone>Z|[+-]\d{2}:?\d{2})`;

/** A date, or a date and a time, as ISO 8601 has them; without a zone it is read as UTC. */
const DATE_REGEXP = new RegExp(
  String.raw`^(?<date>\d{4}-\d{2}-\d{2})(?:[T ]${TIME}\s?${ZONE}?)?$`,
);

/** Returns the document at a path of a tree as it is now; undefined when it may not or can not be read. */
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
 * Returns the documents at some paths as they are now, by path, without those that may not or can not be read; the very
 * same as before where the disk says that their files are the same.
 */
export async function readDesignDocuments(
  paths: readonly string[],
  { root, visibility, sources }: Pick<Lease, "visibility" | "sources"> & { readonly root: string },
): Promise<ReadonlyMap<string, DesignDocument>> {
  const kept = KEPT.getOrInsertComputed(
    sources,
    () =>
      new BoundedMap({
        limit: MAX_KEPT_LENGTH,
        sizeOf: ({ document: { text } }) => text.length + 1,
      }),
  );
  const read = await Promise.all(paths.map(async (path) => {
    const file = statDocument(root, path, visibility);
    if (file.kind === "skipped") return [];
    const known = kept.get(path);
    if (known !== undefined && isSameFile(known.file, file)) {
      return [[path, known.document] as const];
    }
    const found = await readText(root, path, { ...file, visibility });
    if (found.kind !== "text") return [];
    const document = toReadDocument(path, found);
    if (sources.isStable(file)) kept.set(path, { file, document });
    return [[path, document] as const];
  }));
  return new Map(read.flat());
}

/** Returns a document without the secrets in it; the very same one where there are none. */
export function maskDocument(document: DesignDocument, mask: MaskText): DesignDocument {
  const { path, text, modified, encoding } = document;
  const masked = mask(path, text);
  if (masked === text) return document;
  return {
    ...toReadDocument(path, { text: masked, modified, encoding }),
    original: toSource({ text, ...present({ encoding }) }),
  };
}

function toReadDocument(
  path: string,
  { text, modified, encoding }: Pick<DesignDocument, "text" | "modified"> & {
    readonly encoding?: string | undefined;
  },
): DesignDocument {
  return { ...toDesignDocument(path, { text, modified }), ...present({ encoding }) };
}

/** Returns what a text says as a document. */
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
 * Returns the beginning of a document without its front matter, or all of it when it is short. A line
 * that is shown only in part does not count, unless there is no other.
 */
export function toHead(document: DesignDocument): Omit<PassageCandidate, "score"> {
  return HEADS.getOrInsertComputed(document, makeHead);
}

function makeHead(document: DesignDocument): Omit<PassageCandidate, "score"> {
  const { path, title, text, body, original, encoding } = document;
  const head = cutDocument(body.trimEnd());
  const { startLine, endLine } = rangeOfHead(document, head);
  const range = {
    path,
    ...detectLanguage(path, text),
    startLine,
    endLine,
    symbol: title,
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

/** Lines of a front matter beyond which it is taken for text, as the chunker does. */
const MAX_LINES = 200;

/** A document in two parts. */
interface DocumentParts {
  /** Texts of the front matter by key in lower case; a single text is a list of one. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
  /** Line on which the body starts, 1-based; 1 without front matter. */
  readonly bodyLine: number;
}

/** Returns the front matter of a Markdown text and the rest. */
export function splitDocument(text: string): DocumentParts {
  const { frontMatter, body, bodyLine } = splitFrontMatter(text);
  if (frontMatter === undefined || bodyLine > MAX_LINES + 1) {
    return { fields: new Map(), body: text, bodyLine: 1 };
  }
  return { fields: readTextFields(frontMatter), body, bodyLine };
}
