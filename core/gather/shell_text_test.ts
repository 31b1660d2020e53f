import assert from "node:assert/strict";
import { splitWords, toShellScript } from "./shell_text.ts";

Deno.test("splitWords() holds what is quoted together", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["", []],
    ["  a  b ", ["a", "b"]],
    [`"a b" 'c d'e ""`, ["a b", "c de", ""]],
    ["a\\ b c", ["a b", "c"]],
    ["C:\\dir", ["C:\\dir"]],
    ["don't stop", ["don't", "stop"]],
    [`"$(a b)" c`, ["$(a b)", "c"]],
    [`say "it's"`, ["say", "it's"]],
  ];
  for (const [text, words] of cases) assert.deepEqual(splitWords(text), words, text);
});

Deno.test("toShellScript() leaves arguments to the shell, as variables in quotation marks", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["git log $1", 'git log ${1+"$1"}'],
    ["grep '$1' \"in $2\"", "grep ''\"${1-}\"'' \"in ${2-}\""],
    ["x $ARGUMENTS", 'x "$@"'],
    ['x "$ARGUMENTS"', 'x "${ARGUMENTS}"'],
    ['echo "$(git log $1)"', 'echo "$(git log ${1+"$1"})"'],
    ["echo \\$1 $10 $HOME $ARGUMENTSX", "echo \\$1 $10 $HOME $ARGUMENTSX"],
  ];
  for (const [command, script] of cases) assert.equal(toShellScript(command), script, command);
});
