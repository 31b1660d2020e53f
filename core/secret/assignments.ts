import { SERVICE_NAMES } from "./rules/rule_marks.ts";

/** Name of a secret or a service, with a value that may be assigned to it. */
export interface Assignment {
  /** Word in the name that indicates a secret; empty when there is only a service. */
  readonly keyword: string;
  /** Offset of the keyword, or of the service. */
  readonly at: number;
  /** Rest of the name after the keyword. */
  readonly rest: string;
  /** Offset of the name of a service; there are rules for the values of its secrets. */
  readonly service: number | undefined;
  readonly sign: string;
  readonly value: string;
  /** Offset of the value. */
  readonly start: number;
  readonly isQuoted: boolean;
  /** Character after a value without quotes; empty at the end of a line. */
  readonly after: string;
}

/** Words that indicate the name of a secret. */
const KEYWORDS =
  "pass(?:w(?:or)?d|phrase|code|wort)?|pwd|secrets?|tokens?|credentials?|creds?|auth|" +
  "(?:api|access|account|auth|private|secret|encryption|signing|shared|master|app|service|storage|license|" +
  "session|jwt|ssh|deploy|webhook|hmac|cookie|consumer|application|client|server)[_. :-]?keys?|" +
  "contraseñas?|mot de passe|senhas?|wachtwoord|пароль|密码|密碼|パスワード|비밀번호";

/** Code between a name and its sign, as in `var token string = "…"` and `char password[] = "…"`. */
const TYPE = "(?::(?:[^=;,\"'`\\n]|&'(?=[a-z])){1,40}(?==[^=>]|by lazy )|" +
  "[ \\t](?:as[ \\t])?[\\w.*&<>?[\\]]{1,40}[ \\t]{0,9}(?=:?=[^=>]))?";

/** Signs between a name and its value that may be followed by blanks and line breaks. */
const SIGNS = [
  // A name and its value side by side: `name: TOKEN`, `value: …`; `key="token" value="…"`; two
  // elements.
  "[,;]?\\s{0,40}[\"'\\\\]{0,2}(?:\\w{0,12}value|default|content|with)\\\\?[\"']?[ \\t]{0,9}[:=]|\\((?:value|default)[ \\t]{0,9}=|(?:</\\w{1,20})?>\\s{0,40}<\\w{1,20}>",
  // The next item of a list of arguments in YAML: `- --token` and `- …`.
  "(?<=-[ \\t]{1,9}[\"']?--[\\w-]{1,60}[\"']?\\s{1,40})\\s{0,40}-(?=[ \\t])",
  // A variable of Terraform.
  "\\{[^{}]{0,200}?default[ \\t]{0,9}=",
  // Default values: `process.env.TOKEN || "…"`, `getenv("TOKEN") or "…"`, `.orElse("…")`.
  "\\|\\|=?|\\?\\?=?|\\?:|or(?=[\\s(])|\\.\\w{0,20}(?:or|default)[\\w!]{0,20}\\((?:\\|\\w{0,20}\\| ?)?|(?:by lazy )?\\{(?=[ \\t]?[\"'])",
  "=>|：|<-|<<<|\\{ ?get;[^{}]{0,40}\\}[ \\t]{0,9}=|[ \\t]--(?:value|body)(?=[ =])=?|:=|:{1,3}=|=:|::|:|={1,3}|\\?=|\\.=|\\+=|,|>|\\||\\(|is(?=[ \\t])",
].join("|");

/** Text before a name that is followed only by a blank: `--token …`, `ENV TOKEN …`. */
const COMMAND = "(?:--?|\\bENV |\\bARG |\\bsetx |\\bset -\\w{1,4} |" +
  "\\b(?:config(?:ure)?|secrets?|vars?) set (?:\\S{0,60}[:/])?|\\blogin \\S{1,60}\\s{1,20})";

/**
 * Call or operator before the quote: `String::from("…")`, `@"…"`, `b"…"`, `getenv("TOKEN") or "…"`.
 */
