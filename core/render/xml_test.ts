import assert from "node:assert/strict";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { TOKEN_ESTIMATORS } from "../text/count_tokens.ts";
import { EXAMPLE_BUNDLE, EXAMPLE_FRAGMENT } from "../../tests/example_bundle.ts";
import { XML_RENDERER } from "./xml.ts";

const { piece } = TOKEN_ESTIMATORS;

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  text: string;
}

/** Returns the elements in document order; throws when the text is not well-formed. */
function parseXml(xml: string): Element[] {
  const parser = new SaxesParser();
  const elements: Element[] = [];
  const open: Element[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, text: "" };
    elements.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return elements;
}

Deno.test("XML_RENDERER renders passages, omissions and notes", () => {
  assert.equal(
    XML_RENDERER.render(
      { ...EXAMPLE_BUNDLE, fragments: [{ ...EXAMPLE_FRAGMENT, text: 'a < "b"' }] },
      piece,
    ),
    `<context>
<passage path="src/add.ts" lines="1-3" symbol="add" form="whole" language="typescript">
a &lt; "b"
</passage>
<omitted count="1" tokens="77" reasons="budget 1"/>
<note code="index-pending">2 files &lt;changed&gt; &amp; wait</note>
</context>
`,
  );
});

Deno.test("XML_RENDERER is empty when there is nothing to show and the frame does not fit", () => {
  const budget = { ...EXAMPLE_BUNDLE.budget, limit: 0 };
  assert.equal(XML_RENDERER.render({ ...EXAMPLE_BUNDLE, fragments: [], budget }, piece), "");
});

const HOSTILE = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "<",
      ">",
      "&",
      '"',
      "'",
      "]]>",
      "<!--",
      "\r",
      "\n",
      "\t",
      "\0",
      "\ud800",
      "a",
      "\ufffe",
    ),
  }),
);

/** Characters of XML 1.0, by code points and so independent of the renderer's expression. */
function toXmlCharacters(text: string): string {
  return [...text].map((character) => {
    const code = character.codePointAt(0)!;
    const isLegal = code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000;
    return isLegal ? character : "\ufffd";
  }).join("");
}

Deno.test("XML_RENDERER renders well-formed XML that parses back to the same passages", () => {
  const passages = fc.array(fc.record({ text: HOSTILE, path: HOSTILE, symbol: HOSTILE }), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(passages, HOSTILE, (given, message) => {
      const xml = XML_RENDERER.render({
        ...EXAMPLE_BUNDLE,
        budget: { ...EXAMPLE_BUNDLE.budget, limit: 1e6 },
        fragments: given.map(({ text, ...place }) => ({
          ...EXAMPLE_FRAGMENT,
          text,
          location: { ...EXAMPLE_FRAGMENT.location!, ...place },
        })),
        notes: [{ code: "n", message }],
      }, piece);
      const elements = parseXml(xml);
      assert.deepEqual(
        elements.filter(({ name }) => name === "passage").map(({ attributes, text }) => ({
          path: attributes["path"],
          symbol: attributes["symbol"],
          text,
        })),
        given.map(({ path, symbol, text }) => ({
          path: toXmlCharacters(path),
          symbol: toXmlCharacters(symbol),
          text: `\n${toXmlCharacters(text)}\n`,
        })),
      );
      assert.equal(elements.at(-1)?.text, toXmlCharacters(message));
    }),
    { numRuns: 300 },
  );
});

Deno.test("XML_RENDERER states the position of a fragment in a prompt, and puts it there", () => {
  const at = (position: "system" | "after") => ({ ...EXAMPLE_FRAGMENT, position });
  const fragments = [at("after"), EXAMPLE_FRAGMENT, at("system")];
  const profile = { id: "a&b", inputs: {}, chain: ["a&b"] };
  const xml = XML_RENDERER.render({ ...EXAMPLE_BUNDLE, profile, fragments }, piece);
  const [, named, ...passages] = parseXml(xml);
  assert.deepEqual([named?.name, named?.attributes], ["profile", { id: "a&b" }]);
  assert.deepEqual(
    passages.slice(0, 3).map(({ attributes }) => attributes.position),
    ["system", undefined, "after"],
  );
});
