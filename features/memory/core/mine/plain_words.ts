import { OBSERVATIONS_HEADING, TRIPLETS_HEADING } from "../memory_block.ts";
import { takeUtf16Start } from "@dossier/core/utf8";
import { toPlainText } from "@dossier/core/escape";

/** Lines of a memory block below its heading. */
const OWN_LINE_REGEXP = /^- (?:\[[^\]]*\] .*\(weight: [\d.]+\)|.+ → .+ → .+)$/;

/** Tags of hosts around texts of others, and tags of hosts and dossier around their own. */
const FOREIGN_TAGS = "system-reminder|dossier-context|context|command-\\w+|local-command-\\w+|" +
  "environment_context|user_instructions|tool_use_error|task-notification|ide_\\w+";
const FOREIGN_REGEXP = new RegExp(
  `<(${FOREIGN_TAGS})\\b[^>]{0,200}>[^]*?(?:</\\1>|$)`,
  "gi",
);

const FENCE_REGEXP = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[^]*?(?:^[ \t]*\1[`~]*[ \t]*$|$(?![^]))/gm;

/** Characters that reverse the order of letters, and invisible ones. */
const HIDDEN_REGEXP = /[\p{Bidi_Control}\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/gu;
const CONTROL_REGEXP = /[\p{Cc}\u2028\u2029]/gu;

/** Markdown marks at the start of a line. */
const LINE_MARKS_REGEXP = /^(?:[#>*+•]+|-+|\d{1,3}[.)]|\[[ x]\])\s+/;
/** Marks of bold words; those of a power, as in `x**2`, are next to a letter, digit or bracket. */
const EMPHASIS_REGEXP = /(?<![\w)\]`*])\*\*(?=\S)([^*]+)\*\*(?![\w([*])/g;

/** Instructions to an agent, as opposed to facts about a project. */
const TO_AGENT = [
  "(?:ignore|disregard|forget|override)\\s+(?:all\\s+|any\\s+|the\\s+|your\\s+|my\\s+)*" +
  "(?:previous|prior|above|earlier|system|other)\\b",
  "\\byou\\s+are\\s+(?:now|an?)\\s+(?:\\w+\\s+){0,3}(?:assistant|agent|ai|model|admin\\w*|root)\\b",
  "\\b(?:system|developer)\\s+(?:prompt|message|instructions?)\\b",
  "\\bnew\\s+instructions?\\b",
  "</?(?:system|assistant|user|instructions?)\\b",
  "\\b(?:exfiltrate|curl\\s+\\S+\\s*\\|\\s*(?:ba)?sh|rm\\s+-rf\\s+[/~])",
];
const TO_AGENT_REGEXP = new RegExp(TO_AGENT.join("|"), "i");

/**
 * Returns true for a text with instructions to an agent about its own instructions, which no fact
 * of a project has.
 */
export function addressesAgent(text: string): boolean {
  return TO_AGENT_REGEXP.test(text);
}

/**
 * Returns a text without texts of dossier and hosts, and without control characters; line breaks
 * are kept.
 */
export function stripForeign(text: string): string {
  const plain = toPlainText(text).replaceAll(HIDDEN_REGEXP, "").replaceAll(FOREIGN_REGEXP, "");
  if (!plain.includes(OBSERVATIONS_HEADING) && !plain.includes(TRIPLETS_HEADING)) return plain;
  let isOwn = false;
  return plain.split("\n").filter((line) => {
    const isHeading = line.trim() === OBSERVATIONS_HEADING || line.trim() === TRIPLETS_HEADING;
    isOwn = isHeading || isOwn && (OWN_LINE_REGEXP.test(line) || line.trim() === "");
    return !isOwn;
  }).join("\n");
}

/** Returns a text without fenced code. */
export function removeFences(text: string): string {
  return text.replaceAll(FENCE_REGEXP, "\n");
}

/** Returns a text without the marks of bold words. */
export function removeEmphasis(text: string): string {
  return text.replaceAll(EMPHASIS_REGEXP, "$1");
}

/** Returns a text on one line, without Markdown marks at its start and control characters. */
export function toClaim(text: string): string {
  const line = text.replaceAll(HIDDEN_REGEXP, "").replaceAll(CONTROL_REGEXP, " ")
    .replaceAll(/\s+/g, " ").trim();
  return removeEmphasis(line.replace(LINE_MARKS_REGEXP, "")).trim();
}

/** The boundary of two sentences: a mark followed by a blank and the start of another. */
const SENTENCE_END_REGEXP = /(?<=[.!?]["')\]]?)\s+(?=["'(`[]?[\p{Lu}\d`])/u;
/** Abbreviations, which end no sentence. */
const ABBREVIATION_REGEXP = /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|No|St|Mr|Dr)|\b\p{Lu})\.$/u;

/**
 * Returns the sentences of prose, each whole and on one line. Lines are joined until an empty one,
 * or one that begins an item of a list; headings and quoted or indented lines are ignored.
 */
export function splitSentences(text: string): readonly string[] {
  const paragraphs: string[][] = [[]];
  for (const line of text.split("\n")) {
    const isApart = /^\s*$/.test(line) || /^(?:#|>|\||={3}|-{3})/.test(line.trimStart());
    const isCode = /^(?: {4}|\t)/.test(line) && paragraphs.at(-1)!.length === 0;
    if (isApart || isCode) paragraphs.push([]);
    else if (/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/.test(line)) paragraphs.push([line]);
    else paragraphs.at(-1)!.push(line);
  }
  return paragraphs.filter((lines) => lines.length > 0)
    .flatMap((lines) => joinAbbreviated(toClaim(lines.join("\n")).split(SENTENCE_END_REGEXP)))
    .filter((sentence) => sentence !== "");
}

function joinAbbreviated(pieces: readonly string[]): readonly string[] {
  const sentences: string[] = [];
  for (const piece of pieces) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATION_REGEXP.test(last)) {
      sentences[sentences.length - 1] = `${last} ${piece}`;
    } else sentences.push(piece);
  }
  return sentences;
}

/**
 * Returns the first whole sentences of a text that fit, or the start of the first one with a mark.
 */
export function cutSentences(text: string, length: number): string {
  const line = toClaim(text);
  if (line.length <= length) return line;
  const start = line.slice(0, length + 1);
  const end = Math.max(...[". ", "! ", "? "].map((mark) => start.lastIndexOf(mark)));
  return end > length / 3
    ? start.slice(0, end + 1)
    : `${takeUtf16Start(line, length - 1).trimEnd()}…`;
}
