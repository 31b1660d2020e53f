import assert from "node:assert/strict";
import { parsePlainYaml } from "@dossier/core/yaml";
import { readProfile } from "./read_dossier.ts";
import { cutFrontMatter } from "@dossier/retrieval/notation";

Deno.test("policies of our form that are written by hand need no parser of YAML", () => {
  const folders = [
    "./system",
    "../../.dossier/profiles",
    "../../.dossier/knowledge",
    "../../.dossier",
  ];
  const files = folders.map((folder) => new URL(`${folder}/`, import.meta.url)).flatMap(listFiles);
  assert.ok(files.length > 25, `${files.length} files`);
  for (const file of files) {
    const text = Deno.readTextFileSync(file);
    const place = { path: file.pathname, code: "invalid-profile", warn: () => {} } as const;
    const { metadata } = file.pathname.endsWith(".md")
      ? cutFrontMatter(text, place)
      : { metadata: text };
    assert.ok(parsePlainYaml(metadata) !== undefined, file.pathname);
  }
});

Deno.test("readProfile() reads a number as the written text, with and without the parser", async () => {
  const place = { path: "a.md", code: "invalid-profile", warn: assert.fail } as const;
  for (const description of ["d", "|\n  d"]) {
    const front =
      `---\ndescription: ${description}\nversion: 1.10\nmodel: {tier: 2.0}\nname: 7\n---\n`;
    const { version, model, name } = await readProfile("a", front, place);
    assert.deepEqual([version, model, name], ["1.10", { tier: "2.0" }, "7"]);
  }
});

Deno.test("readProfile() warns of an unknown type of an input, and accepts any value for it", async () => {
  const told: string[] = [];
  const warn = (sentence: string) => told.push(sentence);
  const place = { path: "a.md", code: "invalid-profile", warn } as const;
  const front =
    "---\ninputs:\n  count: { type: interger }\n  rest: { type: any }\n  plain: {}\n---\n";
  const { inputs } = await readProfile("a", front, place);
  assert.deepEqual(inputs.map(({ type }) => type), ["interger", "any", "string"]);
  assert.deepEqual(told, [
    'a.md:3:18: there is no type "interger": write one of string, number, integer, boolean, object, array, any',
  ]);
});

/**
 * Returns the policies in a folder; below `.dossier`, only its folders of policies are read, not
 * the state.
 */
function listFiles(folder: URL): readonly URL[] {
  return Deno.readDirSync(folder).toArray().flatMap(({ name, isDirectory }) => {
    if (isDirectory) {
      return folder.pathname.endsWith("/.dossier/") ? [] : listFiles(new URL(`${name}/`, folder));
    }
    return /\.(?:md|yaml)$/.test(name) ? [new URL(name, folder)] : [];
  });
}
