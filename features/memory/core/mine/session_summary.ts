import type { SessionEvent } from "@dossier/core/metrics";
import { listCheckRuns } from "./command_run.ts";
import {
  addressesAgent,
  cutSentences,
  removeEmphasis,
  removeFences,
  stripForeign,
} from "./plain_words.ts";
import type { FindMinedFile, ProposedObservation } from "./proposal.ts";

/** Maximum number of UTF-16 code units of a summary. */
const SUMMARY_LENGTH = 600;

/** Shorter ones are not informative. */
const MIN_SUMMARY = 80;

/** Maximum number of files that a summary cites. */
const MAX_PATHS = 5;

/** Introductions of hosts' summaries of a conversation. */
const LEAD_REGEXP = new RegExp(
  "^\\s*(?:This session is being continued from a previous conversation[^\\n]*|" +
    "Another language model started to solve this problem[^\\n]*|" +
    "(?:The )?conversation is summarized below:?|Analysis:|Summary:|<\\/?(?:analysis|summary)>)\\s*",
  "i",
);

/** Introductory sentences of agents. */
const REMARKS = [
  "(?:perfect|great|excellent|done|all done|now)\\b.{0,60}",
  "i(?:'ve| have)?\\b.{0,60}\\bsuccess.*",
  "(?:here(?:'s| is)|let me|below is)\\b.*",
  "(?:the |this )?(?:bug|issue|fix|problem|task|patch)\\b.{0,80}" +
  "\\b(?:success\\w*|complete\\w*|fixed|resolved|working|generated|saved)\\b.{0,40}",
  "(?:bug |the |final )?(?:fix )?(?:summary|overview|results?)(?: of (?:the )?\\w+)?",
];
const REMARK_REGEXP = new RegExp(`^(?:${REMARKS.join("|")})[.!:]$`, "i");

/**
 * Returns the summary of a session: that of the host, or the last message of the agent when it had
 * edited files and its last check passed.
 */
export function findSummaries(
  events: readonly SessionEvent[],
  findFile: FindMinedFile,
): readonly ProposedObservation[] {
  const edited = listEditedFiles(events, findFile);
  const host = events.findLast(({ kind, agent }) => kind === "summary" && agent === undefined);
  const last = findLastWords(events);
  const own = last !== undefined && edited.length > 0 && hasPassed(events) ? last : undefined;
  return [own, host].flatMap((event): readonly ProposedObservation[] => {
    const content = event === undefined ? "" : toSummary(event.text);
    if (content.length < MIN_SUMMARY || addressesAgent(content)) return [];
    return [{
      kind: "summary",
      content,
      reason: event === host
        ? "The host's summary of the session says so"
        : "The agent said so last, after its edits had passed a check",
      paths: edited,
      evidence: `line ${event!.line} of the transcript`,
      tags: ["session-summary"],
    }];
  }).slice(0, 1);
}

function listEditedFiles(
  events: readonly SessionEvent[],
  findFile: FindMinedFile,
): readonly string[] {
  const paths = events.filter(({ kind, failed }) => kind === "result" && !failed)
    .flatMap(({ touches = [] }) => touches.filter(({ action }) => action === "edit"))
    .flatMap(({ path }) => findFile(path)?.path ?? []);
  return [...new Set(paths)].slice(0, MAX_PATHS);
}

/** Returns the message of the agent after its last call; undefined when it was still at work. */
function findLastWords(events: readonly SessionEvent[]): SessionEvent | undefined {
  const last = events.findLast(({ agent }) => agent === undefined);
  return last?.kind === "assistant" ? last : undefined;
}

/** Returns true when the last check of a session passed. */
function hasPassed(events: readonly SessionEvent[]): boolean {
  const last = listCheckRuns(events).at(-1);
  return last !== undefined && !last.hasFailed;
}

/** Maximum number of UTF-16 code units of an introduction before the first heading. */
const MAX_OPENING = 300;

/**
 * Returns a summary as prose on one line: headings become labels, marks of Markdown and code are
 * removed.
 */
function toSummary(text: string): string {
  const plain = removeFences(stripForeign(text)).replace(LEAD_REGEXP, "");
  const heading = plain.search(/^#{1,6} /m);
  const prose = plain.slice(heading > 0 && heading <= MAX_OPENING ? heading : 0).split("\n")
    .map((line) => line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|[✅✓✔]+)\s+/u, "").trim())
    .map((line) => removeEmphasis(line).replace(/^#{1,6}\s+(.*?)[.:]?$/, "$1:"))
    .filter((line) => line !== "" && !/^(?:[-=_*|]{3,}|\|.*\|)$/.test(line))
    .map((line) => /[.!?:;,]$/.test(line) ? line : `${line}.`);
  const pieces = prose.flatMap((line) => line.split(/(?<=[.!])\s+(?=\p{Lu})/u));
  const first = pieces.findIndex((piece) => !REMARK_REGEXP.test(piece));
  return cutSentences(first < 0 ? "" : pieces.slice(first).join(" "), SUMMARY_LENGTH);
}
