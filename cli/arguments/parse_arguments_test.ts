import assert from "node:assert/strict";
import fc from "fast-check";
import type { Command } from "@dossier/retrieval/operation";
import { loadCommands } from "../commands.ts";
import { parseArguments, parseWholeNumber } from "./parse_arguments.ts";
import { UsageError } from "@dossier/retrieval/operation";

const COMMANDS = await loadCommands();

const CONTEXT = commandNamed("context");
const INDEX = commandNamed("index");

function commandNamed(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  assert.ok(command !== undefined);
  return command;
}

function sentenceOf(words: readonly string[], command = CONTEXT): string {
  try {
    parseArguments(command, words);
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error));
    return error.message;
  }
  throw new Error(`Nothing is wrong with ${words.join(" ")}`);
}

Deno.test("parseArguments() returns words, values and switches in any order", () => {
  const { words, value, values, has } = parseArguments(CONTEXT, [
    "retry",
    "--budget",
    "10",
    "-p",
    "*.ts",
    "--path=*.py",
    "uploads",
    "--json",
  ]);
  assert.deepEqual(words, ["retry", "uploads"]);
  assert.equal(value("budget"), "10");
  assert.deepEqual(values("path"), ["*.ts", "*.py"]);
  assert.equal(has("json"), true);
  assert.equal(has("explain"), false);
  assert.equal(value("format"), undefined);
  assert.deepEqual(values("language"), []);
});

Deno.test("parseArguments() uses the last of several values", () => {
  assert.equal(parseArguments(CONTEXT, ["--budget=1", "-b", "2", "-b3"]).value("budget"), "3");
});

Deno.test("parseArguments() treats everything after two dashes as words", () => {
  const { words, has } = parseArguments(CONTEXT, ["--", "--json", "-x", "--"]);
  assert.deepEqual(words, ["--json", "-x", "--"]);
  assert.equal(has("json"), false);
});

Deno.test("parseArguments() accepts a single dash as a word and as a value", () => {
  assert.deepEqual(parseArguments(CONTEXT, ["-"]).words, ["-"]);
  assert.equal(parseArguments(CONTEXT, ["--file", "-"]).value("file"), "-");
  assert.equal(parseArguments(CONTEXT, ["-f", "-"]).value("file"), "-");
});

Deno.test("parseArguments() accepts a negative number as a value, which the command then checks", () => {
  assert.equal(parseArguments(CONTEXT, ["--budget", "-1"]).value("budget"), "-1");
  assert.equal(parseArguments(CONTEXT, ["-b", "-1"]).value("budget"), "-1");
  assert.equal(parseArguments(CONTEXT, ["--budget=-1"]).value("budget"), "-1");
});

Deno.test("parseArguments() names an option that does not exist", () => {
  const sentence = 'Cannot run "context" as there is no option --nope';
  assert.ok(sentenceOf(["--nope"]).startsWith(sentence));
  assert.ok(sentenceOf(["--nope=1"]).startsWith(sentence));
  assert.match(sentenceOf(["-x"]), /no option -x/);
  for (const name of ["--constructor", "--__proto__", "--toString"]) {
    assert.match(sentenceOf([name, "x"]), /there is no option/);
  }
});

Deno.test("parseArguments() names an option whose value is missing", () => {
  for (const words of [["--budget"], ["--budget="], ["--budget", ""], ["x", "-b"]]) {
    assert.match(sentenceOf(words), /as --budget needs a value: --budget TOKENS/);
  }
  assert.match(sentenceOf(["--path", "--json"]), /--path needs a value: write --path=--json/);
  assert.equal(parseArguments(CONTEXT, ["--path=--json"]).value("path"), "--json");
});

Deno.test("parseArguments() accepts an empty value only for options where it has a meaning", () => {
  for (const words of [["--names-command", ""], ["--names-command="]]) {
    assert.equal(parseArguments(CONTEXT, words).value("names-command"), "");
  }
  assert.match(sentenceOf(["--names-command"]), /--names-command needs a value: /);
  assert.match(sentenceOf(["--names="]), /--names needs a value: /);
});

Deno.test("parseArguments() refuses a value for a switch", () => {
  assert.match(sentenceOf(["--json=yes"]), /--json accepts no value/);
  assert.match(sentenceOf(["--help="]), /--help accepts no value/);
});

Deno.test("parseArguments() lists the choices of an option", () => {
  assert.equal(
    sentenceOf(["--format", "yaml"]),
    'Cannot use "yaml" for --format: use one of markdown, json, xml, prompt',
  );
});

Deno.test("parseArguments() refuses operands of a command that has none", () => {
  assert.match(
    sentenceOf(["../other"], INDEX),
    /it accepts no operands: current value is "..\/other"/,
  );
});

Deno.test("parseArguments() either parses any words or reports one sentence about them", () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("--budget", "--path", "-b", "-p", "--json", "--", "-", "--file=", "-1"),
  );
  fc.assert(fc.property(fc.array(word), (words) => {
    try {
      parseArguments(CONTEXT, words);
    } catch (error) {
      assert.ok(error instanceof UsageError, String(error));
      assert.match(error.message, /^Cannot /);
    }
  }));
});

Deno.test("parseWholeNumber() accepts whole numbers from the minimum", () => {
  const budget = { name: "budget", minimum: 0 };
  assert.equal(parseWholeNumber(undefined, budget), undefined);
  assert.equal(parseWholeNumber("0", budget), 0);
  assert.equal(parseWholeNumber("1", budget), 1);
  assert.equal(parseWholeNumber("0012", budget), 12);
  for (const wrong of ["-1", "NaN", "1e3", "1.5", "Infinity", "", " 1", "0x10", "12 tokens", "١"]) {
    assert.throws(
      () => parseWholeNumber(wrong, budget),
      new UsageError(
        `Cannot use "${wrong}" for --budget: it must be a whole number of at least 0`,
      ),
    );
  }
  assert.throws(() => parseWholeNumber("0", { name: "limit", minimum: 1 }), /at least 1/);
  assert.throws(() => parseWholeNumber("9".repeat(30), budget), /at most 9007199254740991/);
});
