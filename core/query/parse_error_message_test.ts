import assert from "node:assert/strict";
import { findQuotedError, parseErrorLine } from "./parse_error_message.ts";

const ERRORS: readonly (readonly [string, string, string | undefined, string])[] = [
  ["Python", "ValueError: embedded null byte", "ValueError", "embedded null byte"],
  [
    "Python with a module",
    "django.db.utils.IntegrityError: duplicate key",
    "django.db.utils.IntegrityError",
    "duplicate key",
  ],
  ["pytest", "E       AssertionError: assert 1 == 2", "AssertionError", "assert 1 == 2"],
  ["JavaScript", "Uncaught TypeError: x is not a function", "TypeError", "x is not a function"],
  [
    "Java",
    'Exception in thread "main" java.lang.IllegalStateException: closed',
    "java.lang.IllegalStateException",
    "closed",
  ],
  [
    "a cause in Java",
    "Caused by: java.io.IOException: disk full",
    "java.io.IOException",
    "disk full",
  ],
  [
    "C#",
    "Unhandled exception. System.ArgumentException: no key",
    "System.ArgumentException",
    "no key",
  ],
  [
    "Ruby",
    "lib/a.rb:3:in `run': undefined method `x' (NoMethodError)",
    "NoMethodError",
    "undefined method `x'",
  ],
  [
    "Rust",
    "thread 'main' panicked at 'index out of bounds', src/main.rs:2:5",
    undefined,
    "index out of bounds",
  ],
  [
    "Go",
    "panic: runtime error: index out of range [3]",
    undefined,
    "runtime error: index out of range [3]",
  ],
  ["Elixir", "** (RuntimeError) could not start", "RuntimeError", "could not start"],
  ["a program", "fatal: not a git repository", undefined, "not a git repository"],
  [
    "Django's page",
    "Exception Value: max() arg is an empty sequence",
    undefined,
    "max() arg is an empty sequence",
  ],
];

for (const [source, line, type, message] of ERRORS) {
  Deno.test(`parseErrorLine() reads an error of ${source}`, () => {
    const found = parseErrorLine(`  ${line}`);
    assert.deepEqual([found?.type, found?.message], [type, message]);
    const offset = found?.offset ?? 0;
    assert.equal(`  ${line}`.slice(offset, offset + message.length), message);
  });
}

Deno.test("parseErrorLine() returns undefined for sentences", () => {
  for (
    const line of ["Error handling is missing", "This Exception is odd", "No errors: all is well"]
  ) {
    assert.equal(parseErrorLine(line), undefined, line);
  }
});

Deno.test("findQuotedError() reads an error in a sentence up to its closing quote", () => {
  const line = 'It throws "ValueError: embedded null byte" at times.';
  assert.deepEqual(findQuotedError(line), {
    type: "ValueError",
    message: "embedded null byte",
    offset: line.indexOf("embedded"),
  });
  assert.equal(findQuotedError("a ValueError comes up"), undefined);
});
