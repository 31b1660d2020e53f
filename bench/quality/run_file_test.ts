import assert from "node:assert/strict";
import { parseRun, renderRunLine } from "./run_file.ts";

Deno.test("parseRun() reads what renderRunLine() wrote", () => {
  const results = [{ path: "a/b.ts", startLine: 1, endLine: 9, tokens: 40 }];
  const text = renderRunLine({ repo: "a", queryId: "a1" }, results) +
    renderRunLine({ repo: "a", queryId: "a2" }, []);
  assert.deepEqual([...parseRun(text)], [["a1", results], ["a2", []]]);
});

Deno.test("parseRun() names an incomplete line", () => {
  const message = "Cannot read line 1 of the run: a field is missing or of a wrong kind";
  for (
    const line of [
      '{"query_id":"a1"}',
      '{"results":[]}',
      '{"query_id":"a1","results":[{"path":"a","start_line":1,"end_line":2}]}',
    ]
  ) {
    assert.throws(() => parseRun(line), new SyntaxError(message));
  }
});
