import assert from "node:assert/strict";
import { listSkills, orderSkills, readSkill, type Skill, skillCharacters } from "./skill.ts";

Deno.test("C-7: readSkill() reads the fields with single spaces, and reports missing and overlong ones", () => {
  const fields = { name: " pdf ", description: "Reads\n  PDF files", metadata: {} };
  assert.deepEqual(readSkill(fields, "a/SKILL.md"), {
    name: "pdf",
    description: "Reads PDF files",
    path: "a/SKILL.md",
  });
  const short = readSkill({ ...fields, metadata: { "short-description": "PDF" } }, "a");
  assert.equal("shortDescription" in short && short.shortDescription, "PDF");
  const messageOf = (fields: Readonly<Record<string, unknown>>) => {
    const skill = readSkill(fields, "a");
    return "message" in skill ? skill.message : undefined;
  };
  assert.equal(
    messageOf({ name: "pdf" }),
    'it has no description: write "description: …" in its front matter',
  );
  assert.equal(
    messageOf({ description: "x" }),
    'it has no name: write "name: …" in its front matter',
  );
  assert.equal(
    messageOf({ ...fields, name: "n".repeat(65) }),
    "its name has 65 characters: write at most 64",
  );
  assert.equal(messageOf({ ...fields, name: "😀".repeat(64) }), undefined);
  assert.match(messageOf({ ...fields, description: "d".repeat(1025) })!, /1025 characters/);
  assert.match(
    messageOf({ ...fields, metadata: { "short-description": "s".repeat(501) } })!,
    /short-description has 501/,
  );
});

const skill = (name: string, description: string, path = `${name}/SKILL.md`): Skill => ({
  name,
  description,
  path,
});

Deno.test("C-7: orderSkills() keeps the first of each name, sorted, and reports the hidden ones", () => {
  const { skills, hidden } = orderSkills([
    skill("b", "the project's"),
    skill("a", "x"),
    skill("b", "the user's", "~/b/SKILL.md"),
  ]);
  assert.deepEqual(skills.map(({ name, description }) => [name, description]), [
    ["a", "x"],
    ["b", "the project's"],
  ]);
  assert.deepEqual(hidden, [{ path: "~/b/SKILL.md", by: "b/SKILL.md" }]);
});

Deno.test("C-7: listSkills() is empty without skills", () => {
  assert.deepEqual(listSkills([]), { text: "", form: "whole", omitted: [], warnings: [] });
});

Deno.test("C-8: listSkills() lists whole descriptions, then evenly cut ones, then names, then fewer, with a note", () => {
  const skills = [
    skill("a", "A".repeat(400)),
    skill("b", "B".repeat(100)),
    skill("c", "C".repeat(10)),
  ];
  const lines = (limit: number) => {
    const list = listSkills(skills, { limit });
    return { ...list, lines: list.text.split("\n").filter((line) => line.startsWith("- ")) };
  };
  // Each line is "- a: … (file: a/SKILL.md)" and its end: 24 characters beside the description.
  const whole = lines(3 * 24 + 510 + 3);
  assert.equal(whole.form, "whole");
  assert.equal(whole.lines[0], `- a: ${"A".repeat(400)} (file: a/SKILL.md)`);
  assert.deepEqual(whole.warnings, []);
  const short = lines(3 * 24 + 233);
  assert.equal(short.form, "short");
  assert.deepEqual(short.lines, [
    `- a: ${"A".repeat(119)}… (file: a/SKILL.md)`,
    `- b: ${"B".repeat(100)} (file: b/SKILL.md)`,
    `- c: ${"C".repeat(10)} (file: c/SKILL.md)`,
  ]);
  const shorter = lines(3 * 24 + 60);
  assert.deepEqual(shorter.warnings, [
    "Descriptions of skills are 151 characters shorter on average, to fit 132",
  ]);
  const names = lines(3 * 24 + 2);
  assert.equal(names.form, "names");
  assert.deepEqual(names.lines.map((line) => line.slice(0, 5)), ["- a: ", "- b: ", "- c: "]);
  assert.deepEqual(names.warnings, [
    "Skills have no descriptions in the list, to fit 74 characters",
  ]);
  const fewer = lines(50);
  assert.deepEqual([fewer.lines.length, fewer.omitted], [2, ["c"]]);
  assert.match(fewer.warnings[0]!, /omitted: c$/);
  for (const limit of [585, 305, 132, 74, 50, 24, 0]) {
    const list = lines(limit);
    const length = list.lines.reduce((sum, line) => sum + line.length + 1, 0);
    assert.ok(length <= limit, `${length} > ${limit}`);
  }
});

Deno.test("skillCharacters() are 2 % of a window, or 8000 where it is not known", () => {
  assert.equal(skillCharacters(), 8000);
  assert.equal(skillCharacters(200_000), 16_000);
});
