import assert from "node:assert/strict";
import { parseYaml } from "./parse_yaml.ts";

Deno.test("parseYaml() reports the position of a repeated key", () => {
  assert.throws(() => parseYaml("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n", "config.yaml"), {
    code: "invalid-config",
    message: 'Cannot use "config.yaml" as line 5, column 3 is wrong: Map keys must be unique',
  });
});

Deno.test("parseYaml() takes time in proportion to a text of many keys", () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `key${index}: ${index}`).join("\n");
  const start = performance.now();
  assert.equal(parseYaml(text, "config.yaml").entries?.length, 20_000);
  // Comparing each key with all others took half a minute.
  assert.ok(performance.now() - start < 5000);
});

for (
  const [what, text] of [
    ["brackets", `a: ${"[".repeat(1_000_000)}`],
    ["dashes", "- ".repeat(500_000)],
    ["closed brackets", `a: ${"{a: [".repeat(1000)}${"]}".repeat(1000)}`],
  ] as const
) {
  Deno.test(`parseYaml() refuses a text of too many levels of ${what} at once`, () => {
    const start = performance.now();
    assert.throws(() => parseYaml(text, "config.yaml"), {
      code: "invalid-config",
      message: 'Cannot use "config.yaml" as line 1, column 1 is wrong: it has more than 200 levels',
    });
    assert.ok(performance.now() - start < 1000);
  });
}

for (const levels of [202, 600, 1500]) {
  Deno.test(`parseYaml() refuses ${levels} levels of lines, each further in`, () => {
    const text = Array.from({ length: levels }, (_, level) => `${" ".repeat(level)}a:`).join("\n");
    assert.throws(() => parseYaml(text, "config.yaml"), {
      message:
        /^Cannot use "config.yaml" as line \d+, column \d+ is wrong: it has more than 200 levels$/,
    });
  });
}

Deno.test("parseYaml() reads any number of brackets in a text", () => {
  const { entries } = parseYaml(`a: "${"[]".repeat(5000)}"\n`, "config.yaml");
  assert.equal(entries?.[0]?.value.value, "[]".repeat(5000));
});

Deno.test("parseYaml() reads as many levels as it allows", () => {
  const text = `a: ${"[".repeat(190)}1${"]".repeat(190)}`;
  assert.equal(parseYaml(text, "config.yaml").entries?.[0]?.value.items?.length, 1);
});
