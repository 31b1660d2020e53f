import { FILE_SATURATION_STEP } from "@dossier/core";
import assert from "node:assert/strict";
import fc from "fast-check";
import { IndexedTree } from "../../tests/indexed_tree.ts";
import { QueryText } from "./query_text.ts";
import { retrieve } from "./retrieve.ts";

async function openTree(files: Record<string, string>): Promise<IndexedTree> {
  const tree = new IndexedTree(files);
  await tree.refresh();
  return tree;
}

Deno.test("retrieve() answers a query of stop words when there are no other words", async () => {
  using tree = await openTree({ "a.md": "what is this", "b.md": "else" });
  assert.deepEqual(await tree.searchPaths("what is this"), ["a.md"]);
  assert.deepEqual(await tree.searchPaths("what is else"), ["b.md"]);
});

Deno.test("retrieve() finds words in the body, in names, in headings and in paths", async () => {
  using tree = await openTree({
    "body.py": "def f():\n    return aardvark\n",
    "name.py": "def find_badger():\n    pass\n",
    "heading.md": "# The capybara\n\ntext\n",
    "dingo/path.md": "text\n",
  });
  assert.deepEqual(await tree.searchPaths("aardvark"), ["body.py"]);
  assert.deepEqual(await tree.searchPaths("badger"), ["name.py"]);
  assert.deepEqual(await tree.searchPaths("findBadger"), ["name.py"]);
  assert.deepEqual(await tree.searchPaths("capybara"), ["heading.md"]);
  assert.deepEqual(await tree.searchPaths("dingo"), ["dingo/path.md"]);
});

Deno.test("retrieve() finds nothing by a disabled field", async () => {
  using tree = await openTree({ "dingo/a.md": "text\n", "b.md": "# Koala\n\ntext\n" });
  assert.deepEqual(await tree.search("dingo", { disabled: new Set(["path"]) }), []);
  const noHeadings = await tree.search("koala", { disabled: new Set(["heading"]) });
  assert.ok(noHeadings.length === 1, "the line of the heading is part of the body");
});

Deno.test("retrieve() halves the score of each further chunk of a file", async () => {
  const section = `# Section\n\n${"badger ".repeat(3)}${"other words to fill it ".repeat(90)}\n`;
  using tree = await openTree({ "a.md": `${section}\n${section}\n${section}`, "b.md": "else\n" });
  const options = { disabled: new Set([FILE_SATURATION_STEP.name]) };
  const plain = (await tree.search("badger", options)).map(({ score }) => score);
  const saturated = (await tree.search("badger")).map(({ score }) => score);
  assert.ok(plain.length >= 3);
  assert.deepEqual(saturated, plain.map((score, i) => score / 2 ** i));
});

Deno.test("retrieve() does not let many chunks of one file crowd out another file", async () => {
  const section = `# Badger\n\n${"badger ".repeat(30)}${"and other words ".repeat(100)}\n`;
  using tree = await openTree({
    "a.md": section.repeat(60),
    "b.md": "a badger among other words\n",
  });
  const [first, ...others] = await tree.search("badger", { limit: 1000 });
  assert.ok(first?.path === "a.md" && others.length > 50);
  const few = await tree.search("badger", { limit: 4 });
  assert.ok(few.some(({ path }) => path === "b.md"), JSON.stringify(few));
});

Deno.test("retrieve() by file returns the best chunk of each file, and further ones with a phrase", async () => {
  const section = `# Badger\n\n${"badger ".repeat(30)}${"and other words ".repeat(100)}\n`;
  using tree = await openTree({
    "a.md": `${section.repeat(5)}\nthe rest of the badger\n`,
    "b.md": "a badger among other words\n",
  });
  const all = await tree.search("badger");
  const byFile = await tree.search("badger", { isByFile: true });
  assert.ok(all.length > 2);
  assert.deepEqual(byFile.map(({ path }) => path), ["a.md", "b.md"]);
  assert.deepEqual(byFile[0], all[0]);
  const phrases = ["the rest of the badger"];
  const held = await tree.search("badger", { isByFile: true, phrases });
  assert.deepEqual(held.filter(({ hasPhraseWords }) => !hasPhraseWords), byFile);
  assert.deepEqual(held.length, 3);
});

