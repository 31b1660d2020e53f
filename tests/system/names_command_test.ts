import assert from "node:assert/strict";
import { noise } from "../sample_secrets.ts";
import { type RunOptions, SANDBOXED, TempWorkspace } from "../temp_workspace.ts";
import { assertSuccess } from "./assert_sentences.ts";

const QUESTION = "why does it give up so soon";

const ISSUE = { id: "up-1", title: "It gives up too soon", description: "Uploads are lost." };

/** Only a guessed name leads to the second file. */
const TREE = {
  "src/soon.py":
    "def give_up_soon(reason):\n    '''Says why it does give up so soon.'''\n    return reason\n",
  "src/backoff.py": "def max_attempts(error):\n    return 3 if error.is_final else 8\n",
  "src/other.py": "def add(a, b):\n    return a + b\n",
  "issue.json": JSON.stringify(ISSUE),
};

/** Records its inputs and the number of its runs, and prints the content of a file beside it. */
const PROGRAM = `cd "$(dirname "$0")" || exit 9
cat > input
echo "$*|$PWD|$(env | grep DOSSIER_NAMES)" >> runs
. ./answer
`;

/** Workspace whose program guesses names, with the permissions of `with-plugins`. */
class GuessingWorkspace extends TempWorkspace {
  readonly program = `sh ${this.cache}/names.sh`;

  constructor(answer = "echo max_attempts backoff") {
    super(TREE);
    Deno.writeTextFileSync(`${this.cache}/names.sh`, PROGRAM);
    Deno.writeTextFileSync(`${this.cache}/answer`, `${answer}\n`);
  }

  override commandLine(args: readonly string[]): readonly string[] {
    return super.commandLine(args).map((word) => word === "--allow-run=git" ? "--allow-run" : word);
  }

  override environment(): Readonly<Record<string, string>> {
    return { ...super.environment(), HOME: this.cache, DOSSIER_NAMES_COMMAND: "" };
  }

  /** Runs a command for the question, and returns its standard output and error. */
  async ask(
    command: string,
    options: readonly string[],
    run: RunOptions = {},
  ): Promise<readonly [stdout: string, stderr: string]> {
    const words = options.includes("--issue") ? [] : [QUESTION];
    const result = await this.run([command, ...options, ...words], run);
    return [assertSuccess(result), result.stderr];
  }

  /** Returns a line for each run of the program. */
  runs(): readonly string[] {
    try {
      return Deno.readTextFileSync(`${this.cache}/runs`).trim().split("\n");
    } catch {
      return [];
    }
  }

  /** Returns the last input of the program. */
  input(): string {
    return Deno.readTextFileSync(`${this.cache}/input`);
  }
}

/** Returns the first path in the lines of a search. */
function firstOf([stdout]: readonly [string, string]): string | undefined {
  return /src\/\w+\.py/.exec(stdout)?.[0];
}

