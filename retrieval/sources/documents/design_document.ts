import type { PassageSource } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { slugOf } from "@dossier/core/text";
import { readDocument, toSource } from "../../tree/mod.ts";
import type { MaskText } from "../../secrets/mod.ts";
import { type FrontMatter, parseFrontMatter } from "./parse_front_matter.ts";

/** A document as a task's bundle shows it. */
export interface DesignDocument {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** What links name it by: its own word for it, else its file name without extension. */
  readonly slug: string;
  /** Its title, else its first heading, else its slug. */
  readonly title: string;
  /** Such as `essay` or `decision`; absent when it does not say. */
  readonly type?: string;
  /** Its tags in their order. */
  readonly tags: readonly string[];
  /** The whole text. */
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
}

/** Where documents are read, and what may not be. */
export interface DocumentTree {
  /** Real absolute path of the tree. */
  readonly root: string;
  /** What may not be read. */
  readonly exclusions: Visibility;
  /** Masks what is secret of a document that is to be shown. @default nothing is masked */
  readonly mask?: MaskText | undefined;
}

/** A heading of Markdown, or a line of text with one of marks under it. */
const HEADING_REGEXP =
  /^(?:#{1,6}[ \t]+(?<marked>\S.*)|(?<underlined>\S.*)\r?\n(?:={3,}|-{3,}|~{3,}|\*{3,})[ \t]*)$/m;
const CLOSING_HASHES_REGEXP = /[ \t]#+$/;

/** A date, or a date and a time, as ISO 8601 has them; without a zone it is read as UTC. */
const DATE_REGEXP =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/;

/** Returns the document at a path of a tree as it is now; undefined when it may not or can not be read. */
export function readDesignDocument(
  path: string,
  { root, exclusions, mask }: DocumentTree,
): DesignDocument | undefined {
  const read = readDocument(root, path, exclusions);
  if (read.kind !== "text") return undefined;
  const text = mask?.(path, read.text) ?? read.text;
  const document = toDesignDocument(path, { text, modified: read.modified });
  return text === read.text ? document : { ...document, original: toSource(read.text) };
}

/** Returns what a text says as a document. */
export function toDesignDocument(
  path: string,
  { text, modified }: Pick<DesignDocument, "text" | "modified">,
): DesignDocument {
  const { fields, bodyLine, bodyStart } = parseFrontMatter(text);
  const first = (key: string) => fields.get(key)?.[0];
  const body = text.slice(bodyStart);
  const slug = first("slug") ?? slugOf(path);
  const type = first("type");
  const updated = findDate(fields);
  return {
    path,
    slug,
    title: first("title") ?? findHeading(body) ?? slug,
    ...(type === undefined ? {} : { type }),
    tags: fields.get("tags") ?? [],
    text,
    body,
    bodyLine,
    ...(updated === undefined ? {} : { updated }),
    modified,
  };
}

/** Returns all names that a document gives itself: links may name it by any of them. */
export function listOwnNames({ fields }: FrontMatter): readonly string[] {
  return ["slug", "id", "title", "aliases", "alias"].flatMap((key) => fields.get(key) ?? []);
}

function findHeading(body: string): string | undefined {
  const { marked, underlined } = HEADING_REGEXP.exec(body)?.groups ?? {};
  return marked?.trimEnd().replace(CLOSING_HASHES_REGEXP, "").trimEnd() ?? underlined?.trimEnd();
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
