import assert from "node:assert/strict";
import { BufferedWriter } from "./buffered_writer.ts";

Deno.test("BufferedWriter writes together what was added, in order, and nothing twice", async () => {
  const written: (readonly number[])[] = [];
  const behind = new BufferedWriter<number>((items) => written.push(items));
  for (const item of [1, 2, 3]) behind.add(item);
  assert.deepEqual(written, []);
  while (written.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  behind.flush();
  assert.deepEqual(written, [[1, 2, 3]]);
});

Deno.test("BufferedWriter writes an urgent item at once, after the items before it", () => {
  const written: (readonly string[])[] = [];
  const behind = new BufferedWriter<string>((items) => written.push(items));
  behind.add("a");
  behind.add("b", { isUrgent: true });
  assert.deepEqual(written, [["a", "b"]]);
  for (let item = 0; item < 1000; item++) behind.add(String(item));
  assert.equal(written[1]?.length, 1000);
});

/** Returns the standard error of a program that logs two lines and then ends as `end` says. */
async function runLogging(end: string): Promise<string> {
  const module = JSON.stringify(import.meta.resolve("./mod.ts"));
  const logtape = JSON.stringify(import.meta.resolve("@logtape/logtape"));
  const source = `import { configureLog, LOG_CATEGORY } from ${module};
    import { getLogger } from ${logtape};
    configureLog();
    for (const word of ["one", "two"]) getLogger(LOG_CATEGORY).info(word);
    ${end}`;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const { stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", `--config=${config}`, source],
    stdout: "null",
  }).output();
  return new TextDecoder().decode(stderr);
}

Deno.test("configureLog() loses no line, no matter how the process ends", async () => {
  const ends = [
    "",
    "Deno.exit(3);",
    "throw new Error('late');",
    "Promise.reject(new Error('late'));",
  ];
  for (const end of ends) assert.match(await runLogging(end), /one\n.*two\n/, end);
});
