import type { SessionEvent } from "@dossier/core/metrics";
import { isTestPath } from "@dossier/core/rank";
import { DEFINITION_REGEXP, findEdited, listFirstEdits } from "./edited_definition.ts";
import { type FindMinedFile, listMarked, type ProposedObservation } from "./proposal.ts";

/** Searches before a read that make a file one that is hard to find. */
const MIN_SEARCHES = 3;

/** Maximum number of proposals of this rule for one transcript. */
const MAX_FOUND = 3;

/** Maximum number of search terms in a proposal. */
const MAX_TERMS = 4;

/** Limits of a name's length: shorter ones are in every file, longer ones are not names. */
const MIN_TERM = 4;
const MAX_TERM = 60;

/** Names of several words, which do not occur in prose. */
const COMPOUND_REGEXP = /[a-z\d]_+[A-Za-z\d]|[a-z\d][A-Z]|[A-Z]{2}[a-z]|[A-Z]_?\d/;

/** Maximum number of files in a search's results for its terms to be specific. */
const MAX_FILES = 6;

/** A file in the output of a search, with its match or alone. */
const FOUND_REGEXP = /^([^\s:]{1,300}\.\w{1,8})(?::|$)/;

/**
 * Returns the files that took several searches to find and were then edited, with the search terms
 * that they contain.
 */
export function findFoundFiles(
  events: readonly SessionEvent[],
  findFile: FindMinedFile,
): readonly ProposedObservation[] {
  const prompts = events.filter(({ kind, agent }) => kind === "user" && agent === undefined)
    .map(({ text }) => text).join("\n");
  const edits = listFirstEdits(events);
  const reached = new Set<string>();
  const found: ProposedObservation[] = [];
  let searches: { readonly terms: readonly string[]; readonly line: number }[] = [];
  const broad = listBroadTerms(events);
  for (const event of events) {
    const { kind, failed, line, terms = [], touches = [] } = event;
    if (kind === "user" && event.agent === undefined) searches = [];
    const isMiss = kind === "result" && failed && isRead(event);
    const isSearch = kind === "call" &&
      (terms.length > 0 || touches.some(({ action }) => action === "search"));
    if (isMiss || isSearch) searches.push({ terms, line });
    if (kind !== "result" || failed) continue;
    for (const { path, action } of touches) {
      if (action === "search" || reached.has(path)) continue;
      const edit = edits.get(path);
      if (edit === undefined) continue;
      reached.add(path);
      const before = searches;
      searches = [];
      const file = before.length < MIN_SEARCHES || found.length >= MAX_FOUND
        ? undefined
        : findFile(path);
      // A named file did not have to be found.
      if (file === undefined || isNamed(file.path, prompts) || isTestPath(file.path)) continue;
      const terms = before.flatMap(({ terms }) => terms).filter((term) => !broad.has(term));
      const sought = listSought(terms, file.text, file.path);
      if (sought.length === 0) continue;
      const symbol = findEdited(edit.text, file);
      found.push({
        kind: "file",
        content: `What is looked for as ${listMarked(sought)} is in ${file.path}` +
          (symbol === undefined ? "" : ` (${symbol})`),
        reason: `It took ${before.length} searches to find the file, and it was edited then`,
        paths: [file.path],
        ...(symbol !== undefined && { symbols: [symbol] }),
        evidence: `lines ${before[0]!.line}-${edit.line} of the transcript`,
        tags: ["found-file"],
      });
    }
  }
  return found;
}

function isRead({ touches = [], tool = "" }: SessionEvent): boolean {
  return touches.some(({ action }) => action === "read") || /^read/i.test(tool);
}

/** Returns the names that a search has found in too many files to be specific. */
function listBroadTerms(events: readonly SessionEvent[]): ReadonlySet<string> {
  const searchedTerms = new Map<string, readonly string[]>();
  const broad = new Set<string>();
  for (const { kind, callId = "", terms, text } of events) {
    if (kind === "call" && terms !== undefined) searchedTerms.set(callId, terms);
    const sought = kind === "result" ? searchedTerms.get(callId) : undefined;
    if (sought === undefined) continue;
    const files = new Set(text.split("\n").map((line) => FOUND_REGEXP.exec(line)?.[1]));
    files.delete(undefined);
    if (files.size > MAX_FILES) { for (const term of sought) broad.add(term); }
  }
  return broad;
}

function isNamed(path: string, text: string): boolean {
  return text.includes(path.replace(/^.*\//, "")) ||
    text.includes(path.replace(/\.\w+$/, "").replaceAll("/", "."));
}

/** Returns the search terms that a file contains, most frequent first. */
function listSought(terms: readonly string[], text: string, path: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const names = new Set(text.match(/[\p{L}\p{N}_$]+/gu));
  const defined = new Set(
    text.split("\n").flatMap((line) => DEFINITION_REGEXP.exec(line)?.[2] ?? []),
  );
  return [...counts].filter(([term]) =>
    term.length >= MIN_TERM && term.length <= MAX_TERM && names.has(term) &&
    !/^__.*__$/.test(term) &&
    (COMPOUND_REGEXP.test(term) || defined.has(term)) && !path.includes(term)
  ).sort(([, a], [, b]) => b - a).slice(0, MAX_TERMS).map(([term]) => term);
}
