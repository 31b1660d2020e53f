/**
 * Regular expressions whose time grows with their length times that of the text, and no faster.
 *
 * The engine of JavaScript tries one way after the other, so that `(a+)+b` takes years for forty letters.
 * Patterns of projects are not to be trusted that far. This one follows all ways at once (Thompson 1968;
 * Pike's machine without its captures, as it is only asked whether there is a match). What needs trying is
 * refused: references back, and looking ahead or behind.
 *
 * @module
 */

/** Characters of the longest pattern. */
const MAX_PATTERN_CHARACTERS = 1000;
/** Characters and branches of a pattern once its repetitions by number are written out. */
const MAX_STATES = 5000;
/** UTF-16 code units of the longest text that is searched; nothing is found in a longer one. */
const MAX_TEXT_CHARACTERS = 65_536;
/** States times characters that are looked at, at most about a second; nothing is found in what is more. */
const MAX_STEPS = 1 << 24;

type RegexpNode =
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "place"; readonly name: string }
  | { readonly kind: "sequence" | "choice"; readonly nodes: readonly RegexpNode[] }
  | {
    readonly kind: "repeat";
    readonly node: RegexpNode;
    readonly least: number;
    readonly most: number;
  };

type State =
  | { readonly kind: "character"; readonly isMatch: CharacterTest; readonly to: number }
  | { readonly kind: "place"; readonly isAt: PlaceTest; readonly to: number }
  | { readonly kind: "branch"; readonly to: readonly number[] }
  | { readonly kind: "end" };

type CharacterTest = (code: number) => boolean;
type PlaceTest = (text: string, at: number) => boolean;

const ASCII_SIZE = 128;

/** Flags in front of all, as other languages have them: ignore case, many lines, `.` is any character. */
const FLAGS_REGEXP = /^\(\?([ims]+)\)/;
/** How groups that only hold together begin; Python writes their names with a `P`. */
const GROUP_REGEXP = /\((?:\?:|\?P?<[A-Za-z_]\w*>)?(?!\?)/y;
const QUANTIFIER_REGEXP = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const PLACE_REGEXP = /\^|\$|\\[bBAZ]/y;
const REFERENCE_REGEXP = /\\(?:[1-9]|k<)/y;
const ESCAPE_REGEXP = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[A-Za-z]|[^])/y;
const CLASS_REGEXP = /\[(?:\\[^]|[^\]\\])*\]/y;
const LINE_END_REGEXP = /[\n\r\u2028\u2029]/;
const WORD_REGEXP = /\w/;
const SYNTAX_REGEXP = /[\^$\\.*+?()[\]{}|/]/;

/**
 * Returns a function that says whether a pattern matches anywhere in a text, as `RegExp` without the flags
 * `u` and `v` has it. Flags may stand in front, as in `(?i)deploy`; `\A` and `\Z` are the ends of the text.
 *
 * @throws {SyntaxError} When it is none, too long, or needs looking around or back.
 */
export function compileLinearRegexp(pattern: string): (text: string) => boolean {
  if (pattern.length > MAX_PATTERN_CHARACTERS) {
    throw new SyntaxError(
      `it must have at most ${MAX_PATTERN_CHARACTERS} characters: current value has ${pattern.length}`,
    );
  }
  const [prefix = "", flags = ""] = FLAGS_REGEXP.exec(pattern) ?? [];
  const source = pattern.slice(prefix.length);
  const node = parse(source);
  new RegExp(source.replaceAll("(?P<", "(?<")); // Its own message says best what is wrong.
  const states: State[] = [{ kind: "end" }];
  const start = build(node, 0, { states, flags, tests: new Map() });
  const longest = Math.min(MAX_TEXT_CHARACTERS, MAX_STEPS / states.length);
  return (text) => text.length <= longest && search(states, start, text);
}

/** Returns the tree of a pattern. What is wrong but for groups is left to `RegExp`. */
function parse(source: string): RegexpNode {
  let at = 0;
  const take = (regexp: RegExp): RegExpExecArray | null => {
    regexp.lastIndex = at;
    const match = regexp.exec(source);
    if (match !== null) at = regexp.lastIndex;
    return match;
  };
  const parseChoice = (): RegexpNode => {
    const nodes = [parseSequence()];
    while (source[at] === "|") {
      at++;
      nodes.push(parseSequence());
    }
    return nodes.length === 1 ? nodes[0]! : { kind: "choice", nodes };
  };
  const parseSequence = (): RegexpNode => {
    const nodes: RegexpNode[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      const node = parseOne();
      const quantifier = take(QUANTIFIER_REGEXP);
      nodes.push(quantifier === null ? node : repeat(node, quantifier));
    }
    return { kind: "sequence", nodes };
  };
  const parseOne = (): RegexpNode => {
    if (source[at] === "(") return parseGroup();
    if (take(REFERENCE_REGEXP) !== null) throw new SyntaxError("it must not refer back");
    const [place] = take(PLACE_REGEXP) ?? [];
    if (place !== undefined) return { kind: "place", name: place };
    const [character] = take(ESCAPE_REGEXP) ?? take(CLASS_REGEXP) ?? [];
    if (character !== undefined) return { kind: "character", source: character };
    const literal = source[at++]!;
    const isPlain = literal === "." || !SYNTAX_REGEXP.test(literal);
    return { kind: "character", source: isPlain ? literal : `\\${literal}` };
  };
  const parseGroup = (): RegexpNode => {
    if (take(GROUP_REGEXP) === null) {
      throw new SyntaxError("it must not look ahead or behind, or change flags within");
    }
    const node = parseChoice();
    if (source[at++] !== ")") throw new SyntaxError("a group is not closed");
    return node;
  };
  const node = parseChoice();
  if (at < source.length) throw new SyntaxError("a group is closed that is not open");
  return node;
}

