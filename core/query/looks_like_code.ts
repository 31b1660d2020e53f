/** Line starts that never begin a sentence, such as `name = value`, `"key": value` and `a.b(c)`. */
const CERTAIN_START_REGEXP =
  /^\s*(?:>>> |\.\.\. |\$ \S|In \[\d*\]:|Out\[\d*\]:|#include\b|#define\b|#!|from [\w.]+ import |# \w+(?:\/\w+)*\.\w{1,4}\s*$|[A-Za-z_][\w.]* ?= ?[\w"'([{]|(["'])[\w$-]+\1 ?: ?\S|\w+(?:\.\w+)*\([^()]*\)\s*(?:#|\/\/|[;.]?$))/;

/** Line starts that hardly ever begin a sentence. */
const CODE_START_REGEXP =
  /^\s*(?:% \S|@\w+[\w.]*(?:\(.*)?$|(?:import [\w.{*"']+(?:;|\s*$| as | from |,))|(?:async )?def \w+\s*\(|class \w+\s*(?:[(:{]|extends |implements |$)|(?:pub(?:\([^)]*\))? )?(?:fn|struct|enum|trait|impl|mod)\b.*[{;(<]|func [\w(]|package [\w.]+;?\s*$|namespace [\w.\\]+|using [\w.]+;|(?:export |public |private |protected |static |final |abstract |const |let |var |val )+[\w<>[\]$]+.*[=({;]|(?:if|for|while|switch|catch|elif|else if)\s*\(.*|(?:if|for|while|with|try|except|elif|else)\b.*:\s*$|return\b.*[;()[\]_.]|raise \w+|throw new |(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|FROM|WHERE|LEFT|INNER|ON|ORDER BY|GROUP BY|VALUES|RETURNING|BEGIN|COMMIT)\b.*["`(;=]|<\/?[a-zA-Z][\w-]*(?:\s[^>]*)?>|\{%|\{\{|end\s*$|do\s*$|(?:python|pip|npm|npx|yarn|cargo|go|git|docker|mvn|bundle|mix|deno|node|php|curl|sudo|cd|make|zig|gradle|\.\/\S+) [\w./-]+(?:\s+\S+)*$)/;

/** Line ends that never end a sentence. */
const CODE_END_REGEXP = /[{};]\s*$|\):?\s*$|[[({,]\s*$|=>\s*$|\\\s*$|^\s*[)\]}]+[;,]?\s*$/;

/** `name = value`, `name: value,`, `a.b(c)`, `+ line`. */
const STATEMENT_REGEXP =
  /^\s*[+-]?\s*(?:[\w$.[\]'"]+\s*(?::=|[+\-*/|&^]?=(?!=))\s*\S|["']?[\w$-]+["']?\s*:\s*[\w["'({][^ ]*,?\s*$|[\w$]+(?:(?:\.|::|->)[\w$]+)+(?:\(|$)|[\w$]+\([^)]*\)\s*$)/;

/** A word of prose with the punctuation around it. */
const WORD_REGEXP = /^["'(“‘*_]*[a-zA-Z\u00c0-\uffff][a-zA-Z\u00c0-\uffff'’-]*[.,:;!?)"'”’*_]*$/;

/** Fewest words by which a line can count as prose. */
const MIN_PROSE_WORDS = 4;

/** Least share of plain words that makes a line prose, whatever its end. */
const PROSE_SHARE = 0.7;

/**
 * Returns whether a line outside of any fence reads like program text, a command or markup.
 *
 * @param after Whether the line before is code: then an indented line needs less to count as code.
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
