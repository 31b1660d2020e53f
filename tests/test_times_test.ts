import assert from "node:assert/strict";
import { listSlowestTests, renderTestTimes } from "./test_times.ts";

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="4" failures="0" errors="0" time="4.2">
    <testsuite name="./a_test.ts" tests="3" disabled="0" errors="0" failures="0">
        <testcase name="f&lt;T&gt;() says &quot;1 &gt; 0&quot;" classname="./a_test.ts" time="1.250" line="1" col="6">
        </testcase>
        <testcase name="g()" classname="./a_test.ts" time="2.500" line="2" col="6">
        </testcase>
        <testcase name="g() &gt; one of its steps" classname="./a_test.ts" time="2.400" line="3" col="6">
        </testcase>
        <testcase name="h()" classname="./a_test.ts" time="0.010" line="4" col="6">
        </testcase>
    </testsuite>
</testsuites>
`;

Deno.test("listSlowestTests() returns the slowest first, and no steps in addition to their test", () => {
  assert.deepEqual(listSlowestTests(REPORT, 2), [
    { name: "g()", file: "./a_test.ts", seconds: 2.5 },
    { name: 'f<T>() says "1 > 0"', file: "./a_test.ts", seconds: 1.25 },
  ]);
});

Deno.test("renderTestTimes() renders seconds, file and name", () => {
  assert.equal(renderTestTimes(listSlowestTests(REPORT, 1)), "   2.5 s  a_test.ts  g()\n");
});
