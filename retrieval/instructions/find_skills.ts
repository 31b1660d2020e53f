import {
  type InstructionFinding,
  type InstructionHost,
  listSkills,
  type OrderedSkills,
  orderSkills,
  readSkill,
  type Skill,
  skillCharacters,
  type SkillList,
} from "@dossier/core/instructions";
import { isContextError, reasonOfError } from "@dossier/core/errors";
import { isJsonObject } from "@dossier/core/text";
import { join, listEntries } from "../machine/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import {
  type InstructionPlaces,
  listFoldersDown,
  ownPath,
  tellInstructionPath,
} from "./find_instruction_files.ts";
import type { InstructionReader } from "./instruction_reader.ts";

/** Levels of folders below a root of skills, and folders in all, that are looked through (Codex). */
const MAX_LEVELS = 6;
const MAX_FOLDERS = 2000;

const SKILL_FILE = "SKILL.md";

/** The skills of a session, and the list of them that it is told. */
export interface FoundSkills extends SkillList, OrderedSkills {
  /** Files that are no skills. */
  readonly findings: readonly InstructionFinding[];
}

/** What skills are found by. */
interface SkillPlaces extends InstructionPlaces {
  readonly hosts: readonly InstructionHost[];
  readonly root: string;
  /** Of the session, relative to the root. */
  readonly folder: string;
  readonly reader: InstructionReader;
  readonly window?: number | undefined;
}

/** Returns the skills of hosts for a session in a folder: the roots of each in its order, of a project's the nearest first. */
export async function findSkills(places: SkillPlaces): Promise<FoundSkills> {
  const { hosts, root, home, reader, window } = places;
  const skills: Skill[] = [];
  const findings: InstructionFinding[] = [];
  for (const folder of listRoots(places)) {
    const isInside = folder.startsWith(`${root}/`);
    for (const file of listSkillFiles(folder)) {
      const path = tellInstructionPath(file, { root, home });
      const read = await reader.read(file, { isOwn: !isInside });
      if (read.kind === "missing") continue;
      const skill = read.kind === "refused"
        ? { path, message: `it is not read as ${read.reason}` }
        : await parse(read.text, path);
      if ("name" in skill) skills.push(await maskValue(skill, path));
      else if (!folder.startsWith("/etc/")) {
        findings.push({
          level: "error",
          kind: "skill",
          path,
          message: `It is no skill: ${skill.message}`,
        });
      }
    }
  }
  const ordered = orderSkills(skills);
  // A host that reads no skills tells nothing of them.
  const list = listSkills(hosts.length === 1 ? ordered.skills : [], {
    limit: skillCharacters(window),
  });
  return { ...list, ...ordered, findings };
}

function listRoots({ hosts, root, folder, ...places }: SkillPlaces): ReadonlySet<string> {
  const folders = listFoldersDown(folder).toReversed();
  return new Set(
    hosts.flatMap(({ skills }) => skills).flatMap((written) => {
      const isOwn = written.startsWith("~/") || written.startsWith("/");
      if (!isOwn) return folders.map((at) => join(root, at, written));
      return places.home === undefined ? [] : [ownPath(written, places)];
    }),
  );
}

/** Returns the files of skills below a folder, nearest first; hidden names and links are passed over. */
function listSkillFiles(folder: string): readonly string[] {
  const files: string[] = [];
  let level = [folder];
  let count = 0;
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    const next: string[] = [];
    for (const at of level) {
      if (++count > MAX_FOLDERS) return files;
      for (const { name, isFile, isDirectory } of listEntries(at)) {
        if (isFile && name === SKILL_FILE) files.push(join(at, name));
        else if (isDirectory && !name.startsWith(".")) next.push(join(at, name));
      }
    }
    level = next;
  }
  return files;
}

async function parse(text: string, path: string): Promise<ReturnType<typeof readSkill>> {
  const { cutFrontMatter, readYaml, toJson } = await import("../machine/notation/mod.ts");
  const place = { path, code: "invalid-profile" as const, warn: () => {} };
  try {
    const { metadata } = cutFrontMatter(text, place);
    if (metadata === "") return { path, message: 'it has no front matter: write it between "---"' };
    const fields = toJson(await readYaml(metadata, place), place);
    return readSkill(isJsonObject(fields) ? fields : {}, path);
  } catch (error) {
    if (!isContextError(error)) throw error;
    return { path, message: reasonOfError(error) };
  }
}
