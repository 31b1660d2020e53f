import { parseRegExp } from "../../../build/secret_rules/parse_regexp.ts";
import { samplePattern } from "./sample_pattern.ts";

/** Texts of the tests of gitleaks' rules. */
export interface GoSamples {
  /** Texts with a secret, by the file of their rule. */
  readonly hits: readonly GoSample[];
  /** Texts that only look as if they contained a secret. */
  readonly misses: readonly GoSample[];
}

export interface GoSample {
  readonly file: string;
  readonly text: string;
}

const TOKEN_REGEXP =
  /\s+|\/\/[^\n]*|(?<raw>`[^`]*`)|(?<text>"(?:\\.|[^"\\\n])*")|(?<name>[\w.]+(?:\[\])?)|(?<sign>[^\s\w])/g;

/** Functions of gitleaks that write an expression, by the last part of their name. */
const CLASSES: Readonly<Record<string, string>> = {
  Numeric: "[0-9]",
  Hex: "[a-f0-9]",
  AlphaNumeric: "[a-z0-9]",
  AlphaNumericExtendedShort: "[a-z0-9_-]",
  AlphaNumericExtended: "[a-z0-9=_-]",
  AlphaNumericExtendedLong: "[a-z0-9/=_+-]",
};

/**
 * Returns the tests of rules in a Go source. Values that are not built from texts and functions of
 * gitleaks are skipped.
 */
export function readGoSamples(
  source: string,
  { file, draw }: { readonly file: string; readonly draw: (count: number) => number },
): GoSamples {
  const hits: GoSample[] = [];
  const misses: GoSample[] = [];
  for (const { 1: kind, index, 0: head } of source.matchAll(/\b(tps|fps)\s*:?=\s*/g)) {
    const list = new Reader(source.slice(index + head.length), draw).read();
    (kind === "tps" ? hits : misses).push(...list.map((text) => ({ file, text })));
  }
  return { hits, misses };
}

/** Parses one value of Go: a list of texts, or a call that makes one. */
class Reader {
  readonly #tokens: RegExpExecArray[];
  readonly #draw: (count: number) => number;
  #at = 0;

  constructor(source: string, draw: (count: number) => number) {
    const tokens = source.slice(0, 40_000).matchAll(TOKEN_REGEXP);
    this.#tokens = [...tokens].filter(({ groups }) => Object.values(groups!).some(Boolean));
    this.#draw = draw;
  }

  /** Returns the texts, without those that cannot be parsed. */
  read(): readonly string[] {
    const name = this.#peek("name");
    if (name === "[]" || name === "string" || this.#peek("sign") === "[") {
      while (this.#peek("sign") !== "{") if (this.#next() === undefined) return [];
      return this.#list("}");
    }
    if (name === "append") {
      this.#at += 2;
      return this.#list(")");
    }
    if (name?.startsWith("utils.GenerateSampleSecret")) {
      this.#at += 2;
      const [name = "", text] = this.#list(")");
      return text === undefined ? [] : [`${name}_api_token = "${text}"`];
    }
    return [];
  }

  #list(end: string): string[] {
    const texts: string[] = [];
    if (this.#peek("sign") === "{") this.#next();
    for (;;) {
      const sign = this.#peek("sign");
      if (this.#at >= this.#tokens.length) return texts;
      if (sign === end) {
        this.#next();
        return texts;
      }
      const text = this.#sum();
      if (text !== undefined) texts.push(text);
      while (this.#peek("sign") === "," || this.#peek("sign") === ".") this.#next();
    }
  }

  /** Parses texts joined by `+`; undefined when one of them is unknown. */
  #sum(): string | undefined {
    let text = this.#single();
    while (this.#peek("sign") === "+") {
      this.#next();
      const more = this.#single();
      text = text === undefined || more === undefined ? undefined : text + more;
    }
    return text;
  }

  #single(): string | undefined {
    const token = this.#next();
    const { raw, text, name } = token?.groups ?? {};
    if (raw !== undefined) return raw.slice(1, -1);
    if (text !== undefined) return unquote(text);
    if (name === undefined || this.#peek("sign") !== "(") return undefined;
    this.#next();
    const [first, second] = this.#list(")");
    const last = name.slice(name.lastIndexOf(".") + 1);
    if (last === "GenerateSampleSecret" || last === "GenerateSampleSecrets") {
      return second === undefined ? undefined : `${first}_api_token = "${second}"`;
    }
    if (last === "Hex8_4_4_4_12") return "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    if (first === undefined) return undefined;
    if (last.startsWith("NewSecret")) return samplePattern(parseRegExp(first), this.#draw).text;
    const list = CLASSES[last];
    return list === undefined ? undefined : `${list}{${first}}`;
  }

  #peek(kind: string): string | undefined {
    return this.#tokens[this.#at]?.groups?.[kind];
  }

  #next(): RegExpExecArray | undefined {
    return this.#tokens[this.#at++];
  }
}

function unquote(text: string): string {
  try {
    return JSON.parse(text.replaceAll(/\\x([\da-f]{2})/gi, "\\u00$1"));
  } catch {
    return text.slice(1, -1);
  }
}
