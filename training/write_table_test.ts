import assert from "node:assert/strict";
import { openStaticEmbedder } from "../retrieval/embed/static/static_embedder.ts";
import { writeTable } from "./write_table.ts";

function writeTrained(work: string, numbers: readonly number[]): void {
  Deno.writeTextFileSync(`${work}/table.json`, '{"name":"t","version":"3","dimensions":2}');
  Deno.writeTextFileSync(`${work}/table.words`, "server\n##s\nopen\n");
  Deno.writeFileSync(`${work}/table.vectors`, new Uint8Array(Float32Array.from(numbers).buffer));
}

Deno.test("writeTable() writes what the product's embedder reads", async () => {
  const work = Deno.makeTempDirSync();
  try {
    writeTrained(work, [3, 0, 0, 5, 0, 4]);
    await writeTable(work, `${work}/table.bin`);
    using embedder = openStaticEmbedder(`${work}/table.bin`);
    const [both] = await embedder.embedQueries(["openServer"]);
    assert.deepEqual([...both!].map((value) => Math.round(value * 10)), [6, 8]);
    const [cut] = await embedder.embedQueries(["opens"]);
    assert.deepEqual([...cut!], [0, 1]);
    assert.equal(embedder.name, "t 3");
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
});

Deno.test("writeTable() throws when words and numbers do not match", async () => {
  const work = Deno.makeTempDirSync();
  try {
    writeTrained(work, [1, 2, 3]);
    await assert.rejects(writeTable(work, `${work}/table.bin`), {
      name: "RangeError",
      message: "Cannot write the table as it must have 2 numbers for each of 3 words: it has 3",
    });
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
});
