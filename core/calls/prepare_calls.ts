import type { CallRules } from "../language/call_rules.ts";

/** Rules of a language with its words and patterns in tables. */
export interface PreparedCalls {
  readonly rules: CallRules;
  readonly keywords: ReadonlySet<string>;
  readonly definers: ReadonlySet<string>;
  readonly names: RegExp;
  /** Names with links behind them, up to the end of a text. */
  readonly chain: RegExp;
  /** A link at the end of a text. */
  readonly linked: RegExp;
  /** What makes the next name a decorator, at the end of a text. */
  readonly decorator: RegExp | undefined;
}

const KEYWORDS =
  "if else for while do return switch case break continue default try catch finally " +
  "throw in is as null true false this self super";

const DEFINERS =
  "class struct enum interface trait type union module namespace package def fn fun " +
  "func function sub macro object record protocol extension concept";

const NAME_REGEXP = /[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*|\$[\w$]+/g;
const LINKS = "\\?\\.|&\\.|\\.|::|->";
const LINKED_REGEXP = /(?:\?\.|&\.|(?<!\.)\.|::)\s*$/;
const DECORATOR_REGEXP = /@(?:[\w.]+\.)?$/;

/** Tables of the languages met so far: a process needs few of them. */
const PREPARED = new WeakMap<CallRules, PreparedCalls>();

/** Returns the tables of a language. */
export function prepareCalls(rules: CallRules): PreparedCalls {
  return PREPARED.getOrInsertComputed(rules, toPrepared);
}

function toPrepared(rules: CallRules): PreparedCalls {
  const name = "[A-Za-z_$@\\x80-\\uffff][\\w$?!\\x80-\\uffff]*(?:(?:::)?<[^<>()]*>|!!)?";
  return {
    rules,
    keywords: new Set(`${KEYWORDS} ${rules.keywords ?? ""}`.split(" ")),
    definers: new Set((rules.definers ?? DEFINERS).split(" ")),
    names: rules.names ?? NAME_REGEXP,
    chain: new RegExp(`(?:${name}\\s*(?:${rules.links ?? LINKS})\\s*)+$`),
    linked: rules.linked ?? LINKED_REGEXP,
    decorator: rules.decorator === null ? undefined : rules.decorator ?? DECORATOR_REGEXP,
  };
}
