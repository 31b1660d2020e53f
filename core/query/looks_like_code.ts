import { anyOf, raw } from "../text/match_at.ts";

/** Line starts that never begin a sentence. */
const CERTAIN_START_REGEXP = new RegExp(
  raw`^\s*` + anyOf(
    ">>> ",
    raw`\.\.\. `,
    raw`\$ \S`, // $ ls
    raw`In \[\d*\]:`, // In [1]:
    raw`Out\[\d*\]:`,
    raw`#include\b`,
    raw`#define\b`,
    "#!",
    raw`from [\w.]+ import `, // from a.b import c
    raw`# \w+(?:\/\w+)*\.\w{1,4}\s*$`, // # src/a.ts
    raw`[A-Za-z_][\w.]* ?= ?[\w"'([{]`, // name = value
    raw`(["'])[\w$-]+\1 ?: ?\S`, // "key": value
    raw`\w+(?:\.\w+)*\([^()]*\)\s*(?:#|\/\/|[;.]?$)`, // a.b(c);
  ),
);

/** First words of SQL statements. */
const SQL_WORDS = anyOf(
  "SELECT",
  "INSERT INTO",
  "UPDATE",
  "DELETE FROM",
  ..."CREATE ALTER DROP FROM WHERE LEFT INNER ON".split(" "),
  "ORDER BY",
  "GROUP BY",
  ..."VALUES RETURNING BEGIN COMMIT".split(" "),
);

/** Programs at the start of commands. */
const PROGRAMS = anyOf(
  ..."python pip npm npx yarn cargo go git docker mvn bundle mix deno node php curl".split(" "),
  ..."sudo cd make zig gradle".split(" "),
  raw`\.\/\S+`,
);

/** Line starts that hardly ever begin a sentence. */
const CODE_START_REGEXP = new RegExp(
  raw`^\s*` + anyOf(
    raw`% \S`, // % ls
    raw`@\w+[\w.]*(?:\(.*)?$`, // @app.route("/")
    raw`(?:import [\w.{*"']+(?:;|\s*$| as | from |,))`, // import a as b
    raw`(?:async )?def \w+\s*\(`,
    raw`class \w+\s*(?:[(:{]|extends |implements |$)`, // class A extends B
    raw`(?:pub(?:\([^)]*\))? )?(?:fn|struct|enum|trait|impl|mod)\b.*[{;(<]`, // pub fn run(
    raw`func [\w(]`,
    raw`package [\w.]+;?\s*$`,
    raw`namespace [\w.\\]+`,
    raw`using [\w.]+;`,
    raw`(?:export |public |private |protected |static |final |abstract |const |let |var |val )+` +
      raw`[\w<>[\]$]+.*[=({;]`, // public static int size(
    raw`(?:if|for|while|switch|catch|elif|else if)\s*\(.*`, // if (a)
    raw`(?:if|for|while|with|try|except|elif|else)\b.*:\s*$`, // if a:
    raw`return\b.*[;()[\]_.]`, // return a.b
    raw`raise \w+`,
    "throw new ",
    raw`${SQL_WORDS}\b.*["${"`"}(;=]`, // WHERE a = b
    raw`<\/?[a-zA-Z][\w-]*(?:\s[^>]*)?>`, // <a href="b">
    raw`\{%`,
    raw`\{\{`,
    raw`end\s*$`,
    raw`do\s*$`,
    raw`${PROGRAMS} [\w./-]+(?:\s+\S+)*$`, // git commit -m a
  ),
);

/** Line ends that never end a sentence. */
const CODE_END_REGEXP = /[{};]\s*$|\):?\s*$|[[({,]\s*$|=>\s*$|\\\s*$|^\s*[)\]}]+[;,]?\s*$/;

/** Statements, with the sign of a line of a diff. */
const STATEMENT_REGEXP = new RegExp(
  raw`^\s*[+-]?\s*` + anyOf(
    raw`[\w$.[\]'"]+\s*(?::=|[+\-*/|&^]?=(?!=))\s*\S`, // name += value
    raw`["']?[\w$-]+["']?\s*:\s*[\w["'({][^ ]*,?\s*$`, // name: value,
    raw`[\w$]+(?:(?:\.|::|->)[\w$]+)+(?:\(|$)`, // a.b(
    raw`[\w$]+\([^)]*\)\s*$`, // run(a)
  ),
);

/** A word of prose with the punctuation around it. */
const WORD_REGEXP = /^["'(“‘*_]*[a-zA-Z\u00c0-\uffff][a-zA-Z\u00c0-\uffff'’-]*[.,:;!?)"'”’*_]*$/;

/** Minimum number of words of a line of prose. */
const MIN_PROSE_WORDS = 4;

/** Minimum share of plain words that makes a line prose, regardless of its end. */
const PROSE_SHARE = 0.7;

/**
 * Returns true when a line outside of any fence looks like program text, a command or markup.
 *
 * @param after True when the previous line is code: then weaker evidence is enough for an indented
 * line.
 */
export function looksLikeCode(line: string, after: boolean): boolean {
  const words = line.trim().split(/\s+/);
  const plain = words.reduce((count, word) => count + (WORD_REGEXP.test(word) ? 1 : 0), 0);
  const prose = words.length >= MIN_PROSE_WORDS && plain >= words.length * PROSE_SHARE;
  if (CERTAIN_START_REGEXP.test(line)) return true;
  if (CODE_START_REGEXP.test(line)) return !prose;
  if (prose) return false;
  if (STATEMENT_REGEXP.test(line)) return true;
  if (CODE_END_REGEXP.test(line)) return plain < words.length * PROSE_SHARE / 2 || after;
  return after && /^(?:\t| {2,})/.test(line);
}
