import { HOOK_HOSTS } from "@dossier/hosts/core/host";
import { loadCommands } from "../../cli/commands.ts";
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { type Document, readDocument, readDocuments, ROOT } from "./document.ts";

const MAX_README_BYTES = 9000;
const MAX_README_LINES = 150;

/** Maximum number of words of all documents in `docs/`, without the decisions. */
const MAX_WORDS = 13_000;

/** Call of the program or of a task, to the end of the command. */
const CALL_REGEXP =
  /\b(dossier|deno task)((?: --(?:quiet|config \S+))*) ([a-z][\w:-]*)((?:\\\n|[^|;&#\n])*)/g;

const OPTION_REGEXP = / --([a-z][a-z-]*)/g;

/** Options of every command. */
const COMMON_OPTIONS = ["help", "version"];

/** Tasks that run another command, which follows them. */
const WRAPPERS = ["with-model", "with-plugins", "with-warm", "with-team"];

const COMMANDS = await loadCommands();
const documents = readDocuments();
const tasks = Object.keys(JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`)).tasks);

Deno.test("README.md is short", () => {
  const { size } = Deno.statSync(`${ROOT}README.md`);
  assert.ok(size <= MAX_README_BYTES, `It has ${size} bytes`);
  const lines = Deno.readTextFileSync(`${ROOT}README.md`).trimEnd().split("\n").length;
  assert.ok(lines <= MAX_README_LINES, `It has ${lines} lines`);
});

Deno.test("docs/ is short", () => {
  const texts = documents.filter(({ path }) => /^docs\/[^/]+$/.test(path))
    .map(({ path }) => Deno.readTextFileSync(ROOT + path));
  // Marks of tables and lists are not words.
  const words = texts.flatMap((text) => text.split(/\s+/)).filter((word) =>
    /[\p{L}\p{N}]/u.test(word)
  );
  assert.ok(words.length <= MAX_WORDS, `It has ${words.length} words`);
});

Deno.test("README.md leads to every document", () => {
  const { links } = readDocument("README.md");
  const decisions = readDocument("docs/decisions/README.md").links.map((link) =>
    `docs/decisions/${link}`
  );
  const reached = [...links, ...decisions];
  const own = documents.map(({ path }) => path).filter((path) => !path.startsWith("training/"));
  const unread = own.filter((path) => !reached.includes(path));
  assert.deepEqual(unread, ["README.md"]);
});

for (
  const [path, names] of [
    ["README.md", ["library.ts"]],
    ["examples/README.md", ["follow_hooks.ts", "keep_history.ts"]],
  ] as const
) {
  Deno.test(`${path} shows lines of examples that the tests run`, () => {
    const toLines = (text: string) => text.split("\n").map((line) => line.trim());
    const shown = readDocument(path).blocks.filter(({ language }) => language === "ts");
    assert.equal(shown.length, names.length);
    const missing = names.flatMap((name, at) => {
      const example = toLines(Deno.readTextFileSync(`${ROOT}examples/${name}`));
      return toLines(shown[at]!.text).filter((line) => !example.includes(line));
    });
    assert.deepEqual(missing, []);
  });
}

Deno.test("docs/hosts.md names the events at which hosts run our hooks, and which of them take no text", () => {
  const text = Deno.readTextFileSync(`${ROOT}docs/hosts.md`);
  for (const { label, events } of HOOK_HOSTS) {
    const [, item = ""] = text.split(`\n- ${label.replace("GitHub ", "")}: `);
    const [line = ""] = item.split(/\n(?:-|\n)/, 1);
    const named = [...line.matchAll(/\(?`\w+`\)?/g)].map(([name]) => name);
    const written = events.filter(({ isUnused }) => !isUnused)
      .map(({ name, reply }) => reply === undefined ? `(\`${name}\`)` : `\`${name}\``);
    assert.deepEqual(named, written, label);
  }
});

Deno.test("relative links of documents and their anchors exist", () => {
  assert.deepEqual(documents.flatMap(findDeadLinks), []);
});

Deno.test("commands, tasks and options that documents name exist", () => {
  const unknown = documents.flatMap(({ path, codes, blocks }) =>
    [...codes, ...blocks.map(({ text }) => text)]
      .flatMap(findUnknownCalls)
      .map((call) => `${path}: ${call}`)
  );
  assert.deepEqual(unknown, []);
});

Deno.test("findUnknownCalls() names missing commands, tasks and options", () => {
  assert.deepEqual(findUnknownCalls("dossier contxt 'a'"), ["dossier contxt"]);
  assert.deepEqual(findUnknownCalls("deno task --quiet nothing"), ["deno task nothing"]);
  assert.deepEqual(findUnknownCalls("a | dossier need --sesion x - | b --c"), [
    "dossier need --sesion",
  ]);
  assert.deepEqual(findUnknownCalls("deno task with-model context --budgt 1"), [
    "deno task context --budgt",
  ]);
  assert.deepEqual(findUnknownCalls("dossier context --help && deno task test:quick"), []);
});

/** Returns the broken relative links of a document, each after its path. */
function findDeadLinks({ path, links, anchors }: Document): string[] {
  const dead = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [target = "", anchor] = link.split("#");
    if (target === "") return !anchors.has(anchor ?? "");
    const file = join(dirname(path), target);
    try {
      Deno.statSync(ROOT + file);
    } catch {
      return true;
    }
    return anchor !== undefined && !readDocument(file).anchors.has(anchor);
  });
  return dead.map((link) => `${path}: ${link}`);
}

/** Returns the commands, tasks and options that a text calls and that do not exist. */
function findUnknownCalls(text: string): string[] {
  return [...text.matchAll(CALL_REGEXP)].flatMap(([, program, , name = "", rest = ""]) => {
    if (WRAPPERS.includes(name)) return findUnknownCalls(`deno task${rest}`);
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (command === undefined) {
      const isKnown = program === "deno task" && tasks.includes(name) || name === "help";
      return isKnown ? [] : [`${program} ${name}`];
    }
    const known = [...command.options.map((option) => option.name), ...COMMON_OPTIONS];
    return [...rest.matchAll(OPTION_REGEXP)]
      .filter(([, option = ""]) => !known.includes(option))
      .map(([, option]) => `${program} ${name} --${option}`);
  });
}
