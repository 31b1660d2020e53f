import { listMessages } from "./list_messages.ts";
import assert from "node:assert/strict";

Deno.test("listMessages() joins the parts of a sentence, keeps expressions and skips patterns", () => {
  const path = Deno.makeTempFileSync({ suffix: ".ts" });
  try {
    const lines = [
      'import { readFile } from "./a folder/read_file.ts";',
      'const WORDS_REGEXP = "one word or two";',
      "throw new RangeError(",
      '  `Cannot read "${path}" as it is ` + "a folder: name a file",',
      ");",
    ];
    Deno.writeTextFileSync(path, lines.join("\n"));
    const text = 'Cannot read "{path}" as it is a folder: name a file';
    assert.deepEqual(listMessages(path), [{ path, line: 4, use: "RangeError", text }]);
  } finally {
    Deno.removeSync(path);
  }
});
