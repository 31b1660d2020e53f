import assert from "node:assert/strict";
import { isContextError } from "@dossier/core/errors";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { findInstructionRoot } from "./find_instruction_files.ts";
import { type Instructions, type MergeOptions, readInstructions } from "./read_instructions.ts";
import type { InstructionOptions } from "./open_place.ts";

type Options = InstructionOptions & MergeOptions;

/** Returns Codex's instructions for a place of a workspace. */
function read(workspace: TempWorkspace, path = "", options: Options = {}): Promise<Instructions> {
  return readInstructions(workspace.path(path), { host: "codex", ...options });
}

const statuses = ({ parts }: Instructions) => parts.map(({ path, status }) => [path, status]);

Deno.test("C-1: readInstructions() gives the files from the root down, and none of a folder beside", async () => {
  using workspace = new TempWorkspace({
    ".git/HEAD": "",
    "AGENTS.md": "root",
    "pkg/AGENTS.md": "pkg",
    "pkg/app/AGENTS.md": "app",
    "pkg/other/AGENTS.md": "other",
  });
  const { text, parts } = await read(workspace, "pkg/app");
  assert.equal(text, "root\n\npkg\n\napp");
  assert.deepEqual(parts.map(({ path, origin, bytes }) => [path, origin, bytes]), [
    ["AGENTS.md", "project", 4],
    ["pkg/AGENTS.md", "project", 3],
    ["pkg/app/AGENTS.md", "project", 3],
  ]);
});

Deno.test("C-1: readInstructions() takes a folder with a file .git for the root, as a work tree has it", async () => {
  using workspace = new TempWorkspace({
    ".git/HEAD": "",
    "AGENTS.md": "outer",
    "tree/.git": "gitdir: ../elsewhere\n",
    "tree/AGENTS.md": "inner",
    "tree/src/AGENTS.md": "src",
  });
  assert.equal((await read(workspace, "tree/src")).text, "inner\n\nsrc");
});

Deno.test("C-2: readInstructions() goes no further up than a marker, and without one not at all", async () => {
  using workspace = new TempWorkspace({
    "AGENTS.md": "top",
    "a/.hg/x": "",
    "a/AGENTS.md": "a",
    "a/b/AGENTS.md": "b",
  });
  assert.equal((await read(workspace, "a/b")).text, "b");
  assert.equal((await read(workspace, "a/b", { markers: [] })).text, "b");
  assert.equal((await read(workspace, "a/b", { markers: [".hg"] })).text, "a\n\nb");
});

Deno.test("C-2: findInstructionRoot() finds a marker of the root of the file system", () => {
  using workspace = new TempWorkspace({ "a/b": "" });
  const [marker = ""] = workspace.root.split("/").filter((name) => name !== "");
  assert.equal(findInstructionRoot(workspace.path("a"), { markers: [marker] }), "/");
  assert.equal(findInstructionRoot(workspace.path("a"), { markers: ["no"] }), workspace.path("a"));
});

Deno.test("C-3: readInstructions() takes the override before AGENTS.md before a fallback, folder by folder", async () => {
  using workspace = new TempWorkspace({
    ".git/HEAD": "",
    "AGENTS.override.md": "override",
    "AGENTS.md": "hidden",
    "a/AGENTS.md": "agents",
    "a/TEAM.md": "hidden",
    "a/b/TEAM.md": "team",
    "a/b/c/AGENTS.override.md": " \n",
    "a/b/c/AGENTS.md": "hidden",
    "a/b/c/d/AGENTS.md/x": "in a folder",
    "a/b/c/d/TEAM.md": "last",
  });
  const fallbacks = ["", "TEAM.md", "TEAM.md"];
  const { text, parts } = await read(workspace, "a/b/c/d", { fallbacks });
  assert.equal(text, "override\n\nagents\n\nteam\n\nlast");
  assert.deepEqual(parts.at(3)?.status, "empty");
});

