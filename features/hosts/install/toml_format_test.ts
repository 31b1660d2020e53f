import assert from "node:assert/strict";
import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { TOML_FORMAT } from "./toml_format.ts";

const NAME = '"config.toml"';
const ENTRY = { command: "/bin/deno", args: ["run", "mcp"] };
const BLOCK = '[mcp_servers.dossier]\ncommand = "/bin/deno"\nargs = [ "run", "mcp" ]\n';

Deno.test("TOML_FORMAT adds a table at the end and keeps every byte of the others", () => {
  const text = '# mine\nmodel = "x" # fast\n\n[mcp_servers.web]\ncommand = "web"\n';
  const added = TOML_FORMAT.add(text, ENTRY, NAME);
  assert.equal(added, `${text}\n${BLOCK}`);
  assert.deepEqual({ ...TOML_FORMAT.find(added, NAME) }, ENTRY);
  assert.equal(TOML_FORMAT.add(added, ENTRY, NAME), added);
  assert.equal(TOML_FORMAT.remove(added, NAME), text);
});

Deno.test("TOML_FORMAT gives back the very text that it added the table to", () => {
  const texts = [
    undefined,
    "",
    "\n",
    "a = 1",
    "a = 1\n\n\n",
    "a = 1\r\n[b]\r\nc = 2\r\n",
    "[mcp_servers]\n",
    '[mcp_servers.web]\ncommand = "web" # last',
    'a = """\n[mcp_servers.dossier]\n"""\n',
    "# only a note\n",
    "\uFEFF",
    "big = 9007199254740993\nsmall = -9223372036854775808\n[[a]]\nf = inf\n",
  ];
  for (const text of texts) {
    const added = TOML_FORMAT.add(text, ENTRY, NAME);
    assert.deepEqual({ ...TOML_FORMAT.find(added, NAME) }, ENTRY, added);
    assert.equal(TOML_FORMAT.remove(added, NAME), text, added);
  }
});

Deno.test("TOML_FORMAT leaves no file of its own where somebody laid it out anew", () => {
  const layouts = [`\n${BLOCK}\n\n`, BLOCK.replaceAll("\n", "\r\n"), BLOCK.replaceAll(" = ", "=")];
  for (const text of layouts) assert.equal(TOML_FORMAT.remove(text, NAME), undefined, text);
  assert.equal(TOML_FORMAT.remove(`# mine\n\n\n${BLOCK}`, NAME), "# mine\n\n");
});

Deno.test("TOML_FORMAT changes and removes its table between others, with the tables below it", () => {
  const text = `a = """
[mcp_servers.dossier]
"""

[mcp_servers.dossier]
command = "old"

[mcp_servers."dossier".env]
A = "1"

# of the next one
[mcp_servers.web]
command = "web"
`;
  const next = '\n# of the next one\n[mcp_servers.web]\ncommand = "web"\n';
  const head = 'a = """\n[mcp_servers.dossier]\n"""\n\n';
  const added = `${BLOCK}\n[mcp_servers.dossier.env]\nA = "1"\n`;
  assert.equal(TOML_FORMAT.add(text, ENTRY, NAME), head + added + next);
  assert.equal(TOML_FORMAT.remove(text, NAME), head + next);
});

Deno.test("TOML_FORMAT keeps what others wrote, whatever it is", () => {
  const value = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.array(fc.string()));
  const key = fc.string().filter((name) => name !== "mcp_servers" && name !== "__proto__");
  const table = fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value)));
  fc.assert(fc.property(table, (settings) => {
    const text = stringify(settings);
    const added = TOML_FORMAT.add(text, ENTRY, NAME);
    assert.deepEqual(
      parse(added),
      parse(stringify({ ...settings, mcp_servers: { dossier: ENTRY } })),
    );
    assert.equal(TOML_FORMAT.remove(added, NAME), text);
  }));
});

Deno.test("TOML_FORMAT refuses what it cannot edit, with the place", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    [
      "a = 1\nb = \n",
      /^Cannot change "config\.toml" as line 2, column \d+ is not valid TOML \(.*\): /,
    ],
    [
      'mcp_servers = { x = { command = "x" } }\n',
      /as "mcp_servers" in it is not written as tables: write .* as \[mcp_servers\.NAME\]$/,
    ],
    ["mcp_servers = {}\n", /as "mcp_servers" in it is not written as tables: write/],
    ["mcp_servers = 1\n", /as "mcp_servers" in it is not a table: remove it by hand$/],
    ["[mcp_servers]\ndossier = 1\n", /as "dossier" in it is not a table: remove it by hand$/],
    ['[mcp_servers]\ndossier = { command = "x" }\n', /is not a separate table: remove/],
  ];
  for (const [text, message] of wrong) {
    assert.throws(() => TOML_FORMAT.add(text, ENTRY, NAME), { name: "UsageError", message });
  }
  const inline = '[mcp_servers]\ndossier = { command = "x" }\n';
  assert.throws(() => TOML_FORMAT.remove(inline, NAME), { name: "UsageError" });
});