function repeat(node: RegexpNode, [, sign, from, comma, to]: RegExpExecArray): RegexpNode {
  if (sign !== undefined) {
    return {
      kind: "repeat",
      node,
      least: sign === "+" ? 1 : 0,
      most: sign === "?" ? 1 : Infinity,
    };
  }
  const most = to !== undefined && to !== "" ? Number(to) : comma === "," ? Infinity : Number(from);
  return { kind: "repeat", node, least: Number(from), most };
}

interface Program {
  readonly states: State[];
  readonly flags: string;
  /** The tests of characters and classes, by how they are written. */
  readonly tests: Map<string, CharacterTest>;
}

/** Adds the states of a node in front of the state `to`; returns the first of them. */
function build(node: RegexpNode, to: number, program: Program): number {
  switch (node.kind) {
    case "character":
      return addState(
        { kind: "character", isMatch: findCharacterTest(node.source, program), to },
        program,
      );
    case "place":
      return addState({ kind: "place", isAt: placeTest(node.name, program), to }, program);
    case "sequence":
      return node.nodes.reduceRight((next, one) => build(one, next, program), to);
    case "choice":
      return addState(
        { kind: "branch", to: node.nodes.map((one) => build(one, to, program)) },
        program,
      );
    case "repeat":
      return buildRepeat(node, to, program);
  }
}

function buildRepeat(
  { node, least, most }: RegexpNode & { readonly kind: "repeat" },
  to: number,
  program: Program,
): number {
  let next = to;
  if (most === Infinity) {
    const ways: number[] = [];
    next = addState({ kind: "branch", to: ways }, program);
    ways.push(build(node, next, program), to);
  } else {
    for (let i = least; i < most; i++) {
      next = addState({ kind: "branch", to: [build(node, next, program), to] }, program);
    }
  }
  for (let i = 0; i < least; i++) next = build(node, next, program);
  return next;
}

function addState(state: State, { states }: Program): number {
  if (states.length >= MAX_STATES) throw new SyntaxError("it must not repeat so much");
  return states.push(state) - 1;
}

/** Returns the test of a character or a class, the same for all places where it is written. */
function findCharacterTest(source: string, { flags, tests }: Program): CharacterTest {
  const known = tests.get(source);
  if (known !== undefined) return known;
  const isLiteral = source.length === 1 && source !== "." && !flags.includes("i");
  const literal = source.charCodeAt(0);
  const test = isLiteral ? (code: number) => code === literal : openClassTest(source, flags);
  tests.set(source, test);
  return test;
}

/** Returns the test of a class, which remembers what it says of ASCII. */
function openClassTest(source: string, flags: string): CharacterTest {
  const regexp = new RegExp(`^${source}$`, flags.replaceAll("m", ""));
  const isMatch = (code: number) => regexp.test(String.fromCharCode(code));
  const known: boolean[] = [];
  return (code) => code < ASCII_SIZE ? known[code] ??= isMatch(code) : isMatch(code);
}

function placeTest(name: string, { flags }: Program): PlaceTest {
  const isLines = flags.includes("m");
  const isWordEdge: PlaceTest = (text, at) => isWord(text, at - 1) !== isWord(text, at);
  switch (name) {
    case "^":
      return (text, at) => at === 0 || (isLines && LINE_END_REGEXP.test(text[at - 1]!));
    case "$":
      return (text, at) => at === text.length || (isLines && LINE_END_REGEXP.test(text[at]!));
    case "\\A":
      return (_, at) => at === 0;
    case "\\Z":
      return (text, at) => at === text.length;
    case "\\b":
      return isWordEdge;
    default:
      return (text, at) => !isWordEdge(text, at);
  }
}

function isWord(text: string, at: number): boolean {
  return WORD_REGEXP.test(text[at] ?? "");
}

/** Returns whether the end can be reached, beginning anywhere in the text. */
function search(states: readonly State[], start: number, text: string): boolean {
  const seenAt = new Int32Array(states.length).fill(-1);
  let current: number[] = [];
  for (let at = 0; at <= text.length; at++) {
    const waiting: State[] = [];
    const open = [...current, start];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (seenAt[number] === at) continue;
      seenAt[number] = at;
      const state = states[number]!;
      if (state.kind === "end") return true;
      if (state.kind === "branch") open.push(...state.to);
      else if (state.kind === "character") waiting.push(state);
      else if (state.isAt(text, at)) open.push(state.to);
    }
    const code = text.charCodeAt(at);
    current = waiting.flatMap((state) =>
      state.kind === "character" && state.isMatch(code) ? [state.to] : []
    );
  }
  return false;
}
