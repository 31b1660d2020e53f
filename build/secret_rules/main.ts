/**
 * Generates the rules of `core/secret/rules` from configurations of gitleaks and betterleaks:
 * `deno task secret-rules --from gitleaks.toml --source "gitleaks v8.30.1 (MIT, https://…)" [--from
 * …]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { readRules } from "./read_rules.ts";
import { writeRules } from "./write_rules.ts";

const { values } = parseArgs({
  options: {
    from: { type: "string", multiple: true, default: [] },
    source: { type: "string", multiple: true, default: [] },
  },
});
if (values.from.length === 0 || values.from.length !== values.source.length) {
  throw new Error("Cannot make rules as each --from FILE needs a --source that says what it is");
}
const rules = readRules(values.from.map((path) => Deno.readTextFileSync(path)));
const folder = new URL("../../core/secret/rules/", import.meta.url);
Deno.mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(writeRules(rules, { from: values.source }))) {
  Deno.writeTextFileSync(new URL(name, folder), text);
}
for (const line of rules.unused) print(`not used: ${line}`);
print(`${rules.tokens.length} tokens, ${rules.names.length} services`);

function print(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}
