import type { Issue } from "@dossier/core";
import { speaksToAgent, stripForeign, takeSentences, withoutFences } from "./plain_words.ts";
import type { FindMinedFile, ProposedObservation } from "./proposal.ts";
import { listCited } from "./stated_rules.ts";

/** An issue of a tracker, with what it says of its end. */
export interface MinedIssue extends Pick<Issue, "id" | "title" | "description"> {
  /** As the tracker writes it, such as `closed`. */
  readonly status?: string | undefined;
  /** When it was closed, in milliseconds since 1970. */
  readonly closedAt?: number | undefined;
  /** Why it was closed, where the tracker has a field for that. */
  readonly resolution?: string | undefined;
  /** Where it is, such as `issues/7.md`. */
  readonly place: string;
}

const CLOSED_REGEXP = /^(?:closed|done|resolved|fixed|completed?|merged|finished|shipped)$/i;

/** Headings of sections that say how an issue ended, and what kind of observation they are. */
const DECISION_HEADING_REGEXP =
  /^(?:final )?(?:decisions?|resolution|outcome|conclusions?|what (?:was|we) (?:done|decided|did))\b/i;
const CAUSE_HEADING_REGEXP = /^(?:root cause|cause|fix|solution|lessons?(?: learned)?)\b/i;

const HEADING_REGEXP = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t:#]*$|^\*\*(.{1,60}?):?\*\*:?[ \t]*$/;

/** What says that it is closed and no more. */
const EMPTY_REGEXP =
  /^(?:(?:it|this) )?(?:(?:is|was) )?(?:closed|done|fixed|completed?|resolved|implemented|merged)\.?$/i;

/** UTF-16 code units of what is taken of a section, and the fewest that say something. */
const SECTION_LENGTH = 400;
const MIN_SECTION = 30;

/** Sections that are taken of one issue. */
const MAX_SECTIONS = 2;

/**
 * Returns what a closed issue says of how it ended: the first sentences of its sections on that, or its reason for being
 * closed. Nothing for an open one.
 *
 * @param options.until One that was closed after it, in milliseconds since 1970, says nothing; nor one whose time is not
 * known. @default none
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
  const told = takeSentences(stripForeign(title), 120).replace(/\.$/, "");
  const sections = [...listEndings(description), { kind: "decision" as const, text: resolution }];
  return sections.flatMap(({ kind, text }): readonly ProposedObservation[] => {
    const claim = takeSentences(withoutFences(stripForeign(text)), SECTION_LENGTH);
    const isEmpty = claim.length < MIN_SECTION || EMPTY_REGEXP.test(claim);
    if (isEmpty || speaksToAgent(`${told} ${claim}`)) return [];
    const content = told === "" ? claim : `${told}: ${claim}`;
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

/** Returns the sections of a text that say how something ended. */
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
