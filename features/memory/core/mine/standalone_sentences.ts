import { addressesAgent, removeFences, splitSentences, stripForeign } from "./plain_words.ts";

/** Limits of a sentence's UTF-16 code units: shorter ones need their context. */
const MIN_SENTENCE = 20;
const MAX_SENTENCE = 300;

/** Minimum number of words of a sentence. */
const MIN_WORDS = 3;

/** Words of sentences about the present moment. */
const PASSING = [
  "\\b(?:yet|for now|right now|this time|just now|at the moment|currently|again|today|tomorrow|tonight)\\b",
  "\\b(?:next step|in this (?:session|chat|conversation|message|turn|answer)|before you (?:start|begin|go))\\b",
  "^(?:please\\s+)?(?:don't|do not|never)\\s+(?:worry|mind|bother|forget|apologi[sz]e|hesitate|give up)\\b",
  "\\b(?:above|below|attached|following|here's|here is)\\b",
  "^(?:please\\s+)?(?:don't|do not)\\s+(?:do|touch|change|commit|push|run|use)\\s+(?:that|this|it|anything)\\b",
];
const PASSING_REGEXP = new RegExp(PASSING.join("|"), "i");

/** A rule: a sentence on what everyone has to do in future. */
const RULES = [
  "^(?:please,?\\s+)?(?:always|never)\\s+\\w+",
  "^(?:please,?\\s+)?(?:do not|don't|avoid|stop)\\s+\\w+",
  "^(?:please,?\\s+)?(?:use|prefer|write|put|keep|run|call|import)\\s.+\\b(?:instead of|rather than)\\s",
  "^(?:please,?\\s+)?prefer\\s.+\\b(?:over|to)\\s",
  "^(?:we|you|one|agents?|everyone|everybody|nobody|code|tests?|commits?)\\s+(?:\\w+\\s+)?" +
  "(?:always|never|don't|do not|must|must not|mustn't|may not|should always|should never)\\b",
  "^in (?:this|our|the) (?:repo|repository|project|codebase|code base|package|monorepo|team)\\b",
  "\\b(?:our|the project's|the team's|house) (?:convention|rule|style|policy)\\b",
  "^(?:all|every|each|any|no|new)\\s.+\\b(?:must|must not|may not|should never|should always|need(?:s)? to|goes|go)\\s",
  "^(?:make sure|be sure|ensure)\\b.+\\b(?:always|never|every|each|all)\\b",
  "\\b(?:must|should) (?:always|never)\\b|\\bmust not\\b",
];
const RULE_REGEXP = new RegExp(RULES.join("|"), "i");

/** Words of sentences with a reason. */
const REASONS = [
  "\\bbecause\\b",
  "\\bso that\\b",
  "\\bin favou?r of\\b",
  "\\b(?:we|i)(?:'ve| have)? (?:decided|chose|chosen|agreed|settled)\\b",
  "\\b(?:was|is|were|been) (?:decided|chosen|rejected)\\b",
  "\\bdecided (?:to|not|on|against)\\b",
  "\\bon purpose\\b|\\bdeliberately\\b|\\bintentionally\\b|\\bby design\\b",
];
const REASON_REGEXP = new RegExp(REASONS.join("|"), "i");

/** A choice between two things, in a sentence about an action, and not about a failure. */
const CHOICE_REGEXP = /\b(?:instead of|rather than)\b/i;
const DEED_REGEXP = new RegExp(
  "^(?:\\w+ed\\b|(?:use|replace|move|switch|keep|prefer|make|let|avoid|return|store|pass|call|read|write|" +
    "build|run|put|set|give|take|do|go)s?\\b|we\\b|our\\b|let's\\b|i (?:want|prefer)\\b|" +
    "(?:this|the|that) (?:\\w+ )?(?:commit|change|patch|way|allows|makes|lets|uses)\\b|instead\\b|rather\\b|now\\b)" +
    "|\\b(?:should|must|now) \\w+",
  "i",
);

/** Words that name the author of a decision. */
const DECIDER_REGEXP = new RegExp(
  "\\b(?:we|our|us|let's)\\b|^(?:keep|go with|stay with|stick to|use|i (?:decided|chose|want|prefer))\\b|" +
    "\\b(?:decided|chosen|rejected|on purpose|deliberately|by design)\\b",
  "i",
);

/** Code, output and addresses: more of them than words. */
const CODE_REGEXP = /[{};<>=|\\]|\(\)|https?:\/\/|\S{60}/g;

/**
 * Returns the sentences of a text that are meaningful alone: no questions, no code, and not about
 * the present moment.
 */
export function listStandalone(text: string): readonly string[] {
  return splitSentences(removeFences(stripForeign(text))).filter((sentence) => {
    const words = sentence.match(/\p{L}{2,}/gu)?.length ?? 0;
    return sentence.length >= MIN_SENTENCE && sentence.length <= MAX_SENTENCE &&
      words >= MIN_WORDS && /^["'`]?[\p{L}\d]/u.test(sentence) && !sentence.includes("?") &&
      !sentence.endsWith(":") && (sentence.match(CODE_REGEXP)?.length ?? 0) * 4 <= words &&
      !addressesAgent(sentence);
  });
}

/** Returns true for a sentence of a user that is a lasting rule. */
export function isRule(sentence: string): boolean {
  return RULE_REGEXP.test(sentence) && !PASSING_REGEXP.test(sentence);
}

/** Returns true for a sentence with a reason. */
export function hasReason(sentence: string): boolean {
  return REASON_REGEXP.test(sentence) ||
    CHOICE_REGEXP.test(sentence) && DEED_REGEXP.test(sentence);
}

/** Returns true for a sentence of a user with a lasting decision and its reason. */
export function isDecision(sentence: string): boolean {
  return hasReason(sentence) && DECIDER_REGEXP.test(sentence) && !PASSING_REGEXP.test(sentence);
}