Deno.test("C-4: readInstructions() spends its bytes on the project's files, and gives none of them for 0", async () => {
  using workspace = new TempWorkspace({
    ".git/HEAD": "",
    "AGENTS.md": "12345678",
    "a/AGENTS.md": " \n",
    "a/b/AGENTS.md": "abcdefgh",
  });
  const cut = await read(workspace, "a/b", { budget: 10, cut: "root-first" });
  assert.equal(cut.text, "12345678\n\nab");
  assert.deepEqual(statuses(cut).map(([, status]) => status), ["given", "empty", "cut"]);
  assert.equal(cut.parts[2]?.reason, "the files of the project have more than 10 bytes");
  assert.equal((await read(workspace, "a/b", { budget: 10 })).text, "abcdefgh");
  assert.equal((await read(workspace, "a/b", { budget: 0 })).text, "");
});

Deno.test("C-5: readInstructions() puts a separator between the user's file and the project's", async () => {
  using workspace = new TempWorkspace({
    "home/.codex/AGENTS.override.md": "",
    "home/.codex/AGENTS.md": "\nmine\n",
    "app/.git/HEAD": "",
    "app/AGENTS.md": "ours",
  });
  const home = workspace.path("home");
  const { text, parts } = await read(workspace, "app", { home });
  assert.equal(text, "mine\n\n--- project-doc ---\n\nours");
  assert.deepEqual(parts.map(({ path, origin }) => [path, origin]), [
    ["~/.codex/AGENTS.md", "user"],
    ["AGENTS.md", "project"],
  ]);
  const codexHome = workspace.path("app");
  const moved = await read(workspace, "home", { home, hostFolders: { ".codex": codexHome } });
  assert.equal(moved.text, "ours");
});

Deno.test("C-6: readInstructions() gives the user's instructions when a file cannot be read, and says so", async () => {
  using workspace = new TempWorkspace({
    "home/.codex/AGENTS.md": "mine",
    "app/.git/HEAD": "",
    "secret.md": "not yours",
  });
  Deno.symlinkSync("../secret.md", workspace.path("app/AGENTS.md"));
  const { text, findings } = await read(workspace, "app", { home: workspace.path("home") });
  assert.equal(text, "mine");
  assert.deepEqual(findings, [{
    level: "error",
    kind: "unread",
    path: "AGENTS.md",
    message: "It is not read as it is a link to a file outside the root",
  }]);
});

Deno.test("C-31: readInstructions() reads what Claude Code has noted of a project, as far as that does", async () => {
  using workspace = new TempWorkspace({ "app/.git/HEAD": "", "app/CLAUDE.md": "ours" });
  const folder = workspace.path("app").replaceAll(/[^A-Za-z0-9]/g, "-");
  const memory = `home/.claude/projects/${folder}/memory/MEMORY.md`;
  const options = { home: workspace.path("home"), host: "claude-code" } as const;
  workspace.write(memory, "- noted\n");
  const { text, parts, findings } = await read(workspace, "app", options);
  assert.equal(text, "- noted\n\n--- project-doc ---\n\nours");
  assert.deepEqual(parts.map(({ origin }) => origin), ["user", "project"]);
  assert.deepEqual(findings, []);
  for (
    const [line, told] of [["- a\n", 200 * 4 - 1], [`- ${"x".repeat(998)}\n`, 25 * 1024]] as const
  ) {
    workspace.write(memory, line.repeat(300));
    const cut = await read(workspace, "app", options);
    assert.equal(cut.text.indexOf("\n\n---"), told);
    assert.deepEqual(cut.findings.map(({ message }) => message), [
      "Only its first 200 lines or 25 KiB are included",
    ]);
  }
  assert.equal((await read(workspace, "app", { home: workspace.path("home") })).text, "");
});

