import { parse } from "smol-toml";
import { parseRegExp, type Pattern } from "../../../build/secret_rules/parse_regexp.ts";
import { type Sample, samplePattern } from "./sample_pattern.ts";

/** Secret in a text, and the rule from which it is made. */
export interface RuleSample extends Sample {
  readonly rule: string;
}

/** Texts around a token without a name. */
const SURROUNDINGS: readonly string[] = ['x = "§"', "value: §", "run('§')", "§"];

/**
 * Texts in which the name of a service, `{i}`, precedes a value: the forms in the tests of
 * gitleaks.
 */
const FORMS: readonly string[] = [
  '{i}Token="§"',
  '{i}Token = "§"',
  "{i}Token=§",
  "{i}Token = §",
  '{\n    "{i}_token": "§"\n}',
  '{"config.ini": "{I}_TOKEN=§\\nBACKUP_ENABLED=true"}',
  "<{i}Token>\n    §\n</{i}Token>",
  "{i}_token: §",
  "{i}_token: '§'",
  '{i}_token: "§"',
  'string {i}Token = "§";',
  'var {i}Token string = "§"',
  '{i}Token := "§"',
  "{i}Token := `§`",
  'String {i}Token = "§";',
  'var {i}Token = "§"',
  '${i}Token .= "§"',
  "{i}Token = '§'",
  'System.setProperty("{I}_TOKEN", "§")',
  '  "{i}Token" => "§"',
  '{i}_TOKEN := "§"',
  '{i}_TOKEN ::= "§"',
  '{i}_TOKEN :::= "§"',
  '{i}_TOKEN ?= "§"',
];

/** Part of a rule between the name of a service and its value. */
const BETWEEN = "(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3}";

/** Part of an expression after a value. */
const END_REGEXP =
  /\(\?:(?:\[\\x60'"\\s;\]|\\\\\?\['"\\x60\]\|\[\\s;\])\|\\\\\[nr\]\|\$(?:\|\\b)?\)$/;

/**
 * Returns `count` secrets of each rule of a configuration of gitleaks or betterleaks, made from its
 * expression: a value after the name of its service, or a token in a neutral text.
 */
export function sampleRules(
  text: string,
  { count, draw }: { readonly count: number; readonly draw: (count: number) => number },
): readonly RuleSample[] {
  const { rules } = parse(text) as unknown as {
    readonly rules: readonly { id: string; regex?: string; skipReport?: boolean }[];
  };
  return rules.flatMap(({ id, regex, skipReport = false }) => {
    if (regex === undefined || skipReport) return [];
    return Array.from({ length: count }, () => {
      const sample = regex.includes(BETWEEN)
        ? sampleService(regex, draw)
        : sampleToken(regex, draw);
      return { ...sample, rule: id };
    });
  });
}

function sampleToken(regex: string, draw: (count: number) => number): Sample {
  const { text, secret } = samplePattern(parseRegExp(regex.replace(END_REGEXP, "")), draw);
  return { text: SURROUNDINGS[draw(SURROUNDINGS.length)]!.replace("§", () => text), secret };
}

function sampleService(regex: string, draw: (count: number) => number): Sample {
  const at = regex.indexOf(BETWEEN);
  const head = regex.slice(0, at).replace(/^.*\{0,50\}\?/, "");
  const closing = ")".repeat(head.split("(").length - head.split(")").length);
  const name = samplePattern(parseRegExp(`${head}${closing}`), draw).text.replaceAll(
    /[^\w-]/g,
    "_",
  );
  const flag = regex.startsWith("(?i)") ? "(?i)" : "";
  const tail = regex.slice(at + BETWEEN.length).replace(/^.*?\{0,5\}/, "").replace(END_REGEXP, "");
  const { secret } = samplePattern(parseRegExp(flag + tail) as readonly Pattern[][], draw);
  const form = FORMS[draw(FORMS.length)]!;
  const text = form.replaceAll("{i}", () => name).replaceAll("{I}", () => name.toUpperCase());
  return { text: text.replace("§", () => secret), secret };
}