const WRAPPER =
  "[{[]?(?:await )?(?:[\"'][^\"'\\n]{0,40}[\"'] ?\\+ ?)?(?:[\\w.]{1,40}[([][^()\\n]{0,60}[)\\]] (?:or|\\|\\||\\?\\?) )?(?:\\[\\])?" +
  "(?:(?:(?:new )?[A-Za-z_][\\w:.]{0,30})?\\(\\s{0,9}(?:default=|[\"'][\\w.-]{1,40}[\"'], ?)?)?[A-Za-z@$&]{0,2}";

/** Text before a value in YAML, XML and Markdown: `|`, `!unsafe`, `<![CDATA[`, `**`. */
const LEAD = "(?:[|>][+-]?\\s{1,40}|[!&]\\w{1,20} |<!\\[CDATA\\[|\\*{1,2}\\s{1,3})?";

/**
 * Name and value. No two neighbouring parts match the same character, except for a few blanks, so
 * the time is linear.
 */
const ASSIGNMENT_REGEXP = new RegExp(
  `(?:(?<keyword>${KEYWORDS})|(?<service>${SERVICE_NAMES.map(escape).join("|")}))` +
    `(?<rest>[\\w.-]{0,40})(?![\\w-])` +
    // The end of the name: quotes, brackets, marks of Markdown.
    `[\\\\"'\`\\])?}[*]{0,5}[ \\t]{0,40}(?<type>${TYPE})\\s{0,2}` +
    `(?:(?<sign>${SIGNS})\\s{0,40}${LEAD}|(?<=${COMMAND}[\\w.-]{1,60}) |(?<=[ \\t])(?=["'\`]))` +
    `(?:${WRAPPER}(?<quote>"""|'''|\\\\?["'\`])(?<quoted>[^"'\`\\s\\\\]{6,512})\\k<quote>|` +
    `(?<bare>(?:(?!&\\w+=)[^\\s"'\`;,(){}[\\]<>\\\\]){8,512})(?<after>[^\\n]?))`,
  "gi",
);

/**
 * Maximum number of characters of an expression that is searched for names, so that the time stays
 * linear.
 */
const MAX_EXPRESSION_LENGTH = 60;

const KEYWORD_REGEXP = new RegExp(KEYWORDS, "gi");

/** Yields the names of secrets and services in a text with their values, in order. */
export function* listAssignments(text: string): Generator<Assignment> {
  const expression = new RegExp(ASSIGNMENT_REGEXP);
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const { groups = {}, index } = match;
    const { service, quoted, bare = "", sign = "", after = "" } = groups;
    const value = quoted ?? bare;
    const start = index + match[0].lastIndexOf(value);
    // The value may be an expression with a name in it: `secret = process.env.SECRET || "…"`.
    if (value.length <= MAX_EXPRESSION_LENGTH) expression.lastIndex = start;
    yield {
      ...findKeyword(match, groups),
      service: service === undefined ? undefined : index,
      sign,
      value,
      start,
      isQuoted: quoted !== undefined,
      after,
    };
  }
}

/**
 * Returns the last keyword of a name: `secret` of `token.secret`. After the name of a service, the
 * keyword may be in the next word, as in `<Mapbox accessToken="…"`.
 */
function findKeyword(
  { index: at, 0: whole }: RegExpExecArray,
  { keyword, service, rest = "", type = "" }: { readonly [name: string]: string | undefined },
): Pick<Assignment, "keyword" | "at" | "rest"> {
  const first = keyword ?? service ?? "";
  const isInner = keyword === undefined || rest.startsWith(".");
  const ofType = { text: type, start: whole.indexOf(type, first.length + rest.length) };
  const places = [{ text: rest, start: first.length }, ...(keyword === undefined ? [ofType] : [])];
  for (const { text, start } of isInner ? places : []) {
    const inner = [...text.matchAll(KEYWORD_REGEXP)].at(-1);
    if (inner === undefined) continue;
    const after = text.slice(inner.index + inner[0].length).trimEnd();
    return { keyword: inner[0], at: at + start + inner.index, rest: after };
  }
  return { keyword: keyword ?? "", at, rest };
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
}