Deno.test("C-7: readInstructions() lists the skills of the project before the user's, and never a body", async () => {
  const skill = (name: string, description: string) =>
    `---\nname: ${name}\ndescription: ${description}\n---\nBODY\n`;
  using workspace = new TempWorkspace({
    "home/.agents/skills/b/SKILL.md": skill("b", "the user's"),
    "home/.agents/skills/d/SKILL.md": skill("d", "the user's"),
    "app/.git/HEAD": "",
    "app/.agents/skills/b/SKILL.md": skill("b", "'the project\\'s'"),
    "app/.agents/skills/a/SKILL.md": skill("a", "first"),
    "app/.agents/skills/.hidden/SKILL.md": skill("h", "hidden"),
    "app/.agents/skills/long/SKILL.md": skill("n".repeat(65), "x"),
    "app/.agents/skills/none/SKILL.md": "BODY",
    "app/.agents/skills/wrong/SKILL.md": skill("[", "x"),
    "app/.agents/skills/bare/SKILL.md": "---\nname: bare\n---\n",
    "app/sub/.agents/skills/c/SKILL.md": skill("c", "nearest"),
    "elsewhere/SKILL.md": skill("e", "linked"),
  });
  Deno.symlinkSync("../../../elsewhere", workspace.path("app/.agents/skills/e"));
  workspace.write(
    "app/.agents/skills/b/SKILL.md",
    '---\nname: b\ndescription: "the project\'s"\n---\nBODY',
  );
  const home = workspace.path("home");
  const { text, skills, findings } = await read(workspace, "app/sub", { home });
  assert.deepEqual(skills.skills.map(({ name, description }) => [name, description]), [
    ["a", "first"],
    ["b", "the project's"],
    ["c", "nearest"],
    ["d", "the user's"],
  ]);
  assert.deepEqual(skills.hidden, [{
    path: "~/.agents/skills/b/SKILL.md",
    by: ".agents/skills/b/SKILL.md",
  }]);
  assert.deepEqual(findings.map(({ path, message }) => [path, message]), [
    [
      ".agents/skills/bare/SKILL.md",
      'It is not a valid skill: it has no description: write "description: …" in its front matter',
    ],
    [
      ".agents/skills/long/SKILL.md",
      "It is not a valid skill: its name has 65 characters: write at most 64",
    ],
    [
      ".agents/skills/none/SKILL.md",
      'It is not a valid skill: it has no front matter: write it between "---"',
    ],
    [
      ".agents/skills/wrong/SKILL.md",
      findings.at(-1)!.message,
    ],
  ]);
  assert.match(
    findings.at(-1)!.message,
    /^It is not a valid skill: line \d+, column \d+ is wrong: /,
  );
  assert.ok(text.startsWith("## Skills\n") && !text.includes("BODY"));
  assert.ok(text.includes("- c: nearest (file: sub/.agents/skills/c/SKILL.md)\n"));
});

Deno.test("readInstructions() gives Claude Code's files in its order, with what they import", async () => {
  using workspace = new TempWorkspace({
    "home/.claude/CLAUDE.md": "user",
    "home/.claude/rules/mine.md": "user rule",
    "home/CLAUDE.md": "above",
    "home/app/.git/HEAD": "",
    "home/app/CLAUDE.md": "root\n<!-- for people -->\n@docs/more.md",
    "home/app/docs/more.md": "more: @../../outside.md",
    "home/outside.md": "outside",
    "home/app/CLAUDE.local.md": "local",
    "home/app/.claude/rules/all.md": "all",
    "home/app/.claude/rules/deep/ts.md": "---\npaths: '**/*.ts'\n---\nts",
    "home/app/src/AGENTS.md": "agents",
    "home/app/src/a.ts": "",
  });
  const options = { host: "claude-code", home: workspace.path("home") } as const;
  const found = await readInstructions(workspace.path("home/app/src/a.ts"), options);
  assert.deepEqual(statuses(found), [
    ["~/.claude/CLAUDE.md", "given"],
    ["~/.claude/rules/mine.md", "given"],
    ["~/CLAUDE.md", "given"],
    ["CLAUDE.md", "given"],
    ["docs/more.md", "given"],
    [".claude/rules/all.md", "given"],
    ["CLAUDE.local.md", "given"],
    ["src/AGENTS.md", "given"],
    [".claude/rules/deep/ts.md", "given"],
  ]);
  assert.equal(found.path, "src/a.ts");
  assert.ok(!found.text.includes("for people"));
  assert.deepEqual(found.findings, [{
    level: "error",
    kind: "import",
    path: "docs/more.md",
    line: 1,
    message: '"@../../outside.md" is not imported as it is outside the root',
  }]);
  const allowed = await readInstructions(workspace.path("home/app"), {
    ...options,
    isOutsideAllowed: true,
  });
  assert.deepEqual(allowed.findings, []);
  assert.ok(allowed.text.includes("outside"));
  assert.deepEqual(statuses(allowed).at(-1), [".claude/rules/deep/ts.md", "waiting"]);
});

