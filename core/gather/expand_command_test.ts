import assert from "node:assert/strict";
import fc from "fast-check";
import { expandCommand, type ShellRun, type ShellRunResult } from "./expand_command.ts";

const FILES: Readonly<Record<string, string>> = {
  "src/a.ts": "const a = 1; // @src/b.ts $1 !`ls`\n",
  "src/b.ts": "b\n",
  "my file.md": "mine\n",
  "/p/notes.md": "notes\n",
};

interface Expanded {
  readonly text: string;
  readonly warnings: readonly string[];
  readonly ran: readonly ShellRun[];
}

async function expand(
  body: string,
  argumentText = "",
  { allowedTools = ["Bash"], answer = {} }: {
    readonly allowedTools?: readonly string[];
    readonly answer?: Partial<Extract<ShellRunResult, { readonly kind: "ran" }>>;
  } = {},
): Promise<Expanded> {
  const ran: ShellRun[] = [];
  const expanded = await expandCommand({ name: "c", body, allowedTools, pluginRoot: "/p" }, {
    argumentText,
    run: (run) => {
      ran.push(run);
      const ended = { kind: "ran", output: "out\n", code: 0, isTimedOut: false } as const;
      return Promise.resolve({ ...ended, ...answer });
    },
    attach: (path) => {
      const text = FILES[path];
      return Promise.resolve(
        path.startsWith("..")
          ? { kind: "refused", reason: "it is outside the root" }
          : text === undefined
          ? { kind: "refused", reason: "there is no such file" }
          : { kind: "shown", path, text },
      );
    },
  });
  return { ...expanded, ran };
}

Deno.test("C-23: arguments are filled in, and one that is missing is empty", async () => {
  const { text } = await expand("Fix $1 in $2 ($3): $ARGUMENTS. $10 \\$1 `$1`", 'bug "a b"');
  assert.equal(text, 'Fix bug in a b (): bug "a b". $10 $1 `bug`');
  assert.equal((await expand("[$ARGUMENTS]")).text, "[]");
  assert.equal((await expand("${CLAUDE_PLUGIN_ROOT}/x")).text, "/p/x");
});

Deno.test("C-23: a file stands below the line that names it, also by an argument", async () => {
  const { text } = await expand("Look:\n\n@$ARGUMENTS\n\nDone.", "src/b.ts");
  assert.equal(text, "Look:\n\nsrc/b.ts\n```src/b.ts\nb\n```\n\nDone.");
  const inline = await expand("See @src/b.ts, then go.\nNext.");
  assert.equal(inline.text, "See src/b.ts, then go.\n```src/b.ts\nb\n```\nNext.");
  const several = await expand("@$ARGUMENTS", "src/b.ts be quick");
  assert.equal(several.text, "src/b.ts be quick\n```src/b.ts\nb\n```");
  assert.match((await expand('@"my file.md"')).text, /mine/);
  assert.match((await expand("@$1", '"my file.md"')).text, /mine/);
  assert.match((await expand("@${CLAUDE_PLUGIN_ROOT}/notes.md")).text, /notes\n/);
});

Deno.test("C-23: nothing in code, in an e-mail, missing or outside is put in", async () => {
  const body = "`@src/b.ts` a@src/b.ts (@src/b.ts) `x`@src/b.ts\n```\n@src/b.ts $1\n!`ls`\n```\n";
  const { text, warnings, ran } = await expand(body, "w");
  assert.equal(text, body.replace("$1", "w"));
  assert.deepEqual([warnings, ran], [[], []]);
  assert.equal((await expand('@"no file" @$ARGUMENTS', "x 'y z'")).text, "@\"no file\" @x 'y z'");
  const missing = await expand("See @no/such.ts. And @../secret or @param.");
  assert.equal(missing.text, "See @no/such.ts. And @../secret or @param.");
  assert.deepEqual(missing.warnings, [
    '"@no/such.ts" is not shown as there is no such file',
    '"@../secret" is not shown as it is outside the root',
    '"@param" is not shown as there is no such file',
  ]);
});

Deno.test("C-23: a command that is permitted is run, and its code is told when it fails", async () => {
  const { text, ran } = await expand("State: !`git status $1`.", "x", {
    allowedTools: ["Bash(git *)"],
  });
  assert.equal(text, "State: out.");
  assert.deepEqual(ran, [{
    script: 'git status ${1+"$1"}',
    words: ["x"],
    environment: { ARGUMENTS: "x", CLAUDE_PLUGIN_ROOT: "/p" },
    written: "git status $1",
  }]);
  assert.equal((await expand("!`x`", "", { answer: { code: 3 } })).text, "out\n[exit code 3]");
  const late = await expand("!`x`", "", { answer: { isTimedOut: true, code: 137, output: "" } });
  assert.equal(late.text, "[stopped as it took too long]");
  const block = await expand("Before\n```!\ngit status\ngit log\n```\nAfter");
  assert.equal(block.text, "Before\nout\nAfter");
  assert.equal(block.ran[0]?.script, "git status\ngit log");
  assert.equal((await expand("wow!`x`")).ran.length, 0);
});

Deno.test("C-23: a command that is not permitted is not run", async () => {
  for (const allowedTools of [[], ["Read"], ["Bash(git *)"]]) {
    const { text, ran, warnings } = await expand("!`rm -rf x`", "", { allowedTools });
    assert.equal(text, '[not run as the allowed-tools of "c" do not permit it: rm -rf x]');
    assert.deepEqual(ran, []);
    assert.equal(warnings.length, 1);
  }
});

Deno.test("C-23: what is put in is not looked at again", async () => {
  const evil = "@src/b.ts $1 !`rm` ${CLAUDE_PLUGIN_ROOT}";
  const output = await expand("!`x`", "", { answer: { output: evil } });
  assert.equal(output.text, evil);
  const argument = await expand("Say $ARGUMENTS", evil);
  assert.equal(argument.text, `Say ${evil}`);
  assert.deepEqual([argument.ran, output.ran.length], [[], 1]);
  const file = await expand("@src/a.ts", "w");
  assert.equal(file.text, `src/a.ts\n\`\`\`src/a.ts\n${FILES["src/a.ts"]}\`\`\``);
});

Deno.test("C-23: whatever an argument holds, no command is made of it, and no file is shown by it", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(
      fc.constantFrom("!`ls`", "@src/b.ts", "$1", "`", '"', "'", "\n", " ", "$(rm)", "\\", ";"),
    ),
    async (pieces) => {
      const argument = pieces.join("");
      const { text, ran } = await expand("Do: $ARGUMENTS\n!`git log $1`", argument);
      assert.deepEqual(ran.map(({ script }) => script), ['git log ${1+"$1"}']);
      assert.equal(text, `Do: ${argument.trim()}\nout`);
    },
  ));
});

Deno.test("C-23: what is no reference stays as it is, to the byte", async () => {
  const pieces = [
    "@a",
    "`",
    "``",
    "\n",
    "\r\n",
    " ",
    "~~~",
    "```",
    "<!--",
    "-->",
    "- ",
    "a@b.c",
    "$",
    "$x",
  ];
  const part = fc.constantFrom(...pieces, "---", "\\", "#", "    ", '@"x y"', "@.", "é", "text");
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
      const body = parts.join("");
      const { text, ran } = await expand(body, "argument");
      assert.deepEqual([text, ran], [body, []]);
    }),
    { numRuns: 1000 },
  );
});
