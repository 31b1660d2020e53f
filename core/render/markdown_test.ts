import assert from "node:assert/strict";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { TOKEN_ESTIMATORS } from "../text/count_tokens.ts";
import { EXAMPLE_BUNDLE, EXAMPLE_FRAGMENT } from "../../tests/example_bundle.ts";
import { MARKDOWN_RENDERER } from "./markdown.ts";

const { piece } = TOKEN_ESTIMATORS;

Deno.test("MARKDOWN_RENDERER renders heading, fence, omissions and notes", () => {
  assert.equal(
    MARKDOWN_RENDERER.render(EXAMPLE_BUNDLE, piece),
    `# Context

Passages of the repository, best first.

## src/add.ts:1-3 add (whole file)

\`\`\`typescript
export function add(a: number, b: number): number {
  return a + b;
}
\`\`\`

Left out: 1 range of 77 tokens (budget 1).

Note: 2 files <changed> & wait
`,
  );
});

Deno.test("MARKDOWN_RENDERER omits the footer, the last line first, when it does not fit", () => {
  const full = MARKDOWN_RENDERER.render(EXAMPLE_BUNDLE, piece);
  const withLimit = (limit: number) =>
    MARKDOWN_RENDERER.render(
      { ...EXAMPLE_BUNDLE, budget: { ...EXAMPLE_BUNDLE.budget, limit } },
      piece,
    );
  assert.equal(withLimit(piece.count(full)), full);
  const shorter = withLimit(piece.count(full) - 1);
  assert.equal(shorter, full.slice(0, full.indexOf("\nNote:")));
  const shortest = withLimit(piece.count(shorter) - 1);
  assert.equal(shortest, full.slice(0, full.indexOf("\nLeft out:")));
});

Deno.test("MARKDOWN_RENDERER is empty when there is nothing to show and the frame does not fit", () => {
  const empty = { ...EXAMPLE_BUNDLE, fragments: [] };
  assert.match(MARKDOWN_RENDERER.render(empty, piece), /^# Context\n[^]*Left out: 1 range/);
  const budget = { ...empty.budget, limit: 0 };
  assert.equal(MARKDOWN_RENDERER.render({ ...empty, budget }, piece), "");
});

Deno.test("MARKDOWN_RENDERER does not vary with the root, the index or the query", () => {
  const other = {
    ...EXAMPLE_BUNDLE,
    root: "/elsewhere",
    query: "another",
    index: { ...EXAMPLE_BUNDLE.index, updatedAt: "2027-01-01T00:00:00.000Z", stale: true },
  };
  assert.equal(
    MARKDOWN_RENDERER.render(other, piece),
    MARKDOWN_RENDERER.render(EXAMPLE_BUNDLE, piece),
  );
});

const HOSTILE = fc.string({
  unit: fc.constantFrom(
    "`",
    "``",
    "```",
    "~~~",
    "\n",
    "\r",
    " ",
    "#",
    "> ",
    "- ",
    "a",
    "<",
    "\u2028",
  ),
});

Deno.test("MARKDOWN_RENDERER escapes controls of the text direction in names", () => {
  const place = { path: "a/\u202etxt.exe", symbol: "\u2066x\u0085" };
  const location = { ...EXAMPLE_FRAGMENT.location!, ...place };
  const bundle = { ...EXAMPLE_BUNDLE, fragments: [{ ...EXAMPLE_FRAGMENT, location }] };
  const text = MARKDOWN_RENDERER.render(bundle, piece);
  assert.match(text, /^## a\/\\u202etxt\.exe:\d+-\d+ \\u2066x\\u0085/m);
});

Deno.test("MARKDOWN_RENDERER keeps any text inside its fence and any path inside its heading", () => {
  const passages = fc.array(
    fc.record({ text: HOSTILE, path: HOSTILE, language: HOSTILE, symbol: HOSTILE }),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  fc.assert(
    fc.property(passages, (given) => {
      const bundle = {
        ...EXAMPLE_BUNDLE,
        fragments: given.map(({ text, ...place }) => ({
          ...EXAMPLE_FRAGMENT,
          text,
          location: { ...EXAMPLE_FRAGMENT.location!, ...place },
        })),
      };
      const blocks = fromMarkdown(MARKDOWN_RENDERER.render(bundle, piece)).children;
      assert.deepEqual(
        blocks.map(({ type }) => type),
        [
          "heading",
          "paragraph",
          ...given.flatMap(() => ["heading", "code"]),
          "paragraph",
          "paragraph",
        ],
      );
      const shown = blocks.flatMap((block) => block.type === "code" ? [block.value] : []);
      // A carriage return ends a line, too, and is one line end with the line feed after the text.
      assert.deepEqual(
        shown.map((text) => text.replaceAll(/\r\n?/g, "\n")),
        given.map(({ text }) => `${text}\n`.replaceAll(/\r\n?/g, "\n").slice(0, -1)),
      );
    }),
    { numRuns: 300 },
  );
});

/** Bundle with fragments of a profile, in the order of packing. */
const PROFILED = {
  ...EXAMPLE_BUNDLE,
  profile: { id: "review/security", inputs: {}, chain: ["review/security"] },
  fragments: [
    { ...EXAMPLE_FRAGMENT, position: "after" as const },
    EXAMPLE_FRAGMENT,
    ...(["system", "before"] as const).map((position) => ({
      ...EXAMPLE_FRAGMENT,
      position,
      source: `knowledge:${position}`,
      location: undefined,
      role: "profile" as const,
      text: "Be brief.",
    })),
  ].map(({ location, ...rest }) => location === undefined ? rest : { ...rest, location }),
};

Deno.test("MARKDOWN_RENDERER renders the system prompt first and text after the prompt last", () => {
  const text = MARKDOWN_RENDERER.render(PROFILED, piece);
  assert.deepEqual(text.match(/^#.*/gm), [
    "# Context",
    "## knowledge:system (of the profile, for the system prompt)",
    "## src/add.ts:1-3 add (whole file)",
    "## knowledge:before (of the profile)",
    "## src/add.ts:1-3 add (for the end of the prompt, whole file)",
  ]);
  assert.match(
    text,
    /^What the profile review\/security says, and passages of the repository, best first\.$/m,
  );
});
