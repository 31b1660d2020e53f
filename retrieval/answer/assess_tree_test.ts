import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";

const FILES = {
  "src/pool.py":
    'class Pool:\n    """Holds connections."""\n\n    def open(self):\n        """Opens a connection. It may wait."""\n        return self.connect()\n',
  "src/token.py":
    'TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345"\n\ndef read_token():\n    return TOKEN\n',
  "docs/guide.md": "# Guide\n\n## Pools\n\nHow to open a pool of connections.\n",
};

Deno.test("assess() points to definitions with their signature and the first sentence of their comment", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const { pointers, index } = await engine.assess("open a connection of the pool", { limit: 2 });
  assert.equal(index.documents, 3);
  assert.equal(pointers.length, 2);
  const [first] = pointers;
  assert.deepEqual([first?.path, first?.startLine, first?.endLine], ["src/pool.py", 1, 6]);
  assert.match(first!.head, /^class Pool\b[^]*Holds connections\./);
  for (const { chance } of pointers) assert.ok(chance > 0 && chance < 1);
});

Deno.test("assess() says how strongly a tree speaks to a text: not at all to one without a word of it", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const strengthOf = async (text: string) => (await engine.assess(text)).strength;
  const about = (await strengthOf("where does the pool open a connection?"))!;
  assert.ok(about.words > 0 && about.meaning > 0);
  assert.equal(about.name, 1, "a file is called pool");
  const other = (await strengthOf("zebra crossing"))!;
  assert.deepEqual([other.words, other.name], [0, 0]);
  assert.ok(other.meaning < about.meaning);
  assert.equal(await strengthOf("?!"), undefined);
});

Deno.test("assess() masks secrets in what it says of a part", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const assessment = await engine.assess("read the TOKEN");
  assert.ok(assessment.pointers.some(({ path }) => path === "src/token.py"));
  assert.doesNotMatch(JSON.stringify(assessment), /ghp_0123456789/);
});
