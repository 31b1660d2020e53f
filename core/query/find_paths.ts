import { isFileName } from "./file_name.ts";
import { type Groups, matchForms, type NamedPlace, toPlace } from "./match_forms.ts";
import type { TextRange } from "../text/split_identifier.ts";

/** A path in a text. */
export interface FoundPath extends TextRange, NamedPlace {
  /** The path as written, or as a URL has it. */
  readonly path: string;
  /** Whether it looks like a folder. */
  readonly folder: boolean;
}

/** Longest path, in UTF-16 code units. */
const MAX_PATH_LENGTH = 400;

/** Runs of characters that paths and URLs may have. */
const WORD_REGEXP = /[^\s"'`<>|()[\]{},;“”‘’«»]+(?:\(\d{1,15}(?:,\d{1,15})?\)|\[\w*\][\w./-]*)?/g;
const URL_REGEXP = /https?:\/\/[^\s"'`<>|[\]{}“”]+/g;

/** A line number has at most 15 digits, so that it is exact; no file needs to have the line. */
const PLACE_REGEXP =
  /(?:[#:]L?(?<line>\d{1,15})(?:[:.]C?(?<column>\d{1,15}))?(?:-L?(?<endLine>\d{1,15}))?|\((?<row>\d{1,15})(?:,(?<col>\d{1,15}))?\)):?$/;
const TRAILING_REGEXP = /[.:!?…*_]+$/;
const URL_TRAILING_REGEXP = /[.,:;!?…*_)]+$/;
const LEADING_REGEXP = /^(?:[*_=:@]+(?=[\w./~])|file:\/\/(?=\/))/;
const LATER_LINE_REGEXP =
  /^["'`)]{0,2},? (?:on |at |in )?(?:line|lines|l\.) ~?(?<line>\d{1,15})(?:\s?[-–]\s?(?<endLine>\d{1,15}))?/;

/** How far behind a path its line may follow in words, in UTF-16 code units. */
const LATER_LINE_REACH = 40;

/**
 * Returns the paths of a line, in order and without overlap. A path has a known extension or file name,
 * a slash at its end or in front (`./`), or at least two slashes.
 *
 * @param offset Where the line starts in the text; it is added to all offsets.
 */
export function findPaths(line: string, offset: number): FoundPath[] {
  const found: FoundPath[] = [];
  let urlEnd = 0;
  const urls = line.includes("://") ? [...line.matchAll(URL_REGEXP)] : [];
  for (const { index, 0: url } of urls) {
    const file = parseFileUrl(url.replace(URL_TRAILING_REGEXP, ""));
    if (file === undefined) continue;
    const start = offset + index;
    found.push({ ...file, start, end: start + url.length, folder: false });
  }
  let next = 0;
  for (const { index, 0: word } of line.matchAll(WORD_REGEXP)) {
    while (urls[next] !== undefined && urls[next]!.index <= index) {
      urlEnd = urls[next]!.index + urls[next]![0].length;
      next++;
    }
    if (index < urlEnd) continue;
    const path = readPath(word);
    if (path === undefined) continue;
    const start = offset + index + path.start;
    const end = offset + index + path.end;
    const rest = line.slice(index + path.end, index + path.end + LATER_LINE_REACH);
    const later = path.line === undefined ? LATER_LINE_REGEXP.exec(rest)?.groups ?? {} : {};
    found.push({ ...path, ...toPlace(later), start, end });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Every path has one of these, apart from the few file names without extension. */
const PATH_MARK_REGEXP = /[./\\]/;

function readPath(word: string): FoundPath | undefined {
  if (!PATH_MARK_REGEXP.test(word) && !isFileName(word.replace(TRAILING_REGEXP, ""))) {
    return undefined;
  }
  if (word.length > MAX_PATH_LENGTH || word.includes("://") && !word.startsWith("file:")) {
    return undefined;
  }
  const lead = LEADING_REGEXP.exec(word)?.[0].length ?? 0;
  const body = word.slice(lead).replace(TRAILING_REGEXP, "");
  const place = PLACE_REGEXP.exec(body);
  const path = place === null ? body : body.slice(0, place.index);
  const kind = kindOf(path);
  if (kind === undefined) return undefined;
  const { line, column, endLine, row, col }: Groups = place?.groups ?? {};
  return {
    ...toPlace({ line: line ?? row, column: column ?? col, endLine }),
    path,
    start: lead,
    end: lead + body.length,
    folder: kind === "folder",
  };
}

function kindOf(path: string): "file" | "folder" | undefined {
  if (!/\w/.test(path) || !PATH_REGEXP.test(path)) return undefined;
  const segments = path.split(/[/\\]/);
  const last = segments.at(-1) ?? "";
  if (isFileName(last)) return segments.length > 1 || isLoneFile(last) ? "file" : undefined;
  if (segments.length < 2 || path.includes("\\")) return undefined;
  const named = segments.filter((segment) => /\w{2}/.test(segment)).length;
  const marked = last === "" || /^\.{0,2}\/|^~\//.test(path);
  return named >= 3 || (marked && named >= 2) ? "folder" : undefined;
}

/** Characters of a path; `=` and `?` belong to commands and queries. */
const PATH_REGEXP = /^[\w.~@+\-/\\:$%#\u00c0-\uffff ]+$/;

/** Tells a lone file name from a chain of names (`self.d`), by the length of its stem. */
function isLoneFile(name: string): boolean {
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return true;
  const isOneLetter = name.length - dot === 2;
  return dot >= 2 && !(isOneLetter && /^(?:self|this|obj|foo|\w{1,2})$/.test(name.slice(0, dot)));
}

/**
 * Where hosting sites have the path in their addresses. A branch name may hold slashes, and its end
 * cannot be told. It is taken for one segment; the rest of it ends up in front of the path.
 */
const URL_FORMS: readonly RegExp[] = [
  // GitLab: /group/project/-/blob/main/src/a.ts; Sourcegraph: /repo@ref/-/blob/src/a.ts
  /^[^/]+\/.+?@[^/]*\/-\/(?:blob|tree)\/(?<path>.+)$/,
  /^[^/]+\/.+?\/-\/(?:blob|tree|raw|blame)\/[^/]+\/(?<path>.+)$/,
  // Sourcehut: /~user/repo/tree/main/item/src/a.ts
  /^[^/]+\/~[^/]+\/[^/]+\/(?:tree|blob)\/.+?\/item\/(?<path>.+)$/,
  // GitHub: /owner/repo/blob/main/src/a.ts
  /^[^/]+\/[^/]+\/[^/]+\/(?:blob|tree|raw|blame|edit)\/[^/]+\/(?<path>.+)$/,
  /^raw\.githubusercontent\.com\/[^/]+\/[^/]+\/(?:refs\/heads\/)?[^/]+\/(?<path>.+)$/,
  // Gitea: /owner/repo/src/branch/main/src/a.ts; Bitbucket: /owner/repo/src/ref/src/a.ts
  /^[^/]+\/[^/]+\/[^/]+\/(?:src|raw)\/(?:branch|commit|tag)\/[^/]+\/(?<path>.+)$/,
  /^bitbucket\.org\/[^/]+\/[^/]+\/(?:src|raw)\/[^/]+\/(?<path>.+)$/,
  // Gitiles: /project/+/refs/heads/main/src/a.cc
  /^[^/]+\/.+?\/\+\/(?:refs\/heads\/)?[^/]+\/(?<path>.+)$/,
];

/** Azure DevOps has path and lines in the query. */
const QUERY_PATH_REGEXP = /[?&]path=(?<path>[^&#]+)/;
const QUERY_LINE_REGEXP = /[?&]line=(?<line>\d{1,15})(?:&lineEnd=(?<endLine>\d{1,15}))?/;

/** `#L10-L20`, `#L10C5-L20C6`, `#L10-20`, `#lines-10:20`, `?L10-20`, `#10`. */
const LINES_REGEXP =
  /[#?](?:L|lines-|n)?(?<line>\d{1,15})(?:C\d+)?(?:[-:]L?(?<endLine>\d{1,15})(?:C\d+)?)?$/;

/** Returns the file and lines that a URL of a hosting site shows, or undefined for another URL. */
export function parseFileUrl(
  url: string,
): NamedPlace & Pick<FoundPath, "path"> | undefined {
  const address = url.replace(/^https?:\/\//, "");
  const bare = address.replace(/[?#].*$/, "");
  const queried = QUERY_PATH_REGEXP.exec(address)?.groups?.path;
  const path = queried ?? matchForms(URL_FORMS, bare)?.path;
  if (path === undefined) return undefined;
  const lines = matchForms([QUERY_LINE_REGEXP, LINES_REGEXP], address) ?? {};
  return { ...toPlace(lines), path: decode(path).replace(/^\/+|\/+$/g, "") };
}

/** Decodes `%20` and its like; malformed text stays as it is. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
