import assert from "node:assert/strict";

/** Runs statements that may use the exports of `output.ts`, and returns both streams. */
async function run(body: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const url = new URL("./output.ts", import.meta.url);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", `import { paintLine, printMessage, printResult } from "${url}"; ${body}`],
  }).output();
  const decoder = new TextDecoder();
  return { stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("paintLine() writes a line that the next message replaces", async () => {
  const { stdout, stderr } = await run(
    'paintLine("a"); paintLine("b"); printMessage("c"); printMessage("d")',
  );
  assert.equal(stdout, "");
  assert.equal(stderr, "\r\x1b[2Ka\r\x1b[2Kb\r\x1b[2Kc\nd\n");
});

Deno.test("printResult() erases a painted line before it writes", async () => {
  const { stdout, stderr } = await run('paintLine("a"); printResult("é\\n".repeat(50_000))');
  assert.equal(stdout, "é\n".repeat(50_000));
  assert.equal(stderr, "\r\x1b[2Ka\r\x1b[2K");
});

Deno.test("printMessage() writes any text as one line", async () => {
  const { stderr } = await run('printMessage("a\\nb\\u001b[31m")');
  assert.equal(stderr, "a\\u000ab\\u001b[31m\n");
});
