/** Part of a regular expression of a rule. */
export type Pattern =
  | { readonly kind: "characters"; readonly source: string; readonly ignoresCase: boolean }
  /** `\b`, `^`, `$`, `\B`: matches a position and no character. */
  | { readonly kind: "place"; readonly source: string }
  | { readonly kind: "group"; readonly choices: readonly Sequence[]; readonly captures: boolean }
  | {
    readonly kind: "repeat";
    readonly pattern: Pattern;
    readonly min: number;
    readonly max: number;
    readonly isLazy: boolean;
  };

/** Patterns that match one after another. */
export type Sequence = readonly Pattern[];

/** POSIX classes of RE2 that rules use, as they are written between brackets. */
const POSIX_CLASSES: Readonly<Record<string, string>> = {
  "[:alnum:]": "A-Za-z0-9",
  "[:alpha:]": "A-Za-z",
  "[:digit:]": "0-9",
  "[:xdigit:]": "A-Fa-f0-9",
};

const CLASS_REGEXP = /\[\^?\]?(?:\[:\w+:\]|\\[\s\S]|[^\]\\])*\]/y;
const ESCAPE_REGEXP = /\\(?:x[\da-fA-F]{2}|x\{[\da-fA-F]+\}|[\s\S])/y;
const GROUP_REGEXP = /\((?:\?(?:P?<\w+>|(?<on>[imsU]*)(?:-(?<off>[imsU]+))?(?<end>[:)])))?/y;
const COUNT_REGEXP = /(?:\{(?<min>\d+)(?<more>,(?<max>\d*))?\}|(?<sign>[?*+]))(?<lazy>\??)/y;
const PLACE_REGEXP = /\\[bB]|[$^]/y;

/** Flags at the position of the parser. */
interface Flags {
  readonly ignoresCase: boolean;
  readonly takesBreaks: boolean;
}

/**
 * Returns the choices of a regular expression in the syntax of RE2, with its flags applied to its
 * characters.
 *
 * @throws {SyntaxError} When it is not a regular expression, or uses syntax that no rule needs.
 */
export function parseRegExp(source: string): readonly Sequence[] {
  const parser = new Parser(source);
  const choices = parser.choices({ ignoresCase: false, takesBreaks: false });
  if (!parser.isDone) throw new SyntaxError(`Cannot read "${source}" as a ")" is too many`);
  return choices;
}

class Parser {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  get isDone(): boolean {
    return this.#at === this.#source.length;
  }

  choices(flags: Flags): readonly Sequence[] {
    const choices: Pattern[][] = [[]];
    while (!this.isDone && this.#source[this.#at] !== ")") {
      if (this.#take(/\|/y) !== undefined) choices.push([]);
      else {
        const switched = this.#takeFlags(flags);
        if (switched !== undefined) flags = switched;
        else choices.at(-1)!.push(this.#repeated(flags));
      }
    }
    return choices;
  }

  /** Reads `(?i)`, which applies up to the end of the group. */
  #takeFlags(flags: Flags): Flags | undefined {
    const start = this.#at;
    const match = this.#take(GROUP_REGEXP);
    if (match?.groups?.["end"] === ")") return withFlags(flags, match.groups);
    this.#at = start;
    return undefined;
  }

  #repeated(flags: Flags): Pattern {
    let pattern = this.#single(flags);
    for (;;) {
      const groups = this.#take(COUNT_REGEXP)?.groups;
      if (groups === undefined) return pattern;
      const { min, more, max, sign, lazy } = groups;
      pattern = {
        kind: "repeat",
        pattern,
        min: sign === undefined ? Number(min) : sign === "+" ? 1 : 0,
        max: sign === undefined
          ? (more === undefined ? Number(min) : max === "" ? Infinity : Number(max))
          : sign === "?"
          ? 1
          : Infinity,
        isLazy: lazy === "?",
      };
    }
  }

