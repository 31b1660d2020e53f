import type { SecretRules } from "./read_rules.ts";

/** Source of rules, for the head of the written files. */
export interface RuleSource {
  /** Sources such as `gitleaks v8.30.1 (MIT, https://…)`. */
  readonly from: readonly string[];
}

/** Texts of the written files, by their names in `core/secret/rules`. */
export type WrittenRules = Readonly<Record<"rule_marks.ts" | "rule_table.ts", string>>;

/** Returns the text of the modules with the rules. Equal rules give equal texts. */
export function writeRules({ tokens, names }: SecretRules, { from }: RuleSource): WrittenRules {
  const head = [
    "// Written by `deno task secret-rules`: do not change it by hand.",
    ...from.map((line) => `// From ${line}.`),
    "// deno-fmt-ignore-file",
    "",
  ].join("\n");
  const starts = tokens.filter(({ isInner }) => !isInner).flatMap(({ marks }) => marks);
  const inner = tokens.filter(({ isInner }) => isInner).flatMap(({ marks }) => marks);
  return {
    "rule_marks.ts": [
      head,
      list("TOKEN_STARTS", shortest(starts), "Expressions of known starts of tokens."),
      list(
        "TOKEN_PARTS",
        shortest(inner),
        "Expressions of known parts of tokens without a known start.",
      ),
      list(
        "SERVICE_NAMES",
        shortest(names.flatMap(({ texts }) => texts)),
        "Starts of names of services, in lower case.",
      ),
    ].join("\n"),
    "rule_table.ts": [
      head,
      rows("TOKEN_ROWS", "Id, expression of the token, minimum entropy in bits per character.", {
        strings: "string, string",
        values: toRows(tokens.filter(({ isInner }) => !isInner)),
      }),
      rows("PART_ROWS", "The same columns for tokens that are recognised by a part of them.", {
        strings: "string, string",
        values: toRows(tokens.filter(({ isInner }) => isInner)),
      }),
      rows(
        "NAME_ROWS",
        "Id, expressions of the name and of the value, minimum entropy in bits per character.",
        {
          strings: "string, string, string",
          values: names.map(({ id, name, value, entropy }) => [id, name, value, entropy]),
        },
      ),
    ].join("\n"),
  };
}

type Row = readonly (string | number)[];

function toRows(tokens: SecretRules["tokens"]): readonly Row[] {
  return tokens.map(({ id, source, entropy }) => [id, source, entropy]);
}

/** Returns the texts without those that begin with another of them. */
function shortest(texts: readonly string[]): readonly string[] {
  const sorted = [...new Set(texts)].sort();
  return sorted.filter((text) => !sorted.some((other) => other !== text && text.startsWith(other)));
}

function list(name: string, texts: readonly string[], comment: string): string {
  const lines: string[] = [""];
  for (const text of texts) {
    if (lines.at(-1)!.length + text.length > 100) lines.push("");
    lines[lines.length - 1] += `${text} `;
  }
  const body = lines.map((line) => `  ${JSON.stringify(line)}`).join(" +\n");
  return `/** ${comment} */\nexport const ${name}: readonly string[] = (\n${body}\n).trim().split(" ");\n`;
}

function rows(
  name: string,
  comment: string,
  { strings, values }: { readonly strings: string; readonly values: readonly Row[] },
): string {
  const body = values.map((row) => `  [${row.map(writeValue).join(", ")}],\n`).join("");
  const type = `readonly (readonly [${strings}, number])[]`;
  return `/** ${comment} */\nexport const ${name}: ${type} = [\n${body}];\n`;
}

/**
 * Returns a value as a literal. Expressions become raw strings, which need no second backslashes.
 */
function writeValue(value: string | number): string {
  return typeof value === "number" || !value.includes("\\") || /`|\$\{/.test(value)
    ? JSON.stringify(value)
    : `String.raw\`${value}\``;
}