Deno.test("--names-command: the guesses of the program change the ranking of search, explain and context", async () => {
  using workspace = new GuessingWorkspace();
  const { program } = workspace;
  assert.equal(firstOf(await workspace.ask("search", [])), "src/soon.py");
  assert.deepEqual(workspace.runs(), []);
  const given = ["--names-command", `${program} 'a  b' "c"`];
  const guessed = await workspace.ask("search", given);
  assert.equal(firstOf(guessed), "src/backoff.py");
  assert.equal(guessed[1], "");
  assert.deepEqual(workspace.runs(), [`a  b c|${workspace.cache}|DOSSIER_NAMES_COMMAND=`]);
  assert.match(workspace.input(), /# The question\n\nwhy does it give up so soon\n\n# The map\n\n/);
  assert.match(workspace.input(), /backoff\.py: max_attempts 1/);

  // The same answer as with the names themselves, cached for all commands.
  const named = await workspace.ask("search", ["--names", "max_attempts backoff"]);
  assert.deepEqual(guessed, named);
  assert.match((await workspace.ask("explain", given))[0], /names/);
  const [bundle] = await workspace.ask("context", [...given, "--json"]);
  assert.deepEqual(JSON.parse(bundle).names, {
    matched: ["max_attempts", "backoff"],
    unmatched: [],
  });
  assert.equal(workspace.runs().length, 1);
});

Deno.test("--names-command: the program receives an issue's text, and context and explain use its names", async () => {
  using workspace = new GuessingWorkspace();
  const options = ["--names-command", workspace.program, "--issue", "issue.json", "--json"];
  const [bundle] = await workspace.ask("context", options);
  assert.deepEqual(JSON.parse(bundle).names.matched, ["max_attempts", "backoff"]);
  assert.match(workspace.input(), /It gives up too soon\s+Uploads are lost\.\n\n# The map/);
  const [explained] = await workspace.ask("explain", options);
  assert.deepEqual(JSON.parse(explained).names, JSON.parse(bundle).names);
  assert.equal(workspace.runs().length, 1);
});

Deno.test("DOSSIER_NAMES_COMMAND names the program, the option precedes it, and --names precedes both", async () => {
  using workspace = new GuessingWorkspace();
  const { program } = workspace;
  const run = (environment: string) => ({ environment: { DOSSIER_NAMES_COMMAND: environment } });
  await workspace.ask("search", [], run(`${program} variable`));
  await workspace.ask("search", ["--names-command", `${program} option`], run(`${program} no`));
  const ran = () => workspace.runs().map((line) => line.split("|", 1)[0]);
  assert.deepEqual(ran(), ["variable", "option"]);
  const off = await workspace.ask("search", ["--names-command", ""], run(`${program} no`));
  assert.equal(firstOf(off), "src/soon.py");
  assert.equal(
    firstOf(await workspace.ask("search", ["--names-command="], run("no"))),
    firstOf(off),
  );
  const names = ["--names", "add", "--names-command", `${program} no`];
  assert.notEqual(firstOf(await workspace.ask("search", names, run(`${program} no`))), undefined);
  assert.deepEqual(ran(), ["variable", "option"]);
});

Deno.test("--names-command: a relative path is relative to the current folder, and not allowed in the variable", async () => {
  using workspace = new GuessingWorkspace();
  workspace.write("src/guess", "#!/bin/sh\necho backoff\n");
  Deno.chmodSync(workspace.path("src/guess"), 0o700);
  const option = ["--names-command", "./guess"];
  const [found, nothing] = await workspace.ask("search", [...option, "--json"], { folder: "src" });
  assert.deepEqual([JSON.parse(found).names.matched, nothing], [["backoff"], ""]);
  const environment = { DOSSIER_NAMES_COMMAND: "./guess" };
  const [, said] = await workspace.ask("search", [], { folder: "src", environment });
  assert.match(said, /^dossier: Cannot get names from "\.\/guess" as .* use its absolute path\n$/);
  // A new file changes the map, so the program runs again.
  workspace.write("src/new.py", "def new():\n    return 1\n");
  Deno.chmodSync(workspace.path("src/guess"), 0o600);
  const [, refused] = await workspace.ask("explain", option, { folder: "src" });
  assert.match(refused, /"[^"]+\/guess" is not an executable program: make it executable\n$/);
});

Deno.test("--names-command: a failure is reported in one line without control characters, and the answer is as without names", async () => {
  using workspace = new GuessingWorkspace("printf 'no \\033[31mkey\\007\\n' >&2; exit 3");
  const [plain] = await workspace.ask("context", ["--no-record"]);
  for (
    const [command, reason] of [
      [workspace.program, /it exited with code 3 and reported: no \\u001b\[31mkey\\u0007$/],
      [
        "no-such-program",
        /the program "no-such-program" was not found: install it, or name it by its/,
      ],
      ["sh -c 'echo This is what I would say to that.'", /it printed no names: run it alone/],
      ["yes name", /it printed more than 65536 bytes: make it print less$/],
      ["''", /its name is empty: name a program$/],
    ] as const
  ) {
    const options = ["--names-command", command, "--no-record"];
    const [answer, said] = await workspace.ask("context", options);
    assert.equal(answer, plain);
    assert.match(said, /^dossier: Cannot get names from "[^"]*" as [^\p{Cc}]+\n$/u);
    assert.match(said.trimEnd(), reason);
  }
});

Deno.test(
  "--names-command: without permission to run the program, the message names the prefix that grants it",
  SANDBOXED,
  async () => {
    using workspace = new TempWorkspace(TREE);
    const words = ["search", "--names-command", "sh names.sh", QUESTION];
    const result = await workspace.run(words);
    assert.equal(assertSuccess(result), assertSuccess(await workspace.run(["search", QUESTION])));
    assert.match(
      result.stderr,
      /^dossier: Cannot get names from "sh" as this process may not run "sh": write "deno task with-plugins" in front of the command\n$/,
    );
  },
);

Deno.test("--names-command: the program's output is escaped on a terminal, and no secret reaches the program", async () => {
  using workspace = new GuessingWorkspace("printf '\\033]0;x\\007\\033[1mback\\boff\\n'");
  const secret = ["gh", "p_"].join("") + noise(36);
  const words = ["--names-command", workspace.program, "--json", `why is ${secret} refused`];
  const result = await workspace.run(["context", ...words]);
  assert.deepEqual(JSON.parse(assertSuccess(result)).names, {
    matched: [],
    unmatched: ["back", "off"],
  });
  assert.match(workspace.input(), /why is «masked: github-token» refused/);
  assert.ok(!workspace.input().includes(secret));
});

Deno.test("--names-command: names are cached in the state folder, but not with --no-record", async () => {
  using workspace = new GuessingWorkspace();
  const ask = (...more: string[]) =>
    workspace.ask("context", ["--names-command", workspace.program, ...more]);
  const kept = () => {
    try {
      return [...Deno.readDirSync(workspace.path(".dossier/state/names"))].length;
    } catch {
      return 0;
    }
  };
  const counts: (readonly [runs: number, kept: number])[] = [];
  for (const more of [["--no-record"], [], [], ["--no-record"]]) {
    await ask(...more);
    counts.push([workspace.runs().length, kept()]);
  }
  assert.deepEqual(counts, [[1, 0], [2, 1], [2, 1], [2, 1]]);
  // Another tree has another map.
  workspace.write("src/backoff.py", "def most_attempts(error):\n    return 3\n");
  await ask();
  assert.deepEqual([workspace.runs().length, kept()], [3, 2]);
});

Deno.test("no file of a repository can start a program that guesses names", async () => {
  using workspace = new GuessingWorkspace();
  const { program } = workspace;
  const keys = ["names_command", "names-command", "namesCommand", "DOSSIER_NAMES_COMMAND"];
  workspace.write(
    ".dossier/config.yaml",
    keys.map((key) => `${key}: ${program}\n`).join("") + `names: {command: ${program}}\n`,
  );
  workspace.write(".noface.toml", keys.map((key) => `${key} = "${program}"\n`).join(""));
  workspace.write(".env", `DOSSIER_NAMES_COMMAND="${program}"\n`);
  for (const command of ["search", "explain", "context"]) {
    const [, said] = await workspace.ask(command, []);
    for (const key of [...keys, "names.command"]) {
      assert.match(said, new RegExp(`config\\.yaml.* "${key}" is ignored`));
    }
  }
  await workspace.ask("context", ["--issue", "issue.json"]);
  assert.deepEqual(workspace.runs(), []);
});