  #single(flags: Flags): Pattern {
    const group = this.#take(GROUP_REGEXP);
    if (group !== undefined) {
      const { end } = group.groups!;
      const choices = this.choices(end === undefined ? flags : withFlags(flags, group.groups!));
      if (this.#take(/\)/y) === undefined) throw new SyntaxError(`No ")" in "${this.#source}"`);
      return { kind: "group", choices, captures: end === undefined };
    }
    // The end of the text, and also that of a line here, as texts are shown in parts.
    if (this.#take(/\\[zZ]/y) !== undefined) return { kind: "place", source: "$" };
    const place = this.#take(PLACE_REGEXP);
    if (place !== undefined) return { kind: "place", source: place[0] };
    const characters = this.#characters(flags);
    if (!flags.ignoresCase) return { kind: "characters", source: characters, ignoresCase: false };
    return characters.startsWith("[")
      ? { kind: "characters", source: withBothCases(characters), ignoresCase: false }
      : { kind: "characters", source: characters, ignoresCase: /^[A-Za-z]$/.test(characters) };
  }

  #characters({ takesBreaks }: Flags): string {
    const list = this.#take(CLASS_REGEXP)?.[0];
    if (list !== undefined) {
      return list.replaceAll(/\[:\w+:\]/g, (name) => POSIX_CLASSES[name] ?? name);
    }
    const escape = this.#take(ESCAPE_REGEXP)?.[0];
    if (escape !== undefined) return escape;
    const character = this.#source[this.#at++]!;
    if (character === ".") return takesBreaks ? "[^]" : ".";
    return character === "/" ? "\\/" : character.replace(/[\]{}]/, "\\$&");
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#source) ?? undefined;
    if (match !== undefined) this.#at = expression.lastIndex;
    return match;
  }
}

/** Returns a character list with both cases of its letters. */
function withBothCases(list: string): string {
  const [, start = "[", inner = ""] = /^(\[\^?)([^]*)\]$/.exec(list)!;
  const other = (text: string) =>
    text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
  const added = inner.replaceAll(/\\[^]/g, "").match(/[A-Za-z](?:-[A-Za-z])?/g) ?? [];
  const others = [...new Set(added.map(other))].filter((text) => !inner.includes(text));
  // A hyphen comes last, where it means itself.
  return `${start}${others.join("")}${inner}]`;
}

function withFlags(
  flags: Flags,
  { on = "", off = "" }: { [name: string]: string | undefined },
): Flags {
  const has = (flag: string, before: boolean) =>
    on.includes(flag) || (before && !off.includes(flag));
  return { ignoresCase: has("i", flags.ignoresCase), takesBreaks: has("s", flags.takesBreaks) };
}

/**
 * Returns a case-sensitive JavaScript expression for the choices.
 *
 * Groups do not capture, except for the capturing ones if `captures` is set.
 */
export function writeRegExp(choices: readonly Sequence[], { captures = false } = {}): string {
  return choices.map((sequence) => {
    let written = "";
    let open = false;
    for (const pattern of sequence) {
      const ignores = pattern.kind === "characters" && pattern.ignoresCase;
      // Successive parts that ignore case share one group.
      if (ignores !== open && pattern.kind !== "place") {
        written += ignores ? "(?i:" : ")";
        open = ignores;
      }
      written += writePattern(pattern, captures);
    }
    return open ? `${written})` : written;
  }).join("|");
}

function writePattern(pattern: Pattern, captures: boolean): string {
  if (pattern.kind === "group") {
    const inner = writeRegExp(pattern.choices, { captures });
    return `${captures && pattern.captures ? "(" : "(?:"}${inner})`;
  }
  if (pattern.kind !== "repeat") return pattern.source;
  const { pattern: repeated, min, max, isLazy } = pattern;
  const written = writePattern(repeated, captures);
  const ignores = repeated.kind === "characters" && repeated.ignoresCase;
  const inner = ignores ? `(?i:${written})` : written;
  return `${inner}${writeCount(min, max)}${isLazy ? "?" : ""}`;
}

function writeCount(min: number, max: number): string {
  if (min === 0 && max === 1) return "?";
  if (max === Infinity) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return min === max ? (min === 1 ? "" : `{${min}}`) : `{${min},${max}}`;
}
