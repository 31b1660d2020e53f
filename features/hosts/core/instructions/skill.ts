import { countCodePoints } from "@dossier/core/text";

/** A skill, as its metadata has it: its body is read when the agent needs it. */
export interface Skill {
  /** By which it is called. */
  readonly name: string;
  /** What it is for, and when. */
  readonly description: string;
  /** What hosts with little room show in place of the description. */
  readonly shortDescription?: string;
  /** Of its `SKILL.md`: relative to the root; with `~/` in the user's home, else absolute. */
  readonly path: string;
}

/** A skill that is not offered, and why. */
interface RefusedSkill {
  readonly path: string;
  /** Half a sentence. */
  readonly message: string;
}

/** Characters of the fields of a skill (systems.md §4.3, agentskills.io). */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_SHORT_DESCRIPTION = 500;

/**
 * Returns a skill by the fields of its front matter, with single spaces in place of all white space; or why it is
 * none.
 */
export function readSkill(
  fields: Readonly<Record<string, unknown>>,
  path: string,
): Skill | RefusedSkill {
  const metadata = fields["metadata"];
  const short = typeof metadata === "object" && metadata !== null
    ? (metadata as Readonly<Record<string, unknown>>)["short-description"]
    : undefined;
  const name = toText(fields["name"]);
  const description = toText(fields["description"]);
  const shortDescription = toText(short);
  const refuse = (message: string): RefusedSkill => ({ path, message });
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

/** Skills that are offered, and those that another of the same name hides. */
export interface OrderedSkills {
  /** By name. */
  readonly skills: readonly Skill[];
  /** Paths of those that are not offered, and of the ones that hide them. */
  readonly hidden: readonly { readonly path: string; readonly by: string }[];
}

/** Returns skills of which the first of each name counts. @param found In the order of their roots. */
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
