import assert from "node:assert/strict";
import { parseQuery } from "../query/parse_query.ts";
import { querySymbols } from "../query/query_symbols.ts";
import { classifyQuestion, type QuestionKind } from "./classify_question.ts";

function tell(text: string) {
  const parsed = parseQuery(text);
  return classifyQuestion(text, { parsed, symbols: querySymbols(parsed) });
}

const QUESTIONS: Readonly<Record<QuestionKind, readonly string[]>> = {
  trace: [
    'Crash on start\n\nTraceback (most recent call last):\n  File "app.py", line 3, in run\n    go()',
    "src/a.ts:12:5 - error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  documentation: [
    "how do I run the tests locally?",
    "what changed for the mouse between v1 and v2?",
    "which message style should new code use?",
    "is there a guide for plugins",
  ],
  change: [
    "Split run_simple into smaller functions",
    "Please rename fooBar to foo_bar",
    "`Blueprint.register` does too much: checks, routes and callbacks",
  ],
  symbol: ["open_store", "What exactly does `stream_with_context` guarantee?"],
  broad: ["big uploads eat all the memory", "session management"],
  code: [
    "where is the debugger PIN computed?",
    "Add an option so that requests which fail with a 4xx status are not retried automatically, as " +
    "we have seen clients that hammer a server which had told them to go away for good",
  ],
};

for (const [kind, texts] of Object.entries(QUESTIONS)) {
  Deno.test(`classifyQuestion() detects questions of the kind "${kind}"`, () => {
    for (const text of texts) assert.equal(tell(text).kind, kind, text);
  });
}

Deno.test("classifyQuestion() states the evidence for the kind", () => {
  assert.equal(tell("how do I run the tests?").because, 'it says "how do I"');
  assert.equal(tell("What does openStore promise?").because, 'it names "openStore"');
});

Deno.test("classifyQuestion() reads only the beginning of a long text", () => {
  const issue = `Stop retrying.\n\n${"It fails every time, whatever is sent. ".repeat(20)}`;
  assert.equal(tell(`${issue}\n\nHow do I work around it?`).kind, "code");
});
