import assert from "node:assert/strict";
import fc from "fast-check";
import { EXAMPLE_BUNDLE, EXAMPLE_FRAGMENT, withHashes } from "../../../../tests/example_bundle.ts";
import { wrapHookBlock } from "../host/hook_block.ts";
import { findRenderer } from "../../../../core/render/mod.ts";
import { readGivenFragments, splitText } from "./given_context.ts";

const LENGTH = { name: "chars4" as const, count: (text: string) => text.length };
const { location: _, ...TOLD } = EXAMPLE_FRAGMENT;
const BUNDLE = withHashes({
  ...EXAMPLE_BUNDLE,
  fragments: [
    EXAMPLE_FRAGMENT,
    {
      ...EXAMPLE_FRAGMENT,
      form: "reference",
      location: { ...EXAMPLE_FRAGMENT.location!, path: "b & c.md" },
    },
    { ...TOLD, source: "dossier:identity/house", text: "```\n## x:1-2\n```" },
  ],
});

for (const name of ["markdown", "xml"] as const) {
  const text = findRenderer(name).render(BUNDLE, LENGTH);

  Deno.test(`readGivenFragments() reads what a bundle in ${name} gives, and what that costs`, () => {
    const fragments = readGivenFragments(text, LENGTH);
    assert.deepEqual(fragments.map(({ path, lines }) => [path, lines?.startLine, lines?.endLine]), [
      ["src/add.ts", 1, 3],
      ["b & c.md", 1, 3],
      ["dossier:identity/house", undefined, undefined],
    ]);
    assert.deepEqual(fragments.map(({ isReference }) => isReference === true), [
      false,
      true,
      false,
    ]);
    for (const { tokens } of fragments) assert.ok(tokens > 20 && tokens < text.length / 2);
  });

  Deno.test(`splitText() finds a bundle in ${name} in a prompt, and leaves the rest`, () => {
    const pieces = splitText(`Do it.\n\n${text}\nNow go.`);
    assert.deepEqual(pieces.map(({ kind }) => kind), ["own", "given", "own"]);
    assert.equal(pieces[0]!.text, "Do it.\n\n");
    assert.ok(pieces[2]!.text.endsWith("\nNow go."));
    assert.equal(pieces.map(({ text }) => text).join(""), `Do it.\n\n${text}\nNow go.`);
  });
}

Deno.test("splitText() separates labelled blocks, reminders of the host and plain text", () => {
  const block = wrapHookBlock("## src/a.ts:1-2\n\n```\na\nb\n```", { moment: "prompt", id: "1" });
  const pieces = splitText(`go\n<system-reminder>\nBe brief.\n</system-reminder>\n${block}`);
  assert.deepEqual(pieces.map(({ kind }) => kind), ["own", "reminder", "given"]);
  assert.deepEqual(readGivenFragments(pieces[2]!.text, LENGTH), [
    { path: "src/a.ts", tokens: 28, lines: { startLine: 1, endLine: 2 } },
  ]);
  for (
    const text of ["# Context\n\nOf this decision.", "", "<context>\nx\n</context>", "# Context"]
  ) {
    assert.deepEqual(splitText(text).map(({ kind }) => kind), text === "" ? [] : ["own"], text);
  }
});

Deno.test("splitText() loses only white space of a text", () => {
  const part = fc.constantFrom(
    "# Context\n",
    "## a.ts:1-2\n",
    "```\n",
    "- See b.ts:1-2\n",
    "x\n",
    "<context>\n",
  );
  fc.assert(fc.property(fc.array(part), (parts) => {
    const text = parts.join("");
    assert.equal(splitText(text).map(({ text }) => text).join("").trim(), text.trim());
  }));
});

Deno.test("splitText() reads a hostile text in time", () => {
  const texts = [
    "<context>\n<passage a>\n",
    "# Context\n## a.ts:1-2\n```\n",
    "<system-reminder>",
    "<dossier-context x",
  ];
  for (const text of texts) assert.ok(splitText(text.repeat(50_000)).length > 0);
});
