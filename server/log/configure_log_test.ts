import type { LogRecord } from "@logtape/logtape";
import fc from "fast-check";
import assert from "node:assert/strict";
import { openLogRenderer } from "./mod.ts";

/** Returns a record of the log with a text from outside. */
function recordOf(path: unknown): LogRecord {
  return {
    category: ["dossier", "server"],
    level: "debug",
    message: ["", path, " begins"],
    rawMessage: "{path} begins",
    timestamp: 0,
    properties: { path },
  };
}

Deno.test("openLogRenderer() renders any record as one printable line", () => {
  const text = openLogRenderer("text");
  assert.equal(
    text(recordOf("/a\n2026 [INF] forged\x1b[2J\u202e")),
    "1970-01-01T00:00:00.000Z [DBG] dossier·server: " +
      "/a\\u000a2026 [INF] forged\\u001b[2J\\u202e begins\n",
  );
  const control = fc.string({ unit: fc.constantFrom("\n", "\r", "\x1b", "\x9b", "\u2028", "a") });
  for (const format of ["text", "json"] as const) {
    const render = openLogRenderer(format);
    fc.assert(fc.property(fc.oneof(fc.string({ unit: "binary" }), control), (path) => {
      for (const value of [path, new Error(path), { path }]) {
        const line = render(recordOf(value));
        assert.match(line, /^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*\n$/u);
        if (format === "json") assert.equal(JSON.parse(line).level, "DEBUG");
      }
      if (format === "json") assert.equal(JSON.parse(render(recordOf(path))).path, path);
    }));
  }
});

Deno.test("openLogRenderer() masks secrets, also in errors", () => {
  const token = ["gh", "p_"].join("") + "a1B2".repeat(9);
  for (const format of ["text", "json"] as const) {
    const render = openLogRenderer(format);
    for (const value of [`/log/${token}`, new Error(`Cannot read "${token}"`), { token }]) {
      const line = render(recordOf(value));
      assert.ok(!line.includes(token) && line.includes("«masked: github-token»"), line);
    }
  }
});