Deno.test("readInstructions() gives a text that several hosts have once", async () => {
  using workspace = new TempWorkspace({
    ".git/HEAD": "",
    "AGENTS.md": "ours\n",
    "GEMINI.md": "@AGENTS.md\n",
    ".github/copilot-instructions.md": "ours",
  });
  Deno.symlinkSync("AGENTS.md", workspace.path("CLAUDE.md"));
  const found = await readInstructions(workspace.root);
  assert.equal(found.text, "ours\n");
  assert.deepEqual(statuses(found), [
    ["AGENTS.md", "given"],
    ["CLAUDE.md", "repeated"],
    [".github/copilot-instructions.md", "repeated"],
    ["GEMINI.md", "empty"],
  ]);
  assert.deepEqual(found.parts[0]?.hosts, ["codex", "cursor", "copilot", "opencode"]);
  assert.equal(found.parts[1]?.linkTo, "AGENTS.md");
  const claude = await readInstructions(workspace.root, { host: "claude-code" });
  assert.deepEqual(statuses(claude), [["CLAUDE.md", "given"]]);
  const gemini = await readInstructions(workspace.root, { host: "gemini" });
  assert.deepEqual(statuses(gemini), [["GEMINI.md", "empty"], ["AGENTS.md", "given"]]);
});

Deno.test("readInstructions() reads rules of Cursor and Copilot, and tells which wait", async () => {
  using workspace = new TempWorkspace({
    ".git/HEAD": "",
    ".cursor/rules/always.mdc": "---\nalwaysApply: true\n---\nalways",
    ".cursor/rules/ts.mdc": "---\nglobs: *.ts\n---\nts",
    ".cursor/rules/asked.mdc": "---\ndescription: How to release\n---\nasked",
    ".cursor/rules/plain.md": "not read",
    "web/.cursor/rules/css.mdc": "---\nglobs: *.css\n---\ncss",
    ".github/instructions/py.instructions.md": '---\napplyTo: "**/*.py"\n---\npy',
    "web/a.css": "",
  });
  const cursor = await readInstructions(workspace.path("web/a.css"), { host: "cursor" });
  assert.deepEqual(cursor.parts.map(({ path, status, reason }) => [path, status, reason]), [
    [".cursor/rules/always.mdc", "given", undefined],
    [".cursor/rules/asked.mdc", "waiting", "the agent asks for it: How to release"],
    [".cursor/rules/ts.mdc", "waiting", "it is for *.ts"],
    ["web/.cursor/rules/css.mdc", "given", undefined],
  ]);
  const copilot = await readInstructions(workspace.root, { host: "copilot" });
  assert.equal(copilot.parts[0]?.reason, "it is for **/*.py");
});

const NO_FILES: readonly [string, (workspace: TempWorkspace) => void, RegExp][] = [
  [
    "10 MB",
    (workspace) => void workspace.write("AGENTS.md", "x".repeat(10_000_000)),
    /it is larger than 4194304 bytes/,
  ],
  [
    "bytes that are no text",
    (workspace) => void workspace.write("AGENTS.md", new Uint8Array([65, 0, 66])),
    /it is binary/,
  ],
  [
    "a pipe",
    (workspace) =>
      void new Deno.Command("mkfifo", { args: [workspace.path("AGENTS.md")] }).outputSync(),
    /it is not a regular file but a pipe, a socket or a device: replace it by a file$/,
  ],
  [
    "a link to nothing",
    (workspace) => Deno.symlinkSync("nothing", workspace.path("AGENTS.md")),
    /it is a link to a missing file/,
  ],
  [
    "a link to itself",
    (workspace) => Deno.symlinkSync("AGENTS.md", workspace.path("AGENTS.md")),
    /as it cannot be read: check its permissions$/,
  ],
  [
    "a name that an ignore file has",
    (workspace) => {
      workspace.write("AGENTS.md", "x");
      workspace.write(".dossierignore", "AGENTS.md\n");
    },
    /an ignore file excludes it/,
  ],
  [
    "a name that the settings leave out",
    (workspace) => {
      workspace.write("AGENTS.md", "x");
      workspace.write(".dossier/config.yaml", "exclude:\n  files: [AGENTS.md]\n");
    },
    /its name is "AGENTS.md"/,
  ],
];

