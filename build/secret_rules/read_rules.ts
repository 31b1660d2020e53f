import { parse } from "smol-toml";
import { findInnerText, listLeadingTexts, listMarks } from "./leading_texts.ts";
import { parseRegExp, type Sequence, writeRegExp } from "./parse_regexp.ts";

/** Rule for values with a distinctive form. */
export interface TokenRule {
  readonly id: string;
  /** JavaScript expression without flags. */
  readonly source: string;
  /**
   * Expressions. The beginning of each match is matched by one of them, or any part of it if
   * `isInner` is set.
   */
  readonly marks: readonly string[];
  readonly isInner: boolean;
  /** Minimum entropy of a character, in bits. */
  readonly entropy: number;
}

/** Rule for values that are identified by the name before them. */
export interface NameRule {
  readonly id: string;
  /** JavaScript expression of the name, without flags. */
  readonly name: string;
  /** Beginnings of all matches of the name, in lower case. */
  readonly texts: readonly string[];
  /** JavaScript expression of the value, without flags. */
  readonly value: string;
  readonly entropy: number;
}

/** Converted rules, and unused ones. */
export interface SecretRules {
  readonly tokens: readonly TokenRule[];
  readonly names: readonly NameRule[];
  /** Ids of unused rules, with the reasons. */
  readonly unused: readonly string[];
}

/** Rule of gitleaks or of betterleaks. */
interface SourceRule {
  readonly id: string;
  readonly regex?: string;
  readonly keywords?: readonly string[];
  readonly entropy?: number;
  /** Program in the language of betterleaks that rejects some matches. */
  readonly filter?: string;
  /**
   * True when its matches are not secrets but parts that other rules refer to, such as host names.
   */
  readonly skipReport?: boolean;
}

