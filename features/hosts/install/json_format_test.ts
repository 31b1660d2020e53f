import assert from "node:assert/strict";
import fc from "fast-check";
import { OPENCODE } from "../core/hosts/opencode.ts";
import { jsonFormat } from "./json_format.ts";

const JSON_FORMAT = jsonFormat({});
const OPENCODE_FORMAT = jsonFormat(OPENCODE.install.server);

const NAME = '"settings.json"';
const ENTRY = { type: "stdio", command: "/bin/deno", args: ["run", "mcp"] };
const LAID_OUT = `{
      "type": "stdio",
      "command": "/bin/deno",
      "args": [
        "run",
        "mcp"
      ]
    }`;

Deno.test("jsonFormat() adds the entry after all others and preserves every byte of them", () => {
  const text = `{
  // what the team uses
  "mcpServers": {
    "web": { "command": "web" } // keep this one
    /* and this place */
  },
  "other": [1,2,   3]
}
`;
  const added = JSON_FORMAT.add(text, ENTRY, NAME);
  assert.equal(
    added,
    `{
  // what the team uses
  "mcpServers": {
    "web": { "command": "web" }, // keep this one
    /* and this place */
    "dossier": ${LAID_OUT}
  },
  "other": [1,2,   3]
}
`,
  );
  assert.deepEqual({ ...JSON_FORMAT.find(added, NAME) }, ENTRY);
  assert.equal(JSON_FORMAT.add(added, ENTRY, NAME), added);
  assert.equal(JSON_FORMAT.remove(added, NAME), text);
});

Deno.test("jsonFormat() changes the entry in its place", () => {
  const text = '{ "mcpServers": { "dossier": {"command": "old"}, "b": {} } }';
  const changed = JSON_FORMAT.add(text, { command: "new" }, NAME);
  assert.equal(changed.replace(/\s/g, ""), text.replace("old", "new").replace(/\s/g, ""));
});

Deno.test("jsonFormat() restores the exact text from before it added the entry", () => {
  const texts = [
    undefined,
    "",
    "\uFEFF",
    "\uFEFF\r\n",
    "{}",
    "\n",
    "{}\n",
    "{\n}",
    "{\n}\n",
    "\n{\n}\n",
    "{\r\n}\r\n",
    '{"mcpServers": {\n }}',
    '{\n "a": 1,\n "mcpServers": {\n }\n}\n',
    '{\n  "mcpServers": {\n  }\n}\n',
    " {\n\n} \n",
    '{"mcpServers":{}}',
    '{\n  "mcpServers": {}\n}\n',
    '{"a": 1}',
    '{"a": 1, "mcpServers": {"b": {}}, "c": {}}',
    '{\r\n\t"a": 1,\r\n\t"mcpServers": {\r\n\t\t"b": {}\r\n\t}\r\n}\r\n',
    '\uFEFF{\n    "a": [\n        1\n    ]\n}',
    '{\n  "mcpServers": {\n    "b": {}, // last comma\n  },\n}\n',
    '{\n  "a": 1 // note\n}\n',
    "{\n  // only a note\n}\n",
    "{ /* one */ }",
  ];
  for (const text of texts) {
    const added = JSON_FORMAT.add(text, ENTRY, NAME);
    assert.deepEqual({ ...JSON_FORMAT.find(added, NAME) }, ENTRY, added);
    assert.equal(JSON_FORMAT.remove(added, NAME), text, added);
    assert.ok(added.lastIndexOf("\uFEFF") <= 0, "A byte order mark stands at the start");
  }
});

Deno.test("jsonFormat() removes its entry completely even from a reformatted file", () => {
  for (const indent of [4, "\t", 1, undefined]) {
    const layOut = (text: string) => JSON.stringify(JSON.parse(text), null, indent);
    const made = layOut(JSON_FORMAT.add(undefined, ENTRY, NAME));
    assert.equal(JSON_FORMAT.remove(made, NAME), undefined, made);
    const rest = JSON_FORMAT.remove(layOut(JSON_FORMAT.add('{"a": 1}', ENTRY, NAME)), NAME)!;
    assert.deepEqual(JSON.parse(rest), { a: 1 });
  }
  const noted = JSON_FORMAT.render(ENTRY).replace('": {\n', '": {\n    // mine\n').replaceAll(
    "  ",
    " ",
  );
  assert.match(
    JSON_FORMAT.remove(noted, NAME)!,
    /^\{\n "mcpServers": \{\n {2}\/\/ mine\n \}\n\}\n$/,
  );
});

Deno.test("jsonFormat() of OpenCode removes its own file, and restores one that OpenCode has created", () => {
  const made = OPENCODE_FORMAT.add(undefined, ENTRY, NAME);
  assert.equal(OPENCODE_FORMAT.remove(made, NAME), undefined);
  assert.equal(OPENCODE_FORMAT.remove(JSON.stringify(JSON.parse(made)), NAME), undefined);
  const schema = '{\n  "$schema": "https://opencode.ai/config.json"\n}';
  for (const text of [schema, `${schema}\n`, "{\n}", "{\n}\n", "{}", "", "\n"]) {
    assert.equal(OPENCODE_FORMAT.remove(OPENCODE_FORMAT.add(text, ENTRY, NAME), NAME), text);
  }
});

Deno.test("jsonFormat() keeps the content of others in any layout", () => {
  const settings = fc.dictionary(fc.string().filter((key) => key !== "mcpServers"), fc.jsonValue());
  const servers = fc.dictionary(
    fc.string().filter((key) => key !== "dossier" && key !== "__proto__"),
    fc.record({ command: fc.string() }),
  );
  const indent = fc.constantFrom(undefined, 1, 2, 4, "\t");
  fc.assert(fc.property(settings, fc.option(servers), indent, (rest, own, space) => {
    const before = own === null ? rest : { ...rest, mcpServers: own };
    const text = JSON.stringify(before, null, space);
    const added = JSON_FORMAT.add(text, ENTRY, NAME);
    const wanted = { ...rest, mcpServers: { ...own, dossier: ENTRY } };
    assert.deepEqual(JSON.parse(added), JSON.parse(JSON.stringify(wanted)));
    assert.equal(JSON_FORMAT.remove(added, NAME), text);
  }));
});

Deno.test("jsonFormat() removes only its own entry when others were added since", () => {
  const added = JSON_FORMAT.add('{\n  "a": 1\n}\n', ENTRY, NAME);
  const since = added.replace(/\n {2}\}\n\}\n$/, ',\n    "new": {} // mine\n  }\n}\n');
  const rest = JSON_FORMAT.remove(since, NAME) ?? "";
  assert.deepEqual(JSON.parse(rest.replace("// mine", "")), { a: 1, mcpServers: { new: {} } });
  assert.match(rest, /"new": \{\} \/\/ mine/);
});

Deno.test("jsonFormat() refuses a text that is not as it must be, with the place", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    [
      '{\n  "a": ,\n}',
      /as line 2, column 8 is not valid JSON \(value expected\): correct its syntax first$/,
    ],
    ['{"a": 1', /is not valid JSON/],
    ["\u00A0", /as line 1, column 1 is not valid JSON/],
    ["[]", /as it contains no object: write \{\} into it$/],
    ['{"mcpServers": []}', /as "mcpServers" in it is not an object/],
    ['{"mcpServers": {"dossier": 1}}', /as "dossier" in it is not an object/],
  ];
  for (const [text, message] of wrong) {
    assert.throws(() => JSON_FORMAT.add(text, ENTRY, NAME) && JSON_FORMAT.find(text, NAME), {
      name: "UsageError",
      message,
    });
  }
});
