import { countCodePoints } from "@dossier/core/text";
import type { Skill } from "./skill.ts";

/** Characters of a list of skills where the window of the model is not known (Codex). */
const DEFAULT_SKILL_CHARACTERS = 8000;

/** The part of a model's window that a list of skills may take, and the characters of a token (Codex). */
const WINDOW_SHARE = 0.02;
const CHARACTERS_PER_TOKEN = 4;

/** From this many characters on that descriptions lose on average, people are told (Codex). */
const TOLD_LOSS = 100;

const HEAD = "## Skills\n" +
  "These skills are there for this session. Only their names and what they are for stand here.\n";
const RULES =
  "\nOpen the file of a skill when the user names it, or when the task is what it is for; " +
  "then do as it says. Open what it refers to only when you need it.\n";

/** A list of skills, and what was cut of it. */
export interface SkillList {
  /** Empty without skills. */
  readonly text: string;
  /** `short` has descriptions cut evenly; `names` has none. */
  readonly form: "whole" | "short" | "names";
  /** Names of the skills that are not in it. */
  readonly omitted: readonly string[];
  /** Sentences for people. */
  readonly warnings: readonly string[];
}

/** Returns the characters that a list of skills may have for a model. @param window Its context window in tokens. */
export function skillCharacters(window?: number): number {
  return window === undefined
    ? DEFAULT_SKILL_CHARACTERS
    : Math.floor(window * WINDOW_SHARE * CHARACTERS_PER_TOKEN);
}

/**
 * Returns a list of skills, one a line. When the lines are too long their descriptions are cut evenly, then left
 * out, and then the last skills are.
 *
 * @param options.limit Characters of all lines; the words around them are not counted.
 */
export function listSkills(
  skills: readonly Skill[],
  { limit = DEFAULT_SKILL_CHARACTERS }: { readonly limit?: number } = {},
): SkillList {
  if (skills.length === 0) return { text: "", form: "whole", omitted: [], warnings: [] };
  const lengths = skills.map(({ description }) => countCodePoints(description));
  const bare = skills.map((skill) => countCodePoints(renderLine(skill, "")) + 1);
  const room = limit - bare.reduce((sum, length) => sum + length, 0);
  const most = Math.max(...lengths);
  const isAll = lengths.reduce((sum, length) => sum + length + 1, 0) <= room;
  const cut = isAll ? most : fairLength(lengths, room);
  if (cut > 0) {
    const lines = skills.map((skill) => renderLine(skill, shorten(skill.description, cut)));
    const lost = lengths.reduce((sum, length) => sum + Math.max(0, length - cut), 0);
    const average = Math.round(lost / skills.length);
    const warnings = average > TOLD_LOSS
      ? [`Descriptions of skills are ${average} characters shorter on average, to fit ${limit}`]
      : [];
    return { text: render(lines), form: isAll ? "whole" : "short", omitted: [], warnings };
  }
  let left = limit;
  const shown = skills.filter((_, at) => {
    left -= bare[at]!;
    return left >= 0;
  });
  const omitted = skills.slice(shown.length).map(({ name }) => name);
  const lost = omitted.length === 0 ? "" : `, and these are left out: ${omitted.join(", ")}`;
  const text = shown.length === 0 ? "" : render(shown.map((skill) => renderLine(skill, "")));
  const warnings = [`Skills have no descriptions in the list, to fit ${limit} characters${lost}`];
  return { text, form: "names", omitted, warnings };
}

/** Returns the characters that each description may have so that all fit; shorter ones leave theirs to the others. */
function fairLength(lengths: readonly number[], room: number): number {
  let left = room;
  let count = lengths.length;
  for (const length of lengths.toSorted((a, b) => a - b)) {
    // A blank stands in front of each.
    const share = Math.floor(left / count) - 1;
    if (length > share) return Math.max(0, share);
    left -= length + 1;
    count--;
  }
  return Math.max(...lengths);
}

function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

function renderLine({ name, path }: Skill, description: string): string {
  return `- ${name}:${description === "" ? "" : ` ${description}`} (file: ${path})`;
}

function render(lines: readonly string[]): string {
  return `${HEAD}${lines.map((line) => `${line}\n`).join("")}${RULES}`;
}