Deno.test("retrieve() begins with the same results for any limit", async () => {
  // The file with the name has fewer occurrences in its text than more files than are considered.
  const filler = Array.from({ length: 120 }, (_, index) => `filler${index}`).join(" ");
  const named = (name: string) => `def ${name}():\n    """${name} ${filler}"""\n`;
  const files: Record<string, string> = {
    "retry_upload.py": named("retry_upload"),
    "lib/upload.py": named("upload"),
  };
  for (let i = 0; i < 250; i++) {
    const words = `${"retry upload ".repeat(1 + i % 3)}${"queue ".repeat(i % 5)}`;
    files[`many/file${i}.txt`] = `${words.trim()}\n`;
  }
  using tree = await openTree(files);
  const words = fc.constantFrom("retry", "upload", "queue", "file7", "retry_upload");
  await fc.assert(
    fc.asyncProperty(
      fc.array(words, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 400 }),
      async (query, limit) => {
        const all = await tree.search(query.join(" "), { limit: 1000 });
        const few = await tree.search(query.join(" "), { limit });
        assert.deepEqual(few, all.slice(0, limit));
      },
    ),
    { numRuns: 30 },
  );
});

Deno.test("retrieve() fills the results with other files when some must not be shown", async () => {
  const files: Record<string, string> = { "last.md": `an upload among ${"others ".repeat(40)}` };
  for (let i = 0; i < 120; i++) files[`many/${i}.md`] = "upload upload upload\n";
  using tree = await openTree(files);
  const isAllowed = (path: string) => !path.startsWith("many/");
  const found = await tree.search("upload", { limit: 3, isAllowed });
  assert.deepEqual(found.map(({ path }) => path), ["last.md"]);
});

Deno.test("retrieve() sees files that any connection indexes after the first answer", async () => {
  using tree = await openTree({ "a.md": "koala" });
  const paths = async () =>
    (await retrieve(tree.reader, { query: new QueryText("koala"), limit: 9 })).map(({ path }) =>
      path
    );
  assert.deepEqual(await paths(), ["a.md"]);
  tree.write("b.md", "koala");
  await tree.refresh();
  assert.deepEqual(await paths(), ["a.md", "b.md"]);
  tree.remove("a.md");
  // So many files are indexed by another thread with its own connection.
  for (let i = 0; i < 200; i++) tree.write(`c/${i}.md`, "wombat");
  await tree.refresh();
  assert.deepEqual(await paths(), ["b.md"]);
});

Deno.test("retrieve() does not confuse two words with the same hash", async () => {
  using tree = await openTree({
    "bavadof.md": "bavadof\n",
    "costarring.md": "costarring\n",
    "kufamob.md": "kufamob\n",
    "liquid.md": "liquid\n",
  });
  for (const word of ["bavadof", "kufamob", "costarring", "liquid"]) {
    assert.deepEqual(await tree.searchPaths(word), [`${word}.md`]);
  }
});

Deno.test("retrieve() returns and marks chunks with all words of a phrase beside the best", async () => {
  const files: Record<string, string> = { "z/test.md": `rest of the badger ${"else ".repeat(90)}` };
  for (let i = 0; i < 120; i++) files[`badger/${i}.md`] = "# Badger\n\nthe badger\n";
  using tree = await openTree(files);
  const phrases = ["the rest of the badger"];
  const plain = await tree.search("badger", { limit: 5 });
  const found = await tree.search("badger", { limit: 5, phrases });
  assert.deepEqual(found.slice(0, 5), plain);
  assert.deepEqual(found.slice(5).map(({ path, hasPhraseWords }) => [path, hasPhraseWords]), [
    ["z/test.md", true],
  ]);
  const filter = { paths: ["badger/**"] };
  assert.equal((await tree.search("badger", { limit: 5, phrases, filter })).length, 5);
});
