import assert from "node:assert/strict";
import { toTerminalNotice } from "./terminal_notice.ts";

Deno.test("M-30: toTerminalNotice() cuts 2,000 bytes to 1,024 between characters, with a mark", () => {
  const notice = toTerminalNotice("ä".repeat(1000));
  assert.equal(notice, `${"ä".repeat(512)} …[truncated]\r`);
  const odd = toTerminalNotice(`x${"ä".repeat(1000)}`);
  assert.equal(odd, `x${"ä".repeat(511)} …[truncated]\r`);
  assert.equal(
    toTerminalNotice("\u{1f600}".repeat(257)),
    `${"\u{1f600}".repeat(256)} …[truncated]\r`,
  );
});

Deno.test("M-30: toTerminalNotice() is one line that nothing in the text submits early", () => {
  assert.equal(toTerminalNotice("one\r\ntwo\u001b[2Jthree\n"), "one two [2Jthree\r");
  assert.equal(toTerminalNotice("x".repeat(1024)), `${"x".repeat(1024)}\r`);
});
