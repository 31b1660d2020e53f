import { raw } from "../text/match_at.ts";
import { isFileName } from "./file_name.ts";
import {
  cleanPath,
  decodeAddress,
  type Groups,
  matchFirstPattern,
  type NamedLocation,
  toLocation,
} from "./match_patterns.ts";
import { readLineReferenceBeside, splitLineReference, stripLineWord } from "./line_references.ts";
import { omitUndefined } from "../text/omit_undefined.ts";
import type { TextRange } from "../text/split_identifier.ts";

/** Path in a text. */
export interface FoundPath extends TextRange, NamedLocation {
  /** Path as written, or the path in a URL. */
  readonly path: string;
  /** True when it looks like a folder. */
  readonly folder: boolean;
}

/** Maximum length of a path, in UTF-16 code units. */
const MAX_PATH_LENGTH = 400;

/** Segment in brackets, in routes: `(shop)`, `(.)`, `[id]`, `[[...slug]]`, `[page=integer]`. */
const SEGMENT = "\\((?:\\.{1,3}|\\$?[A-Za-z][\\w-]{0,60})\\)|" +
  "\\[{1,2}(?:\\.{3})?[A-Za-z][\\w-]{0,60}(?:=\\w{1,60})?\\]{1,2}";

const OUTSIDE = "\\s\"'`<>|()[\\]{},;“”‘’«»【】「」『』（）《》，、；。";

/**
 * Runs of characters of paths and URLs. Brackets belong to them only below a folder, and before a
 * slash.
 */
const WORD_REGEXP = new RegExp(
  `(?:[^${OUTSIDE}]|(?<=/[\\w.$@-]{0,40})(?:${SEGMENT})|(?:${SEGMENT})(?=/))+`,
  "g",
);
const URL_REGEXP = /https?:\/\/[^\s"'`<>|[\]{}“”]+/g;

const TRAILING_REGEXP = /(?:[.:!?…*_]|(?<=\.\w{1,8})\\)+$/;
const URL_TRAILING_REGEXP = /[.,:;!?…*_)]+$/;

/** Text before a path in its word: marks, and prefixes of programs. */
const LEADING_REGEXP = new RegExp(
  `^(?:[*=:@]+(?=[\\w./~(])|#(?=file:)|_+(?=[^_].*_$))?(?:${
    [
      // open?file=src/a.ts
      ".*[?&;](?:file|path)=",
      // file=src/a.ts
      "(?:file(?:name)?|path|source(?:path)?|location|at)=",
      // HEAD:src/a.ts, psql:db/a.sql, F:src/a.ts; C:\\ is part of a path
      "(?!package:)(?:(?:[\\w-]{2,60}:){0,2}[\\w.-]{2,60}|[A-Z]):(?=[A-Za-z_.~][\\w.~-]*[/.\\\\])",
      // qrc:/qml/a.qml
      "(?:qrc|file):(?=/[^/])",
    ].join("|")
  })?`,
  "i",
);

