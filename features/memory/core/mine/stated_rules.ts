import type { SessionEvent } from "@dossier/core/metrics";
import { isDecision, isRule, listStandalone } from "./standalone_sentences.ts";
import { stripForeign } from "./plain_words.ts";
import { type FindMinedFile, type ProposedObservation, selectDistinct } from "./proposal.ts";

/** Maximum number of proposals of these rules for one transcript, of each kind. */
const MAX_STATED = 4;

/**
 * Maximum number of UTF-16 code units of a message that are read: a longer one contains a quote.
 */
const OWN_LENGTH = 3000;

/** Maximum number of files that a sentence cites. */
const MAX_PATHS = 3;

/** The start of an item of a list. */
const ITEM = "[-*+•]\\s|\\d{1,3}[.)]\\s";

/**
 * The end of the user's own text in a message: a quote, a listing, a record, or a line that
 * announces something other than a list.
 */
const QUOTE_REGEXP = new RegExp(
  [
    "^\\s*(?:```|~~~|>|\\||<\\w|Traceback \\(|diff --git|@@ |\\$ |at \\S+ \\()",
    `^(?:\\t| {2,})(?!${ITEM})\\S`,
    "^[\\w-]+_[\\w-]+: ",
    "^#{1,4} |^(?:description|steps to reproduce|expected|actual)\\b.{0,30}$",
    `:[ \\t]*\\n\\s*(?!${ITEM}|\\s)`,
  ].join("|"),
  "im",
);

/** Returns the conventions and the decisions that the user has stated, as whole sentences. */
export function findStatedRules(
  events: readonly SessionEvent[],
  findFile: FindMinedFile,
): readonly ProposedObservation[] {
  const rules: ProposedObservation[] = [];
  const decisions: ProposedObservation[] = [];
  for (const { kind, agent, text, line } of events) {
    // Messages to a subagent in the role of the user are written by an agent.
    if (kind !== "user" || agent !== undefined) continue;
    for (const content of listStandalone(readOwnText(text))) {
      const list = isRule(content) ? rules : isDecision(content) ? decisions : undefined;
      if (list === undefined) continue;
      const isPattern = list === rules;
      list.push({
        kind: isPattern ? "pattern" : "decision",
        content,
        reason: "The user said so in the session",
        paths: listCited(content, findFile),
        evidence: `line ${line} of the transcript`,
        tags: [isPattern ? "stated-rule" : "stated-decision"],
      });
    }
  }
  return [...selectDistinct(rules, MAX_STATED), ...selectDistinct(decisions, MAX_STATED)];
}

/** Returns the user's own text of a message: its start, up to a quote. */
function readOwnText(text: string): string {
  const own = stripForeign(text.slice(0, 2 * OWN_LENGTH));
  const start = own.slice(0, OWN_LENGTH);
  const quote = QUOTE_REGEXP.exec(start)?.index;
  // A text that is cut may end in the middle of a sentence.
  const isWhole = start.length === own.length && text.length <= 2 * OWN_LENGTH;
  return start.slice(0, quote ?? (isWhole ? undefined : start.lastIndexOf("\n")));
}

/** Possible paths of files: names separated by slashes, or one with an extension. */
const PATH_REGEXP = /[\w@.-]{1,100}(?:\/[\w@.-]{1,100}){1,20}|[\w-]{1,100}\.\w{1,8}/g;

/** Returns the files of the tree that a text names, each once, in order. */
export function listCited(text: string, findFile: FindMinedFile): readonly string[] {
  const found = (text.match(PATH_REGEXP) ?? [])
    .flatMap((path) => findFile(path.replace(/\.+$/, ""))?.path ?? []);
  return [...new Set(found)].slice(0, MAX_PATHS);
}
