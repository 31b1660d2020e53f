import assert from "node:assert/strict";
import { openPolicies } from "@dossier/policy";
import { makePolicyTree, writeDossier } from "../../../tests/policy_trees.ts";
import { readFrontMatter } from "../../issue/read_issue.ts";
import { parseYaml } from "./parse_yaml.ts";

/** Texts as people write them, with the part that needs quotes and its first character. */
const VALUES: readonly (readonly [string, string, number])[] = [
  ["*", "*", 0],
  ["*.ts", "*.ts", 0],
  ["*a b", "*a b", 0],
  ["[*]", "*", 1],
  ["[*.ts, b]", "*.ts", 1],
  ["[src, *.ts]", "*.ts", 6],
  ["{ a: *, b: c }", "*", 5],
  ["&", "&", 0],
  ["&a", "&a", 0],
  ["@team", "@team", 0],
  ["`code` here # so", "`code` here", 0],
  ["%d", "%d", 0],
  ["!", "!", 0],
  ["!x/**", "!x/**", 0],
  ["!*.ts", "!*.ts", 0],
];

/** Returns the message of the error that a function throws. */
async function thrown(run: () => unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing";
}

for (const [value, quoted, at] of VALUES) {
  Deno.test(`a YAML value ${value} is to be in quotes, whatever file it stands in`, async () => {
    const written = JSON.stringify(quoted);
    const said = `a text that begins with "${quoted[0]}" must be in quotes: write ${written}`;
    for (
      const [text, line, column] of [
        [`key: ${value}\n`, 1, 6 + at],
        [`key:\n  - ${value}\nother: 1\n`, 2, 5 + at],
      ] as const
    ) {
      assert.equal(
        await thrown(() => parseYaml(text, "a.yaml")),
        `Cannot use "a.yaml" as line ${line}, column ${column} is wrong: ${said}`,
      );
    }
  });
}

Deno.test("parseYaml() accepts values that YAML means", () => {
  const text = `a: &x [1]\nb: *x\nc: !!str 5\nd: "*"\ne: a * b & c ! d\nf: '@x'\ng: |\n  *x\n`;
  const values = parseYaml(text, "a.yaml").entries?.map(({ value }) => value.value);
  assert.deepEqual(values, [[1], undefined, "5", "*", "a * b & c ! d", "@x", "*x\n"]);
  assert.throws(
    () => parseYaml("a: b: c\n", "a.yaml"),
    /a text with ": " in it must be in quotes$/,
  );
});

Deno.test("policies, hooks and front matter report a text that needs quotes", async () => {
  using tree = makePolicyTree();
  writeDossier(tree.root, {
    profiles: { p: "---\npermissions: *\n---\n" },
    files: { "hooks.yaml": "hooks:\n  - id: @me\n", "policy.yaml": "compose: %\n" },
  });
  const policies = openPolicies(tree);
  const said = await Promise.all([
    thrown(() => policies.loadProfile("p")),
    thrown(() => policies.hooks()),
    thrown(() => policies.settings()),
    thrown(() => readFrontMatter("title: x\nlabels: [*]\n", "a.md")),
  ]);
  assert.match(said[0]!, /p\.md" as line 2, column 14 is wrong: .* in quotes: write "\*"$/);
  assert.match(said[1]!, /hooks\.yaml" as line 2, column 9 is wrong: .* in quotes: write "@me"$/);
  assert.match(said[2]!, /policy\.yaml" as line 1, column 10 is wrong: .* in quotes: write "%"$/);
  assert.match(said[3]!, /line 3, column 10 of its front matter is wrong: .* write "\*"$/);
});
