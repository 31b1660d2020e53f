import { type PassageCandidate, sliceLines } from "../fragment/candidate.ts";
import { isNewerPath, questionNamesPath } from "./path_age.ts";

/**
 * Share of a passage that another file must have as well. Prose of two versions has small edits;
 * nearly identical code may be needed for its difference.
 */
const COPIED_SHARE = { document: 0.6, code: 0.95 };

/**
 * Minimum number of characters of a copy. Shorter prose consists of headings, and shorter code is
 * common to many classes.
 */
const MIN_COPIED = { document: 150, code: 400 };

/** Separators of clauses, which stay the same when prose is wrapped again. */
const CLAUSE_END_REGEXP = /[.,;:!?()[\]{}`*"|<>]+/;
const WHITE_SPACE_REGEXP = /\s+/g;

/** Minimum number of characters of a significant clause. */
const MIN_CLAUSE = 12;

/**
 * Minimum share of a section that another version must also contain, for the two to count as the
 * same section. Words are weighted by their lengths. One of two sentences may be edited, which is
 * half of the clauses.
 */
const SAME_SECTION_SHARE = 0.8;

/** Candidate with its clauses or lines and their lengths. */
interface ReadCandidate {
  readonly candidate: PassageCandidate;
  readonly position: number;
  readonly clauses: ReadonlySet<string>;
  readonly size: number;
  readonly text: string;
  /** First line with text, such as the heading. */
  readonly firstLine: string;
}

/**
 * Returns ranked passages. Those with the same text as another file have its path in `copyOf`. When
 * two files have the same text, the file whose path the question names is shown; otherwise the
 * newer version; otherwise the file with the higher rank. When a copy of its passage was ranked
 * higher, the passage gets the position and the probability of need of that copy.
 *
 * @param candidates Candidates, best first.
 * @param question Words of the question, which may request a version or a folder.
 */
export function markNearCopies(
  candidates: readonly PassageCandidate[],
  question: string,
): readonly PassageCandidate[] {
  const read = candidates.map(readCandidate);
  const withCopies = findFilesWithCopies(read);
  if (withCopies.size === 0) return candidates;
  const originals = new Map<ReadCandidate, ReadCandidate>();
  const involved = read.filter(({ candidate }) => withCopies.has(candidate.path));
  const files = sortFiles(Map.groupBy(involved, ({ candidate }) => candidate.path), question);
  files.forEach(([path, own], at) => {
    const better = files.slice(0, at).filter(([other]) =>
      !(questionNamesPath(question, path, other) && questionNamesPath(question, other, path))
    );
    for (const one of own) {
      for (const [, others] of better) {
        const original = findOriginal(one, others.filter((other) => !originals.has(other)));
        if (original === undefined) continue;
        originals.set(one, original);
        break;
      }
    }
  });
  if (originals.size === 0) return candidates;
  const copies = Map.groupBy(originals.keys(), (copy) => originals.get(copy)!);
  return read.map((one) => {
    const original = originals.get(one);
    if (original === undefined) return raise(one, copies.get(one) ?? []);
    const { path } = original.candidate;
    return { ...one, candidate: { ...one.candidate, copyOf: path } };
  }).sort((a, b) => a.position - b.position).map(({ candidate }) => candidate);
}

function readCandidate(candidate: PassageCandidate, position: number): ReadCandidate {
  const text = sliceLines(candidate.document, candidate);
  const pieces = candidate.kind === "document"
    ? text.replace(WHITE_SPACE_REGEXP, " ").split(CLAUSE_END_REGEXP)
    : text.split("\n");
  const clauses = new Set<string>();
  let size = 0;
  for (const piece of pieces) {
    const clause = piece.trim();
    if (clause.length < MIN_CLAUSE || clauses.has(clause)) continue;
    clauses.add(clause);
    size += clause.length;
  }
  const firstLine = text.trimStart().split("\n", 1)[0]!.trim();
  return { candidate, position, clauses, size, text, firstLine };
}

/**
 * Returns the paths of files that contain nearly all text of a passage of another file; usually
 * none.
 */
function findFilesWithCopies(read: readonly ReadCandidate[]): ReadonlySet<string> {
  const holders = new Map<string, Set<string>>();
  for (const { candidate: { path }, clauses } of read) {
    for (const clause of clauses) {
      const paths = holders.get(clause);
      if (paths === undefined) holders.set(clause, new Set([path]));
      else paths.add(path);
    }
  }
  const withCopies = new Set<string>();
  for (const one of read) {
    const { path } = one.candidate;
    const shared = new Map<string, number>();
    for (const clause of one.clauses) {
      const paths = holders.get(clause)!;
      if (paths.size === 1) continue;
      for (const other of paths) shared.set(other, (shared.get(other) ?? 0) + clause.length);
    }
    for (const [other, size] of shared) {
      if (other !== path && isCopied(one, size)) withCopies.add(path).add(other);
    }
  }
  for (const sections of Map.groupBy(read, ({ firstLine }) => firstLine).values()) {
    for (const [at, one] of sections.entries()) {
      for (const other of sections.slice(at + 1)) {
        if (!isSameSection(one, other) && !isSameSection(other, one)) continue;
        withCopies.add(one.candidate.path).add(other.candidate.path);
      }
    }
  }
  return withCopies;
}

/**
 * Returns true when a passage is prose and nearly equal to a section in another version of the same
 * file.
 */
function isSameSection(
  { candidate, text, firstLine }: ReadCandidate,
  other: ReadCandidate,
): boolean {
  const { kind, path } = candidate;
  if (kind !== "document" || firstLine !== other.firstLine) return false;
  if (isNewerPath(path, other.candidate.path) === undefined) return false;
  const others = listWords(other.text);
  let size = 0;
  let shared = 0;
  for (const word of listWords(text)) {
    size += word.length;
    if (others.has(word)) shared += word.length;
  }
  return shared >= SAME_SECTION_SHARE * size;
}

function listWords(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(WHITE_SPACE_REGEXP));
}

/**
 * Returns true when a number of characters that another file has, too, is nearly all of a passage.
 */
function isCopied({ candidate: { kind }, size }: ReadCandidate, shared: number): boolean {
  const sort = kind === "document" ? "document" : "code";
  return size >= MIN_COPIED[sort] && shared >= COPIED_SHARE[sort] * size;
}

/**
 * Returns files with their candidates. Each file follows the files that are preferred when both
 * have the same text.
 */
function sortFiles(
  files: ReadonlyMap<string, readonly ReadCandidate[]>,
  question: string,
): readonly (readonly [path: string, own: readonly ReadCandidate[]])[] {
  const paths = [...files.keys()];
  const isBetter = (path: string, other: string) => {
    const isNamed = questionNamesPath(question, path, other);
    if (isNamed !== questionNamesPath(question, other, path)) return isNamed;
    return isNewerPath(path, other) ?? paths.indexOf(path) < paths.indexOf(other);
  };
  const wins = new Map(
    paths.map((
      path,
    ) => [path, paths.filter((other) => other !== path && isBetter(path, other)).length]),
  );
  return [...files].sort(([a], [b]) => wins.get(b)! - wins.get(a)!);
}

/**
 * Returns the passage of a file with most of the text of a passage, when the file has nearly all of
 * it.
 */
function findOriginal(
  copy: ReadCandidate,
  others: readonly ReadCandidate[],
): ReadCandidate | undefined {
  const twin = others.find((other) => isSameSection(copy, other));
  if (twin !== undefined) return twin;
  let shared = 0;
  const shares = new Map<ReadCandidate, number>();
  for (const clause of copy.clauses) {
    const holding = others.filter((other) => other.clauses.has(clause));
    if (holding.length > 0) shared += clause.length;
    for (const one of holding) shares.set(one, (shares.get(one) ?? 0) + clause.length);
  }
  if (shares.size === 0 || !isCopied(copy, shared)) return undefined;
  return [...shares].reduce((best, one) => one[1] > best[1] ? one : best)[0];
}

/**
 * Returns a passage with the position and the probability of need of the best of its copies, when
 * that is better.
 */
function raise(
  { candidate, position, ...read }: ReadCandidate,
  copies: readonly ReadCandidate[],
): ReadCandidate {
  const first = copies.find((copy) => copy.position < position);
  if (first === undefined) return { candidate, position, ...read };
  const { score, needProbability } = first.candidate;
  return {
    ...read,
    position: first.position,
    candidate: {
      ...candidate,
      score,
      ...(needProbability === undefined ? {} : { needProbability }),
    },
  };
}
