import assert from "node:assert/strict";
import fc from "fast-check";
import { isContextError } from "../errors.ts";
import {
  MAX_NAME_UNITS,
  MAX_NAMES,
  MAX_PRINTED_NAMES,
  parseNames,
  parsePrintedNames,
} from "./parse_printed_names.ts";

Deno.test("parsePrintedNames() reads names separated by white space, commas or line ends", () => {
  const names = ["retryUpload", "max_retries", "src/queue.ts", "Queue::push", "--keep-going"];
  for (const between of ["\n", "\r\n", " ", ", ", ",", "; ", "\t"]) {
    assert.deepEqual(parsePrintedNames(names.join(between)), names, JSON.stringify(between));
  }
  assert.deepEqual(parsePrintedNames("retry retry\nretry"), ["retry"]);
  assert.deepEqual(parsePrintedNames(""), []);
  assert.deepEqual(parsePrintedNames("\n - \n* \n[]\n```\n```\n…"), []);
});

Deno.test("parsePrintedNames() reads the lists, spans, fences and arrays that models print", () => {
  const printed = [
    "- retryUpload\n* max_retries\n+ backoff\n• drainQueue",
    "1. retryUpload\n2) max_retries\n(3) backoff\n10. drainQueue",
    "- `retryUpload`\n- **max_retries**\n- 'backoff'\n- drainQueue()",
    "```text\nretryUpload\nmax_retries\nbackoff\n~~~\ndrainQueue\n```",
    '["retryUpload", "max_retries", "backoff", "drainQueue"]',
    '```json\n[\n  "retryUpload",\n  "max_retries",\n  "backoff",\n  "drainQueue"\n]\n```\n',
    "## Names\n\nNames:\nretryUpload, max_retries\nbackoff drainQueue\n",
    "- retryUpload — sends what was refused again\n- max_retries: how often that is tried\n" +
    "- backoff (the pause between the attempts)\n- drainQueue - who calls it",
    "Try `retryUpload` and `max_retries` first.\n`backoff`, `drainQueue`",
    '{"names": ["retryUpload", "max_retries"], "more": {"a": ["backoff", "drainQueue"]}}',
    '{\n  "names": [\n    "retryUpload", "max_retries",\n    "backoff", "drainQueue"\n  ]\n}',
    "Names: retryUpload, max_retries, backoff, drainQueue.",
    "retryUpload(file, attempt), max_retries\nbackoff(2) drainQueue()",
    "These are retryUpload, max_retries, backoff, drainQueue",
    "<think>\nretry\nThe queue?\n</think>\nretryUpload max_retries backoff drainQueue",
  ];
  for (const text of printed) {
    assert.deepEqual(
      parsePrintedNames(text),
      ["retryUpload", "max_retries", "backoff", "drainQueue"],
      text,
    );
  }
});

Deno.test("parsePrintedNames() skips prose, and reads many names from one line", () => {
  for (
    const prose of [
      "Here are the names that I would look for in this repository",
      "Sure, here is what the code could be called in the map",
      "Names:",
      "No idea.",
      "I cannot help with that request, as the question is unclear!",
    ]
  ) {
    assert.deepEqual(parsePrintedNames(prose), [], prose);
    assert.deepEqual(parsePrintedNames(`${prose}\nretryUpload\n`), ["retryUpload"], prose);
  }
  const line = "retry upload backoff attempt limit pause drain queue";
  assert.deepEqual(parsePrintedNames(line), line.split(" "));
  assert.deepEqual(parsePrintedNames("the retry queue"), ["retry", "queue"]);
  assert.deepEqual(parsePrintedNames("for"), ["for"]);
  assert.deepEqual(
    parsePrintedNames(
      "I would look for retryUpload, for max_retries and for Queue::push in the queue.",
    ),
    ["retryUpload", "max_retries", "Queue::push"],
  );
  assert.deepEqual(parsePrintedNames("retryUpload: sends a file again"), ["retryUpload"]);
});

Deno.test("parsePrintedNames() limits the number of names and their length", () => {
  const many = Array.from({ length: 100 }, (_, at) => `name${at}`);
  assert.deepEqual(parsePrintedNames(many.join("\n")), many.slice(0, MAX_PRINTED_NAMES));
  const long = "a".repeat(MAX_NAME_UNITS);
  assert.deepEqual(parsePrintedNames(`${long}b\n"${long}"\n${"!".repeat(60_000)}b`), [long]);
});

Deno.test("parsePrintedNames() removes control characters and escape sequences", () => {
  assert.deepEqual(
    parsePrintedNames(
      "\u001b[1;31mretryUpload\u001b[0m\u001b]0;title\u0007 x\u0000b\u202ec\u009b2K",
    ),
    ["retryUpload", "x", "b", "c", "2K"],
  );
});

Deno.test("parsePrintedNames() returns names that parseNames() accepts unchanged, for any text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("\n", ", ", "`", "```", "- ", "1. ", "[", '"', ":", ". ", "\u001b[", "<think>"),
    fc.constantFrom("retryUpload", "the", "src/a.ts", "#", "~~~", "</think>", "\u202e"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const names = parsePrintedNames(pieces.join(""));
      assert.ok(names.length <= MAX_PRINTED_NAMES);
      assert.deepEqual(parseNames(names), names);
      assert.deepEqual(parseNames([names.join(" ")]), names);
      assert.deepEqual(parsePrintedNames(names.join("\n")), names);
      assert.doesNotMatch(names.join(""), /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("parseNames() splits names at white space and commas, and keeps each once", () => {
  assert.deepEqual(
    parseNames(["retryUpload max_retries", "src/upload.ts,retryUpload;", "Queue::push"]),
    [
      "retryUpload",
      "max_retries",
      "src/upload.ts",
      "Queue::push",
    ],
  );
  assert.deepEqual(parseNames(new Array(500).fill("retry")), ["retry"]);
  assert.deepEqual(parseNames([]), []);
  assert.deepEqual(parseNames(["", " \t\n", ",;"]), []);
});

Deno.test("parseNames() splits names at control characters", () => {
  assert.deepEqual(parseNames(["retry\u0000upload\u001b[31mred\u202eder"]), [
    "retry",
    "upload",
    "[31mred",
    "der",
  ]);
});

Deno.test("parseNames() rejects too many names and names that are too long, with their number", () => {
  const many = Array.from({ length: MAX_NAMES + 1 }, (_, i) => `name${i}`);
  assert.throws(
    () => parseNames(many),
    /^ContextError: Cannot search as there must be at most 64 names: current value is 65$/,
  );
  assert.equal(parseNames(many.slice(1)).length, MAX_NAMES);
  assert.throws(
    () => parseNames(["a".repeat(MAX_NAME_UNITS + 1)]),
    /^ContextError: Cannot search as a name must have at most 200 characters: "a{20}…" has 201$/,
  );
  assert.deepEqual(parseNames(["a".repeat(MAX_NAME_UNITS)]), ["a".repeat(MAX_NAME_UNITS)]);
});

Deno.test("parseNames() returns names or throws for any texts, and keeps its own result unchanged", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary", maxLength: 300 }), { maxLength: 90 }),
      (texts) => {
        let names;
        try {
          names = parseNames(texts);
        } catch (error) {
          assert.ok(isContextError(error) && error.code === "invalid-query");
          return;
        }
        assert.deepEqual(parseNames(names), names);
        assert.equal(new Set(names).size, names.length);
      },
    ),
  );
});
