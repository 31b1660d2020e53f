import type { Pattern, Sequence } from "../../../build/secret_rules/parse_regexp.ts";

/** Text that matches an expression. */
export interface Sample {
  readonly text: string;
  /** Text of the first capturing group, or the whole text without a group. */
  readonly secret: string;
}

/** Maximum number of repetitions of an unlimited part beyond its minimum. */
const MAX_EXTRA_REPEATS = 24;

const CHARACTERS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));

/** Characters that replace any character: letters and digits, as in most tokens. */
const PLAIN_REGEXP = /[A-Za-z\d]/;

/**
 * Returns a text that matches the choices. Equal sequences of draws give equal texts.
 *
 * @param draw Returns a whole number from 0 to below its argument.
 */
export function samplePattern(
  choices: readonly Sequence[],
  draw: (count: number) => number,
): Sample {
  const captured: string[] = [];
  const ofChoices = (choices: readonly Sequence[]): string =>
    choices[draw(choices.length)]!.map(ofPattern).join("");
  const ofPattern = (pattern: Pattern): string => {
    if (pattern.kind === "place") return "";
    // Most dots mean a literal dot.
    if (pattern.kind === "characters" && pattern.source === ".") return ".";
    if (pattern.kind === "characters") {
      const fitting = listFitting(pattern.source);
      return fitting[draw(fitting.length)]!;
    }
    if (pattern.kind === "group") {
      const at = pattern.captures ? captured.push("") - 1 : -1;
      const text = ofChoices(pattern.choices);
      if (at >= 0) captured[at] = text;
      return text;
    }
    const { min, max, isLazy } = pattern;
    const more = isLazy ? 0 : Math.min(max - min, MAX_EXTRA_REPEATS);
    const count = min + draw(more + 1);
    return Array.from({ length: count }, () => ofPattern(pattern.pattern)).join("");
  };
  const text = ofChoices(choices);
  return { text, secret: captured[0] ?? text };
}

const FITTING = new Map<string, readonly string[]>();

function listFitting(source: string): readonly string[] {
  let fitting = FITTING.get(source);
  if (fitting === undefined) {
    const expression = new RegExp(`^(?:${source})$`);
    const all = CHARACTERS.filter((character) => expression.test(character));
    const plain = all.filter((character) => PLAIN_REGEXP.test(character));
    fitting = plain.length > 9 ? plain : all.length > 0 ? all : ["\n"];
    FITTING.set(source, fitting);
  }
  return fitting;
}