/** Lines before a path, in the notation of Cursor: `6:8:src/a.ts`. */
const RANGE_BEFORE_REGEXP = /^(?<line>\d{1,15}):(?<endLine>\d{1,15}):(?=[\w./@~([])/;

/** Runs of Latin letters in a word of a language that is written without spaces. */
const LATIN_REGEXP = /[!-~]+/g;
const UNSPACED_REGEXP = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/**
 * Returns the paths of a line, in order and without overlap. A path has a known extension or file
 * name, any extension below a folder, a slash at its end or at its start (`./`), or at least two
 * slashes; with a line number one slash is enough.
 *
 * @param offset Offset of the line in the text, which is added to all offsets.
 */
export function findPaths(line: string, offset: number): FoundPath[] {
  const found: FoundPath[] = [];
  const urls = line.includes("://") ? [...line.matchAll(URL_REGEXP)] : [];
  const pages = urls.flatMap(({ index, 0: url }) => {
    const file = parseFileUrl(url.replace(URL_TRAILING_REGEXP, ""));
    return file === undefined ? [] : [{ file, start: index, end: index + url.length }];
  });
  for (const { file, start, end } of pages) {
    found.push({ ...file, start: offset + start, end: offset + end, folder: false });
  }
  const words = listWords(line).filter(({ start, end }) =>
    !pages.some((page) => page.start < end && start < page.end)
  );
  const known = words.filter(({ kind }) => kind !== undefined);
  let next = 0;
  for (const word of words) {
    while (known[next] !== undefined && known[next]!.start <= word.start) next++;
    const own = word.kind === undefined ? next - 1 : next - 2;
    const reference = word.location ?? readLineReferenceBeside({
      before: line.slice(known[own]?.end ?? 0, word.start),
      after: line.slice(word.end, known[next]?.start),
      isDoubtful: word.kind === undefined,
    });
    const kind = word.kind ??
      (reference !== undefined && PATH_WITH_LINE_REGEXP.test(word.path) ? "file" : undefined);
    if (kind === undefined) continue;
    found.push({
      ...toLocation(reference ?? {}),
      path: word.path,
      start: offset + word.start,
      end: offset + word.end,
      folder: kind === "folder",
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Run of characters that may be a path. */
interface PathWord extends TextRange {
  readonly path: string;
  /** Line number at one of its ends. */
  readonly location?: Groups;
  /** Kind of the path; undefined when the run is a path only if a line number is beside it. */
  readonly kind: "file" | "folder" | undefined;
}

/** Target of a link, a code span, or a quotation, whose marks delimit a path. */
const DELIMITED_REGEXP = new RegExp(
  [
    "\\]\\(<?(?<target>[^()\\s<>]{1,400}(?:\\([^()\\s<>]{0,60}\\)[^()\\s<>]{0,200}){0,4})>?\\)",
    "`(?<span>[^`\\n]{3,400})`",
    '"(?<quotation>[^"\\s/\\\\]{1,60}[/\\\\][^"\\n]{1,300})"',
  ].join("|"),
  "g",
);

/** Characters that end a path without delimiters. */
const DELIMITING_REGEXP = /[\s,;=&!'{}%]/;

/** Several words, one of which is the name of a file. */
const SEVERAL_REGEXP = /\.\w{1,8}\s/;

/** Code of several words that is a command and not a path with spaces in it. */
const COMMAND_REGEXP = /^(?:[^\s/\\]*|\.{0,2}\/\S*)\s|\s(?:-|[^([\s]*\/)/;

/**
 * Returns the paths that fill their delimiters and contain characters that would end a path
 * elsewhere.
 */
function listDelimited(line: string): PathWord[] {
  return [...line.matchAll(DELIMITED_REGEXP)].flatMap(({ index, 0: whole, groups = {} }) => {
    const inner = groups.target ?? groups.span ?? groups.quotation ?? "";
    const isPath = DELIMITING_REGEXP.test(inner) && !SEVERAL_REGEXP.test(inner) &&
      !inner.includes("://") && !(groups.span !== undefined && COMMAND_REGEXP.test(inner));
    if (!isPath) return [];
    const read = readPath(
      groups.target === undefined ? inner : decodeAddress(inner),
      0,
      /^[^"`<>|*?]+$/,
    );
    if (read?.kind !== "file") return [];
    const start = index + whole.indexOf(inner);
    return [{ ...read, start, end: start + inner.length }];
  });
}

function listWords(line: string): PathWord[] {
  const delimited = listDelimited(line);
  const isInside = (at: number) => delimited.some(({ start, end }) => start <= at && at < end);
  return [...line.matchAll(WORD_REGEXP)].flatMap(({ index, 0: word }) => {
    if (isInside(index)) return [];
    const read = readPath(word, index);
    if (read?.kind !== undefined || !UNSPACED_REGEXP.test(word)) return read ?? [];
    return [...word.matchAll(LATIN_REGEXP)]
      .flatMap((part) => readPath(part[0], index + part.index) ?? []);
  }).concat(delimited).sort((a, b) => a.start - b.start);
}

/**
 * Marks of paths: every path has one of them, except for the few file names without an extension.
 */
const PATH_MARK_REGEXP = /[./\\]/;

function readPath(word: string, at: number, letters = PATH_REGEXP): PathWord | undefined {
  if (word.length > MAX_PATH_LENGTH) return undefined;
  const cited = RANGE_BEFORE_REGEXP.exec(word);
  const lead = cited?.[0].length ?? LEADING_REGEXP.exec(word)?.[0].length ?? 0;
  const body = stripLineWord(word.slice(lead).replace(TRAILING_REGEXP, ""));
  const split = splitLineReference(body);
  const location = cited?.groups ?? split?.location;
  const written = (split?.path ?? body).replace(/\*+$/, "");
  if (!PATH_MARK_REGEXP.test(written) && !isFileName(written)) return undefined;
  // Only a line number in the notation of programs shows that an address is that of a file.
  const isPage = (written.includes("://") && !written.startsWith("file:")) || written.includes("?");
  if (isPage && (location === undefined || body[written.length] === "#")) return undefined;
  const path = cleanPath(written);
  if (path.includes("://")) return undefined;
  const kind = kindOf(path, letters) ??
    (location !== undefined && MEMBER_LIKE_REGEXP.test(path) && isFileName(path)
      ? "file"
      : undefined);
  if (kind === undefined && !PATH_WITH_LINE_REGEXP.test(path)) return undefined;
  return {
    path,
    start: at + lead,
    end: at + lead + body.length,
    kind,
    ...omitUndefined({ location }),
  };
}

function kindOf(path: string, letters: RegExp): "file" | "folder" | undefined {
  if (!/\w/.test(path) || !letters.test(path)) return undefined;
  const segments = path.split(/[/\\]/);
  const last = segments.at(-1) ?? "";
  if (isFileName(last)) return segments.length > 1 || isLoneFile(last) ? "file" : undefined;
  if (segments.length < 2 || path.includes("\\")) return undefined;
  if (UNKNOWN_FILE_REGEXP.test(path)) return "file";
  const named = segments.filter((segment) => /\w{2}/.test(segment)).length;
  const marked = last === "" || /^\.{0,2}\/|^~\//.test(path);
  return named >= 3 || (marked && named >= 2) ? "folder" : undefined;
}

/** Characters of a path; `=` and `?` belong to commands and queries. */
const PATH_REGEXP = /^[\w.~@+\-/\\:$%#()[\]\u00c0-\uffff ]+$/;

/**
 * Path that is a file when it has a line number beside it: its name has a letter, and it is in a
 * folder.
 */
const PATH_WITH_LINE_REGEXP =
  /^[\w.~@+\-/\\:$%()[\]\u00c0-\uffff]*[/\\][\w.+@$-]*[A-Za-z][\w.+@$-]*$/;

/**
 * File of an unknown language, below a folder of a tree: `src/tank.xyz`, not `application/vnd.x`.
 */
const UNKNOWN_FILE_REGEXP = new RegExp(
  raw`^(?:\.{1,2}\/)?(?!(?:application|audio|font|image|model|text|video|req|and|or)\/)` +
    raw`(?:[\w-]{2,60}\/)+[\w-]{2,60}(?:\.[\w-]{1,40})?\.[a-z][a-z\d]{1,7}$`,
);

/**
 * Short name that is read as a member, unless it has a line number: `a.py:6` is a file, `x.d` is
 * not.
 */
const MEMBER_LIKE_REGEXP = /^\w\.\w{2,8}$/;

/**
 * Returns true for a lone file name and false for a chain of names (`self.d`), by the length of its
 * stem.
 */
function isLoneFile(name: string): boolean {
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return true;
  const isOneLetter = name.length - dot === 2;
  return dot >= 2 && !(isOneLetter && /^(?:self|this|obj|foo|\w{1,2})$/.test(name.slice(0, dot)));
}

/**
 * Forms of the addresses of hosting sites with their paths. A branch name may contain slashes, and
 * its end cannot be detected. It is assumed to be one segment; its remainder becomes part of the
 * path.
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

/** Path and lines in the query of an address, as in Azure DevOps. */
const QUERY_PATH_REGEXP = /[?&]path=(?<path>[^&#]+)/;
const QUERY_LINE_REGEXP = /[?&]line=(?<line>\d{1,15})(?:&lineEnd=(?<endLine>\d{1,15}))?/;

/** `#L10-L20`, `#L10C5-L20C6`, `#L10-20`, `#lines-10:20`, `?L10-20`, `#10`. */
const LINES_REGEXP =
  /[#?](?:L|lines-|n)?(?<line>\d{1,15})(?:C\d+)?(?:[-:]L?(?<endLine>\d{1,15})(?:C\d+)?)?$/;

/** Returns the file and lines that a URL of a hosting site shows, or undefined for another URL. */
export function parseFileUrl(
  url: string,
): NamedLocation & Pick<FoundPath, "path"> | undefined {
  const address = url.replace(/^https?:\/\//, "");
  const bare = address.replace(/[?#].*$/, "");
  const queried = QUERY_PATH_REGEXP.exec(address)?.groups?.path;
  const path = queried ?? matchFirstPattern(URL_FORMS, bare)?.path;
  if (path === undefined) return undefined;
  const lines = matchFirstPattern([QUERY_LINE_REGEXP, LINES_REGEXP], address) ?? {};
  return { ...toLocation(lines), path: decodeAddress(path).replace(/^\/+|\/+$/g, "") };
}