/** Text between a name and its value in rules of both programs. */
const BETWEEN_REGEXP =
  /\(\?:\[ \\t\\w\.-\]\{0,20\}\)\[\\s'"\]\{0,3\}\)?\(\?:=\|>\|:\{1,3\}=\|\\\|\\\|\|:\|=>\|\\\?=\|,\)\[\\x60'"\\s=\]\{0,5\}/;

/** Text before a name. */
const OPENING_REGEXP = /^(?:\(\?i\)|\(\?i:(?=\[)|\[\\w\.-\]\{0,50\}\?)*/;

/** Text after a value. */
const END_REGEXP =
  /\(\?:(?:\[\\x60'"\\s;\]|\\\\\?\['"\\x60\]\|\[\\s;\])\|\\\\\[nr\]\|\$(?:\|\\b)?\)$/;

/** Characters that rules allow before a token. */
const START_REGEXP = /^\(\?:\^\|\[[^\]]*\]\)/;

/** Arbitrary characters between a name and its value. */
const GAP_REGEXP = /(?:\[\\s\\S\]|\(\?:\.\|\[\\n\\r\]\)|\(\?s:\.)\{0,\d\d\}/;

const ENTROPY_REGEXP = /entropy\(finding\["secret"\]\) <=? (\d+(?:\.\d+)?)/;

/**
 * Ids of rules that are not used: forms with a rule of our own, and addresses and names of
 * accounts.
 */
const UNUSED_ID_REGEXP =
  /^(?:generic|curl|kubernetes|private-key|mongodb-connection|nuget|freemius|jwt$)|-(?:host|address|(?:jfrog|instance|project)-url|cloud-name|storage-account-name)(?:\.|$)/;

/** Names that are too common to identify a value. */
const COMMON_NAME_REGEXP =
  /^(?:secret|key|token|access|client|app|box|poly|api|x-api|password|mid$)/i;

/** Minimum number of characters of the beginning of a token. */
const MIN_START_LENGTH = 3;

/** The same for a token of a rule that also requires the name before it. */
const MIN_NAMELESS_LENGTH = 4;

/** Rules for values that only their name distinguishes from other words. */
const NAMED_ONLY_REGEXP = /^(?:gocardless|fullstory)-/;

const WEB_REGEXP = /^http/i;

/** Minimum number of characters of a text inside of a token, which may be anywhere. */
const MIN_INNER_LENGTH = 4;

/**
 * Returns the rules in configurations of gitleaks or betterleaks. Of two rules with the same id,
 * the first is used.
 */
export function readRules(texts: readonly string[]): SecretRules {
  const given = new Map<string, SourceRule>();
  for (const text of texts) {
    const { rules } = parse(text) as unknown as { readonly rules: readonly SourceRule[] };
    for (const rule of rules) if (!given.has(rule.id)) given.set(rule.id, rule);
  }
  const tokens: TokenRule[] = [];
  const names: NameRule[] = [];
  const unused: string[] = [];
  for (const rule of given.values()) {
    if (rule.regex === undefined || rule.skipReport || UNUSED_ID_REGEXP.test(rule.id)) {
      unused.push(`${rule.id}: not a secret, or found in another way`);
      continue;
    }
    const made = BETWEEN_REGEXP.test(rule.regex) ? toNameRule(rule) : toTokenRule(rule);
    if (typeof made === "string") unused.push(`${rule.id}: ${made}`);
    else if ("name" in made) {
      names.push(made);
      tokens.push(...listTokenRules(made));
    } else tokens.push(made);
  }
  return { tokens, names, unused };
}

/** Returns the rule, or the reason why it is not used. */
function toNameRule({ id, regex = "", ...rule }: SourceRule): NameRule | string {
  const [head = "", tail = ""] = regex.split(BETWEEN_REGEXP);
  const ignoresCase = head.startsWith("(?i)");
  const [opening] = OPENING_REGEXP.exec(head)!;
  const open = head.slice(opening.length);
  // The group of the name may end after the text between name and value.
  const name = parseRegExp(`(?i)${open}${")".repeat(countOpen(open))}`);
  const texts = listLeadingTexts(name);
  const common = texts.find((text) => text.length < 2 || COMMON_NAME_REGEXP.test(text));
  if (common !== undefined) return `the name "${common}" says too little`;
  if (!END_REGEXP.test(tail)) return "its end is unknown";
  return {
    id: toRuleName(id),
    name: writeRegExp(name),
    texts: texts.map((text) => text.toLowerCase()),
    value: writeRegExp(parseRegExp((ignoresCase ? "(?i)" : "") + tail.replace(END_REGEXP, ""))),
    entropy: entropyOf(rule),
  };
}

/** Returns rules without the name for values of a name that have a distinctive beginning. */
function listTokenRules({ id, value, entropy }: NameRule): readonly TokenRule[] {
  const choices = parseRegExp(value).flatMap(spread)
    .filter((choice) => isKnown([choice], MIN_NAMELESS_LENGTH));
  if (choices.length === 0 || NAMED_ONLY_REGEXP.test(id)) return [];
  const source = `(?:${writeRegExp(choices)})(?!\\w|[.-]\\w)`;
  return [{ id, source, marks: listMarks(choices), isInner: false, entropy }];
}

function countOpen(source: string): number {
  const plain = source.replaceAll(/\\[^]|\[(?:\\[^]|[^\]])*\]/g, "");
  return plain.split("(").length - plain.split(")").length;
}

/**
 * Returns the rule of a name that is at most some characters before the value; undefined for other
 * rules.
 */
function toGapRule({ id, regex = "", ...rule }: SourceRule): NameRule | undefined {
  const choices = parseRegExp(regex.replace(END_REGEXP, ""));
  const value = choices[0]?.findLast((pattern) => pattern.kind === "group" && pattern.captures);
  const texts = listLeadingTexts(choices);
  if (choices.length !== 1 || value === undefined || texts.some((text) => text.length < 4)) {
    return undefined;
  }
  return {
    id: toRuleName(id),
    name: `(?i:${texts.map(escape).join("|")})`,
    texts: texts.map((text) => text.toLowerCase()),
    value: writeRegExp([[value]]),
    entropy: entropyOf(rule),
  };
}

function escape(text: string): string {
  return text.replaceAll(/[$.*+?^{}()|[\]\\/]/g, "\\$&");
}

/** Returns the rule, or the reason why it is not used. */
function toTokenRule({ id, regex = "", ...rule }: SourceRule): TokenRule | NameRule | string {
  if (GAP_REGEXP.test(regex)) {
    return toGapRule({ id, regex, ...rule }) ??
      "its name and its value are too far from each other";
  }
  const whole = parseRegExp(regex.replace(END_REGEXP, "").replace(START_REGEXP, ""));
  // Choices with an unknown beginning are omitted, as they need a word elsewhere.
  const choices = whole.flatMap(spread).filter((choice) => isKnown([choice]));
  if (choices.length > 0) {
    // The position of a beginning is checked without its rule.
    const plain = writeRegExp(choices).replaceAll(/(^|\|)\\b(?=[\w(])/g, "$1");
    const source = END_REGEXP.test(regex) ? `(?:${plain})(?!\\w|[.-]\\w)` : plain;
    return {
      id: toRuleName(id),
      source,
      marks: listMarks(choices),
      isInner: false,
      entropy: entropyOf(rule),
    };
  }
  const source = writeRegExp(whole);
  const marks = listInnerTexts(whole, { source, keywords: rule.keywords ?? [] });
  if (marks.length === 0) return "it begins with nothing and holds nothing that is known";
  return {
    id: toRuleName(id),
    source,
    marks: marks.map(escape),
    isInner: true,
    entropy: entropyOf(rule),
  };
}

/**
 * Returns texts such that each match contains one of them, in their case; none when there are no
 * such texts.
 */
function listInnerTexts(
  choices: readonly Sequence[],
  { source, keywords }: { readonly source: string; readonly keywords: readonly string[] },
): readonly string[] {
  const inner = choices.map(findInnerText);
  const isLong = (text: string) => text.length >= MIN_INNER_LENGTH && !WEB_REGEXP.test(text);
  if (inner.every((text) => isLong(text) && text.includes("."))) return inner;
  const plain = source.replaceAll(/\(\?i:|[()\\]/g, "");
  return keywords.filter((keyword) => isLong(keyword) && plain.includes(keyword));
}

function isKnown(choices: readonly Sequence[], length = MIN_START_LENGTH): boolean {
  return listLeadingTexts(choices)
    .every((text) => text.length >= length && !WEB_REGEXP.test(text));
}

/** Returns a sequence whose only group has choices as several sequences. */
function spread(sequence: Sequence): readonly Sequence[] {
  const at = sequence.findIndex(({ kind }) => kind !== "place");
  const group = sequence[at];
  if (group?.kind !== "group") return [sequence];
  const before = sequence.slice(0, at);
  const after = sequence.slice(at + 1);
  return group.choices.flatMap(spread).map((choice) => [...before, ...choice, ...after]);
}

function entropyOf({ entropy, filter = "" }: Pick<SourceRule, "entropy" | "filter">): number {
  return entropy ?? Number(ENTROPY_REGEXP.exec(filter)?.[1] ?? 0);
}

/** Returns `pinecone-api-key.2` as `pinecone-api-key`. */
function toRuleName(id: string): string {
  return id.replace(/\.\d+$/, "").replaceAll(/[^\w-]/g, "-");
}
