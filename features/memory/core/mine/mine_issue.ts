import type { Issue } from "@dossier/core";
import { addressesAgent, cutSentences, removeFences, stripForeign } from "./plain_words.ts";
import type { FindMinedFile, ProposedObservation } from "./proposal.ts";
import { listCited } from "./stated_rules.ts";

/** An issue of a tracker, with its resolution. */
export interface MinedIssue extends Pick<Issue, "id" | "title" | "description"> {
  /** Status in the terms of the tracker, such as `closed`. */
  readonly status?: string | undefined;
  /** Time of closing, in milliseconds since 1970. */
  readonly closedAt?: number | undefined;
  /** The reason for closing, when the tracker has a field for it. */
  readonly resolution?: string | undefined;
  /** Its path, such as `issues/7.md`. */
  readonly place: string;
}

const CLOSED_REGEXP = /^(?:closed|done|resolved|fixed|completed?|merged|finished|shipped)$/i;

/** Headings of sections about the resolution of an issue, by the kind of observation. */
const DECISION_HEADING_REGEXP =
  /^(?:final )?(?:decisions?|resolution|outcome|conclusions?|what (?:was|we) (?:done|decided|did))\b/i;
const CAUSE_HEADING_REGEXP = /^(?:root cause|cause|fix|solution|lessons?(?: learned)?)\b/i;

const HEADING_REGEXP = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t:#]*$|^\*\*(.{1,60}?):?\*\*:?[ \t]*$/;

/** Text that only states that it is closed. */
const EMPTY_REGEXP =
  /^(?:(?:it|this) )?(?:(?:is|was) )?(?:closed|done|fixed|completed?|resolved|implemented|merged)\.?$/i;

/**
 * Maximum number of UTF-16 code units of a section's text, and the fewest that are informative.
 */
const SECTION_LENGTH = 400;
const MIN_SECTION = 30;

/** Maximum number of sections of one issue. */
const MAX_SECTIONS = 2;

/**
 * Returns the resolution of a closed issue: the first sentences of its sections about it, or its
 * reason for being closed. Empty for an open one.
 *
 * @param options.until Issues that were closed later, in milliseconds since 1970, or at an unknown
 * time, are ignored. @default none
 */
export function mineIssue(
  issue: MinedIssue,
  { findFile, until }: {
    readonly findFile: FindMinedFile;
    readonly until?: number | undefined;
  },
): readonly ProposedObservation[] {
  const { id, title, description, status, closedAt, resolution = "", place } = issue;
  if (!CLOSED_REGEXP.test(status?.trim() ?? "")) return [];
  if (until !== undefined && !(closedAt !== undefined && closedAt <= until)) return [];
  const issueTitle = cutSentences(stripForeign(title), 120).replace(/\.$/, "");
  const sections = [...listEndings(description), { kind: "decision" as const, text: resolution }];
  return sections.flatMap(({ kind, text }): readonly ProposedObservation[] => {
    const claim = cutSentences(removeFences(stripForeign(text)), SECTION_LENGTH);
    const isEmpty = claim.length < MIN_SECTION || EMPTY_REGEXP.test(claim);
    if (isEmpty || addressesAgent(`${issueTitle} ${claim}`)) return [];
    const content = issueTitle === "" ? claim : `${issueTitle}: ${claim}`;
    return [{
      kind,
      content,
      reason: `The closed issue ${id === "" ? `in ${place}` : id} says so`,
      paths: listCited(`${text}\n${description}`, findFile),
      evidence: place,
      tags: ["closed-issue"],
    }];
  }).slice(0, MAX_SECTIONS);
}

/** Returns the sections of a text about a resolution. */
function listEndings(
  text: string,
): readonly { readonly kind: "decision" | "error"; readonly text: string }[] {
  const found: { kind: "decision" | "error"; text: string }[] = [];
  let level = 0;
  for (const line of text.split("\n")) {
    const [, marks, heading, bold] = HEADING_REGEXP.exec(line) ?? [];
    const title = heading ?? bold;
    if (title === undefined) {
      if (level > 0) found.at(-1)!.text += `${line}\n`;
      continue;
    }
    const depth = marks?.length ?? 7;
    const kind = DECISION_HEADING_REGEXP.test(title)
      ? "decision"
      : CAUSE_HEADING_REGEXP.test(title)
      ? "error"
      : undefined;
    if (kind !== undefined) {
      found.push({ kind, text: "" });
      level = depth;
    } else if (depth <= level) level = 0;
  }
  return found;
}
