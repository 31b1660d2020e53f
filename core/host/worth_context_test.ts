import assert from "node:assert/strict";
import fc from "fast-check";
import { wrapHookBlock } from "./hook_block.ts";
import { findIssueIds, isWorthContext, mayBeWorthContext } from "./worth_context.ts";

Deno.test("isWorthContext() gives to tasks and to questions about the code", () => {
  for (
    const prompt of [
      "Retry failed uploads with a delay that doubles",
      "where are concurrent requests for the same key deduplicated?",
      "how do I run the tests locally before contributing?",
      "screen is garbled after resize",
      "検索語 の 一覧 を 作る",
      "Wie führe ich mehrere Befehle nacheinander aus?",
      "Merge the two readers of settings into one",
    ]
  ) assert.equal(isWorthContext(prompt), true, prompt);
});

Deno.test("isWorthContext() gives to a short prompt only what names code or is a stack trace", () => {
  for (const prompt of ["initCache", "MapAdapter.match", "fix src/a.ts", "why foo_bar()?"]) {
    assert.equal(isWorthContext(prompt), true, prompt);
  }
  assert.equal(isWorthContext("broken upload again"), false);
  assert.equal(isWorthContext("TypeError: x is not a function\n    at run (a.js:3:4)"), true);
});

Deno.test("isWorthContext() gives nothing to small talk, to orders about tools, and to commands of the host", () => {
  for (
    const prompt of [
      ...["", "  \n", "ok, go on", "thanks, that works!", "commit this", "run the tests again"],
      ...[
        "please commit core/text.ts and push it",
        "/review",
        "/compact keep the plan",
        "!ls -la src",
      ],
      ...["# always answer in English please", "run deno test core/text"],
    ]
  ) assert.equal(isWorthContext(prompt), false, prompt);
});

Deno.test("isWorthContext() takes an issue that there is for a task, however short the prompt", () => {
  assert.equal(isWorthContext("do web-7"), false);
  assert.equal(isWorthContext("do web-7", { hasIssue: true }), true);
  assert.equal(isWorthContext("/work on web-7", { hasIssue: true }), false);
});

Deno.test("isWorthContext() does not look at what a host puts around a prompt", () => {
  const around = "<ide_opened_file>The user opened src/retry_policy.ts</ide_opened_file>\n" +
    "<system-reminder>Read src/a.ts again.</system-reminder>";
  assert.equal(isWorthContext(`${around}\nok, go on`), false);
  assert.equal(isWorthContext(`${around}\nRetry failed uploads with a delay`), true);
  assert.deepEqual(findIssueIds("<system-reminder>web-7</system-reminder> do web-8"), ["web-8"]);
});

Deno.test("isWorthContext() looks neither at our own blocks nor at the end of a huge prompt", () => {
  const block = wrapHookBlock("class RetryPolicy { backoff() {} }", { moment: "prompt", id: "1" });
  assert.equal(isWorthContext(`go on\n${block}`), false);
  assert.equal(isWorthContext(`ok ${"ok ".repeat(20_000)} RetryPolicy`), false);
});

Deno.test("isWorthContext() and findIssueIds() take any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.equal(typeof isWorthContext(text), "boolean");
    assert.ok(findIssueIds(text).length <= 8);
  }));
  // A step whose time grows with the square of a length would not come to an end here.
  for (
    const unit of [
      "a/",
      "a.",
      "a-",
      "`",
      "A",
      "(",
      "at ",
      " \t",
      "_a",
      "--a",
      "<ide_a ",
      "<dossier-context ",
    ]
  ) {
    isWorthContext(unit.repeat(300_000));
    findIssueIds(unit.repeat(300_000));
  }
});

Deno.test("findIssueIds() finds what trackers call an issue, also among paths and options", () => {
  assert.deepEqual(findIssueIds("do web-7, then noface-hwk and bd-a1b2.3; see web-7"), [
    ...["web-7", "noface-hwk", "bd-a1b2.3"],
  ]);
  assert.deepEqual(findIssueIds("src/web-7/a.ts --dry-run a-b-c x.web-7"), []);
});

Deno.test("mayBeWorthContext() asks trackers about what may be an issue, but not for a command of the host", () => {
  assert.equal(mayBeWorthContext("do web-7"), true);
  assert.equal(mayBeWorthContext("/work web-7"), false);
  assert.equal(mayBeWorthContext("go on"), false);
});
