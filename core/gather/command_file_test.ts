import assert from "node:assert/strict";
import { chooseByName, readAgentFile, readCommandFile } from "./command_file.ts";

const PLACE = {
  origin: "project",
  path: ".claude/commands/review.md",
  inner: "review.md",
} as const;

Deno.test("readCommandFile() reads the front matter, and describes by the first line without", () => {
  const text = "---\ndescription: Reviews: all of it\nargument-hint: [file] [depth]\n" +
    "allowed-tools: Read, Bash(git diff:*), Bash(npm run a, b)\nmodel: opus\n" +
    "disable-model-invocation: true\n---\n\n# Review\n\nLook at @$1.\n";
  assert.deepEqual(readCommandFile(text, PLACE), {
    name: "review",
    origin: "project",
    path: ".claude/commands/review.md",
    description: "Reviews: all of it",
    argumentHint: "[file] [depth]",
    allowedTools: ["Read", "Bash(git diff:*)", "Bash(npm run a, b)"],
    model: "opus",
    isForUsers: true,
    body: "\n# Review\n\nLook at @$1.\n",
  });
  const plain = readCommandFile("\nFix it.\nNow.\n", { ...PLACE, inner: "a/b/fix.md" });
  assert.deepEqual([plain.name, plain.description], ["a:b:fix", "Fix it."]);
  assert.deepEqual([plain.allowedTools, plain.isForUsers], [[], false]);
  const hint = readCommandFile(
    "---\nargument-hint: [message]\nallowed-tools: [Read, Bash(git *)]\n---\nx",
    PLACE,
  );
  assert.deepEqual([hint.argumentHint, hint.allowedTools], ["[message]", ["Read", "Bash(git *)"]]);
  const list = readCommandFile(
    "---\nallowed-tools:\n  - Read\n  - Bash(git *)\nx: 'a: b'\n---\n",
    PLACE,
  );
  assert.deepEqual(list.allowedTools, ["Read", "Bash(git *)"]);
});

Deno.test("readAgentFile() reads what people write over several lines", () => {
  const text = "---\nname: reviewer\ndescription: Use this when code is done. Examples:\n\n" +
    '  <example>\n  Context: a "new" file\n  </example>\ntools: Glob, Grep\ncolor: red\n---\n\nYou review.\n';
  const place = { origin: "user", path: "~/a.md", inner: "a.md" } as const;
  assert.deepEqual(readAgentFile(text, place), {
    name: "reviewer",
    origin: "user",
    path: "~/a.md",
    description:
      'Use this when code is done. Examples:\n<example>\nContext: a "new" file\n</example>',
    tools: ["Glob", "Grep"],
    systemPrompt: "You review.",
  });
  const plugin = { ...place, origin: "plugin", plugin: "kit", inner: "x/y.md" } as const;
  assert.equal(readAgentFile(text, plugin).name, "kit:reviewer");
  const bare = readAgentFile("You plan.", plugin);
  assert.deepEqual([bare.name, bare.description, "tools" in bare], ["kit:x:y", "You plan.", false]);
});

Deno.test("chooseByName() puts the project before the user, and a plugin last", () => {
  const file = (name: string, origin: "project" | "user" | "plugin") => ({ name, origin });
  const files = [file("b", "user"), file("a", "plugin"), file("a", "project"), file("b", "plugin")];
  assert.deepEqual(chooseByName(files), [file("a", "project"), file("b", "user")]);
});
