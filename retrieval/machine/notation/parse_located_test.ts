import assert from "node:assert/strict";
import { parsePlainYaml } from "@dossier/core/yaml";
import fc from "fast-check";
import { parseYaml } from "./parse_yaml.ts";

/** Scalars, most of which are plain. */
const SCALARS = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.constantFrom(
      ...[
        "a",
        "Yes",
        "1",
        "0",
        "-7",
        "1.5",
        "1.2.3",
        "2026-11-23",
        "true",
        "null",
        "''",
        "é",
        "(n)",
      ],
      ...["core/*.md", "./a", "a b", "it's", '"a: b"', "'a # b'", "^chain/", "a:b", "a#b", '"[,"'],
      ...["http://x/y", "a, b"],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        "0x1",
        "True",
        "-",
        "~",
        "@a",
        "*a",
        "&a b",
        "!a",
        "%a",
        "|",
        ">",
        "?",
        "1e3",
        ".5",
        ".inf",
      ],
      ...[
        "\\.env$",
        "a\\b",
        "..",
        "`a",
        "- a",
        "+1",
        "<<",
        "=",
        '"a\\n"',
        "'it''s'",
        "a: b",
        "a # b",
      ],
    ),
  },
);

const NOISE = fc.constantFrom(
  ...[
    " ",
    "  ",
    "\n",
    "\n\n",
    "\t",
    "\r\n",
    "#",
    " # c\n",
    "\n# c\n",
    "\n   # c\n",
    ":",
    ": ",
    ",",
  ],
  ...[
    "-",
    "- ",
    "\n- ",
    "[",
    "]",
    "{",
    "}",
    "'",
    '"',
    "a",
    "1",
    "?",
    "|",
    "&",
    "*",
    "!",
    "\\",
    "é",
  ],
  ...["\u00a0", "\n---\n", "\n...\n"],
);

/** Layout of a collection: by indentation, or in brackets on one line or on several. */
const LAYOUT = fc.constantFrom("block", "block", "deep", "line", "blanks", "lines", "further in");

type Node = string | { readonly layout: string } & Collection;
interface Collection {
  readonly items?: readonly Node[];
  readonly entries?: readonly (readonly [string, Node])[];
}

const { node: NODES } = fc.letrec<{ node: Node }>((tie) => {
  const key = fc.constantFrom("a", "b", "k-x", "a.b*", "_c", "d", "e");
  return {
    node: fc.oneof(
      { maxDepth: 4 },
      SCALARS,
      fc.record({ layout: LAYOUT, items: fc.array(tie("node"), { maxLength: 3 }) }),
      fc.record({
        layout: LAYOUT,
        entries: fc.array(fc.tuple(key, tie("node")), { maxLength: 3 }),
      }),
    ),
  };
});

/** Returns a value in brackets. */
function inBrackets(node: Node, indent: string): string {
  if (typeof node === "string") return node;
  const { layout, items, entries = [] } = node;
  const parts = items?.map((item) => inBrackets(item, indent)) ??
    entries.map(([key, value]) => `${key}: ${inBrackets(value, indent)}`);
  const [open, close] = items === undefined ? "{}" : "[]";
  const before = { lines: `\n${indent}  `, "further in": `\n${indent}     ` }[layout];
  if (before === undefined) {
    const blank = layout === "blanks" ? " " : "";
    return `${open}${blank}${parts.join(", ")}${blank}${close}`;
  }
  const lines = parts.map((part) => `${before}${part}`).join(",");
  return `${open}${lines}${layout === "lines" ? "," : ""}\n${indent}${close}`;
}

/** Returns the text after a key or a dash, with the end of its last line. */
function behind(node: Node, indent: string): string {
  if (typeof node === "string") return ` ${node}\n`;
  const { layout, items, entries = [] } = node;
  if (layout !== "block" && layout !== "deep") return ` ${inBrackets(node, indent)}\n`;
  const inner = layout === "deep" ? `${indent}  ` : indent;
  if (items === undefined) return `\n${toMapping(entries, `${inner} `)}`;
  const lines = items.map((item) => {
    const nested = typeof item !== "string" && item.layout === "block" ? item.entries ?? [] : [];
    if (nested.length === 0) return `${inner}-${behind(item, `${inner}  `)}`;
    return `${inner}- ${toMapping(nested, `${inner}  `).slice(inner.length + 2)}`;
  });
  return `\n${lines.join("")}`;
}

function toMapping(entries: NonNullable<Collection["entries"]>, indent: string): string {
  return entries.map(([key, value]) => `${indent}${key}:${behind(value, indent)}`).join("");
}

/** Texts that are YAML or nearly so, changed at up to two positions. */
const TEXTS = fc.tuple(
  fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), NODES), {
    minLength: 1,
    maxLength: 4,
    selector: ([key]) => key,
  }),
  fc.array(fc.tuple(fc.nat(), NOISE, fc.nat({ max: 2 })), { maxLength: 2 }),
).map(([entries, changes]) => {
  let text = toMapping(entries, "");
  for (const [seed, noise, cut] of changes) {
    const at = seed % (text.length + 1);
    text = text.slice(0, at) + noise + text.slice(at + cut);
  }
  return text;
});

Deno.test("parsePlainYaml() returns the result of the parser, with its positions, or nothing", () => {
  let read = 0;
  const property = fc.property(TEXTS, (text) => {
    const plain = parsePlainYaml(text);
    if (plain === undefined) return;
    read++;
    assert.deepEqual(plain, parseYaml(text, "a.yaml"), JSON.stringify(text));
  });
  fc.assert(property, { numRuns: 4000 });
  assert.ok(read > 400, `only ${read} texts were plain`);
});