for (const [what, make, message] of NO_FILES) {
  Deno.test(`readInstructions() does not read ${what}, and says why`, async () => {
    using workspace = new TempWorkspace({ ".git/HEAD": "" });
    make(workspace);
    const { text, findings } = await read(workspace);
    assert.equal(text, "");
    assert.deepEqual(findings.map(({ level, path }) => [level, path]), [["error", "AGENTS.md"]]);
    assert.match(findings[0]!.message, message);
  });
}

Deno.test("readInstructions() reads UTF-16, a byte order mark, CRLF, and says where bytes are no UTF-8", async () => {
  using workspace = new TempWorkspace({ ".git/HEAD": "", "b/AGENTS.md": "\ufeffone\r\ntwo\r\n" });
  const wide = new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0xe9, 0x00]);
  workspace.write("AGENTS.md", wide);
  workspace.write("b/c/AGENTS.md", new Uint8Array([0x61, 0xff, 0x62]));
  const { text, findings } = await read(workspace, "b/c");
  assert.equal(text, "Aé\n\none\ntwo\n\n\na\ufffdb");
  assert.deepEqual(findings, [{
    level: "warning",
    kind: "unread",
    path: "b/c/AGENTS.md",
    message: "Some of its bytes are not UTF-8: save it as UTF-8",
  }]);
});

Deno.test("readInstructions() masks secrets", async () => {
  const key = `ghp_${"a1B2".repeat(9)}`;
  using workspace = new TempWorkspace({ ".git/HEAD": "", "AGENTS.md": `Use ${key} to push.` });
  const { text } = await read(workspace);
  assert.ok(!text.includes(key));
  assert.match(text, /«masked: /);
});

Deno.test("readInstructions() says that there is no such place, or that it is outside of the root", async () => {
  using workspace = new TempWorkspace({ "a/x": "", "b/y": "" });
  const codeOf = (path: string, root?: string) =>
    read(workspace, path, root === undefined ? {} : { root: workspace.path(root) })
      .then(() => "", (error) => isContextError(error) ? error.code : String(error));
  assert.equal(await codeOf("gone"), "file-not-found");
  assert.equal(await codeOf("a", "b"), "file-excluded");
  assert.equal(await codeOf("a", "."), "");
});

Deno.test("readInstructions() reads skills and rules through links within the root, and none out of it", async () => {
  using workspace = new TempWorkspace({
    "app/.git/HEAD": "",
    "app/.agents/skills/a/SKILL.md": "---\nname: a\ndescription: Within\n---\n",
    "app/docs/style.md": "Use tabs.",
    "elsewhere/b/SKILL.md": "---\nname: b\ndescription: Without\n---\n",
    "elsewhere/rule.md": "Be rude.",
  });
  workspace.write("app/.claude/rules/x.md", "x");
  Deno.symlinkSync("../.agents/skills", workspace.path("app/.claude/skills"));
  Deno.symlinkSync("../../docs/style.md", workspace.path("app/.claude/rules/style.md"));
  Deno.symlinkSync("../../../elsewhere/rule.md", workspace.path("app/.claude/rules/rude.md"));
  Deno.symlinkSync("../../elsewhere", workspace.path("app/.agents/elsewhere"));
  const found = await readInstructions(workspace.path("app"), { host: "claude-code" });
  assert.deepEqual(found.skills.skills.map(({ name }) => name), ["a"]);
  assert.ok(found.text.includes("Use tabs.") && !found.text.includes("rude"));
  assert.deepEqual(found.findings.map(({ path }) => path), [".claude/rules/rude.md"]);
});

Deno.test("readInstructions() gives what Codex 0.169.0 gave a model, but for half of a character", async () => {
  const build = "b".repeat(200);
  using workspace = new TempWorkspace({
    "home/.codex/AGENTS.md": "mine global\n",
    "app/.git/HEAD": "",
    "app/AGENTS.md": `# Root\nRoot says.\n\n## Build\n${build}\n`,
    "app/pkg/AGENTS.md": "hidden",
    "app/pkg/AGENTS.override.md": "pkg override é\n",
    "app/pkg/app/TEAM.md": `app team file\n${"é".repeat(60)}\n`,
  });
  const { text } = await read(workspace, "app/pkg/app", {
    home: workspace.path("home"),
    fallbacks: ["TEAM.md"],
    budget: 300,
    cut: "root-first",
  });
  assert.equal(
    text,
    `mine global\n\n--- project-doc ---\n\n# Root\nRoot says.\n\n## Build\n${build}\n` +
      `\n\npkg override é\n\n\napp team file\n${"é".repeat(20)}`,
  );
});

