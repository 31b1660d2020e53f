import { countCodePoints } from "@dossier/core/text";

/** The metadata of a skill: its body is read when the agent needs it. */
export interface Skill {
  /** Name for calls. */
  readonly name: string;
  /** Its purpose and occasions. */
  readonly description: string;
  /** Description for hosts with little room. */
  readonly shortDescription?: string;
  /** Path of its `SKILL.md`: relative to the root; with `~/` in the user's home, else absolute. */
  readonly path: string;
}

/** A skill that is not offered, with the reason. */
interface InvalidSkill {
  readonly path: string;
  /** Half a sentence. */
  readonly message: string;
}

/** Maximum number of characters of the fields of a skill (systems.md §4.3, agentskills.io). */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_SHORT_DESCRIPTION = 500;

/**
 * Returns a skill from the fields of its front matter, with single spaces in place of white space;
 * or the reason why it is invalid.
 */
export function readSkill(
  fields: Readonly<Record<string, unknown>>,
  path: string,
): Skill | InvalidSkill {
  const metadata = fields["metadata"];
  const short = typeof metadata === "object" && metadata !== null
    ? (metadata as Readonly<Record<string, unknown>>)["short-description"]
    : undefined;
  const name = toText(fields["name"]);
  const description = toText(fields["description"]);
  const shortDescription = toText(short);
  const refuse = (message: string): InvalidSkill => ({ path, message });
  if (name === "") return refuse('it has no name: write "name: …" in its front matter');
  if (description === "") {
    return refuse('it has no description: write "description: …" in its front matter');
  }
  const tooLong = [
    { field: "name", text: name, most: MAX_NAME },
    { field: "description", text: description, most: MAX_DESCRIPTION },
    { field: "short-description", text: shortDescription, most: MAX_SHORT_DESCRIPTION },
  ].find(({ text, most }) => countCodePoints(text) > most);
  if (tooLong !== undefined) {
    const { field, text, most } = tooLong;
    return refuse(`its ${field} has ${countCodePoints(text)} characters: write at most ${most}`);
  }
  return { name, description, ...(shortDescription === "" ? {} : { shortDescription }), path };
}

function toText(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  return String(value).replace(/\s+/g, " ").trim();
}

/** Skills that are offered, and those hidden by another of the same name. */
export interface OrderedSkills {
  /** Sorted by name. */
  readonly skills: readonly Skill[];
  /** Paths of hidden skills, and of those that hide them. */
  readonly hidden: readonly { readonly path: string; readonly by: string }[];
}

/**
 * Returns the first skill of each name.
 *
 * @param found In the order of their roots.
 */
export function orderSkills(found: readonly Skill[]): OrderedSkills {
  const byName = new Map<string, Skill>();
  const hidden: { path: string; by: string }[] = [];
  for (const skill of found) {
    const first = byName.get(skill.name);
    if (first === undefined) byName.set(skill.name, skill);
    else hidden.push({ path: skill.path, by: first.path });
  }
  const skills = [...byName.values()].sort((a, b) => a.name < b.name ? -1 : 1);
  return { skills, hidden };
}

/**
 * Maximum number of characters of a list of skills when the window of the model is unknown (Codex).
 */
const DEFAULT_SKILL_CHARACTERS = 8000;

/** Share of a model's window for a list of skills, and the characters of a token (Codex). */
const WINDOW_SHARE = 0.02;
const CHARACTERS_PER_TOKEN = 4;

/** Average characters lost by descriptions above which a warning is added (Codex). */
const WARNED_LOSS = 100;

const HEAD = "## Skills\n" +
  "These skills are available in this session. Only their names and purposes are listed here.\n";
const RULES =
  "\nOpen the file of a skill when the user names it, or when the task matches its purpose; " +
  "then follow it. Open files that it refers to only when you need them.\n";

/** A list of skills, and its cuts. */
export interface SkillList {
  /** Empty without skills. */
  readonly text: string;
  /** `short` has descriptions cut evenly; `names` has none. */
  readonly form: "whole" | "short" | "names";
  /** Names of the skills that are not in it. */
  readonly omitted: readonly string[];
  /** Sentences that people read. */
  readonly warnings: readonly string[];
}

/**
 * Returns the most characters of a list of skills for a model.
 *
 * @param window Its context window in tokens.
 */
export function skillCharacters(window?: number): number {
  return window === undefined
    ? DEFAULT_SKILL_CHARACTERS
    : Math.floor(window * WINDOW_SHARE * CHARACTERS_PER_TOKEN);
}

/**
 * Returns a list of skills, one a line. When it is too long, descriptions are cut evenly, then
 * omitted, and then the last skills are omitted.
 *
 * @param options.limit Most characters of all lines, without the text around them.
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
    const warnings = average > WARNED_LOSS
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
  const lost = omitted.length === 0 ? "" : `, and these are omitted: ${omitted.join(", ")}`;
  const text = shown.length === 0 ? "" : render(shown.map((skill) => renderLine(skill, "")));
  const warnings = [`Skills have no descriptions in the list, to fit ${limit} characters${lost}`];
  return { text, form: "names", omitted, warnings };
}

/**
 * Returns the most characters of each description so that all fit; shorter ones leave theirs to the
 * others.
 */
function fairLength(lengths: readonly number[], room: number): number {
  let left = room;
  let count = lengths.length;
  for (const length of lengths.toSorted((a, b) => a - b)) {
    // Each has a blank in front.
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