Deno.test("readInstructions() gives the files that Claude Code 2.1.197 gave a model, in its order", async () => {
  using workspace = new TempWorkspace({
    "home/.claude/CLAUDE.md": "USER memory\n",
    "home/.claude/rules/u.md": "USER rule\n",
    "up/CLAUDE.md": "ABOVE\n",
    "up/app/.git/HEAD": "",
    "up/app/CLAUDE.md":
      "ROOT see @docs/a.md and `@docs/no.md`\n<!-- c -->\n**@docs/f.md**, @docs/c.md,\n",
    "up/app/docs/a.md": "IMPORTED A\n@b.md @l1.md\n",
    "up/app/docs/b.md": "IMPORTED B\n",
    "up/app/docs/c.md": "IMPORTED C\n",
    "up/app/docs/f.md": "IMPORTED F\n",
    "up/app/docs/l1.md": "LEVEL @l2.md\n",
    "up/app/docs/l2.md": "LEVEL @l3.md\n",
    "up/app/docs/l3.md": "LEVEL @l4.md\n",
    "up/app/docs/l4.md": "LEVEL\n",
    "up/app/docs/no.md": "NOT IMPORTED\n",
    "up/app/CLAUDE.local.md": "LOCAL\n",
    "up/app/.claude/rules/all.md": "RULE all\n",
    "up/app/.claude/rules/deep/ts.md": '---\npaths: "**/*.ts"\n---\nRULE ts\n',
    "up/app/pkg/.claude/CLAUDE.md": "PKG\n",
  });
  const found = await readInstructions(workspace.path("up/app/pkg"), {
    host: "claude-code",
    home: workspace.path("home"),
  });
  const given = found.parts.filter(({ status }) => status === "given");
  assert.deepEqual(given.map(({ path }) => path.replace(`${workspace.root}/`, "")), [
    "~/.claude/CLAUDE.md",
    "~/.claude/rules/u.md",
    "up/CLAUDE.md",
    "CLAUDE.md",
    "docs/a.md",
    "docs/b.md",
    "docs/l1.md",
    "docs/l2.md",
    "docs/l3.md",
    "docs/f.md",
    ".claude/rules/all.md",
    "CLAUDE.local.md",
    "pkg/.claude/CLAUDE.md",
  ]);
  assert.deepEqual(found.findings.map(({ line, message }) => [line, message]), [
    [1, '"@l4.md" is not imported as more than 4 imports lead to it'],
    [
      3,
      '"@docs/c.md," is not imported as hosts read "," as a part of its path: put a space before it',
    ],
  ]);
});

Deno.test("readInstructions() lets a repository around the root, as of a submodule, read no more than its own", async () => {
  const secret = "only for the user's eyes";
  using workspace = new TempWorkspace({
    "home/.netrc": secret,
    "home/notes.md": secret,
    "home/.claude/CLAUDE.md": "@~/outer/sub/linked.md\n",
    "home/outer/.git/HEAD": "",
    "home/outer/CLAUDE.md": "@~/notes.md @~/.netrc @docs/more.md\n",
    "home/outer/docs/more.md": "Its own.",
    "home/outer/.env": secret,
    "home/outer/sub/.git/HEAD": "",
    "home/outer/sub/linked.md": "@~/notes.md\n",
  });
  const options = { host: "claude-code", home: workspace.path("home") } as const;
  const read = async () => {
    const { text, findings } = await readInstructions(workspace.path("home/outer/sub"), options);
    assert.ok(!text.includes(secret), text);
    return [text, ...findings.map(({ message }) => message)].join("\n");
  };
  const told = await read();
  assert.match(told, /Its own\./);
  assert.equal(told.match(/is not imported as it is outside the root/g)?.length, 3);
  for (const target of ["../.netrc", "../notes.md", ".env"]) {
    workspace.remove("home/outer/CLAUDE.md");
    Deno.symlinkSync(target, workspace.path("home/outer/CLAUDE.md"));
    assert.match(await read(), /It is not read as it/, target);
  }
});
