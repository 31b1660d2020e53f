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
} from "../core/instructions/mod.ts";
import { isContextError, reasonOfError } from "@dossier/core/errors";
import { isJsonObject } from "@dossier/core/json";
import { splitFrontMatter, toPlainValue } from "@dossier/core/yaml";
import { join, listEntries } from "@dossier/retrieval/machine";
import { maskValue } from "@dossier/retrieval/secrets";
import {
  expandHomePath,
  formatInstructionPath,
  type InstructionPlaces,
  listFoldersDown,
} from "./find_instruction_files.ts";
import type { InstructionReader } from "./instruction_reader.ts";

/**
 * Maximum number of levels of folders below a root of skills, and maximum number of folders in
 * total (Codex).
 */
const MAX_LEVELS = 6;
const MAX_FOLDERS = 2000;

const SKILL_FILE = "SKILL.md";

/** The skills of a session, with the list in its text. */
export interface FoundSkills extends SkillList, OrderedSkills {
  /** Problems of files that are no valid skills. */
  readonly findings: readonly InstructionFinding[];
}

/** Options of the search for skills. */
interface SkillPlaces extends InstructionPlaces {
  readonly hosts: readonly InstructionHost[];
  readonly root: string;
  /** Folder of the session, relative to the root. */
  readonly folder: string;
  readonly reader: InstructionReader;
  readonly window?: number | undefined;
}

/**
 * Returns the skills of hosts for a session in a folder: the roots of each host in its order, of a
 * project's the nearest first.
 */
export async function findSkills(places: SkillPlaces): Promise<FoundSkills> {
  const { hosts, root, home, reader, window } = places;
  const skills: Skill[] = [];
  const findings: InstructionFinding[] = [];
  for (const folder of listRoots(places)) {
    const isInside = folder.startsWith(`${root}/`);
    for (const file of listSkillFiles(folder)) {
      const path = formatInstructionPath(file, { root, home });
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
          message: `It is not a valid skill: ${skill.message}`,
        });
      }
    }
  }
  const ordered = orderSkills(skills);
  // The list is for one host.
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
      return places.home === undefined ? [] : [expandHomePath(written, places)];
    }),
  );
}

/**
 * Returns the files of skills below a folder, nearest first; hidden names and symbolic links are
 * skipped.
 */
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

/**
 * Maximum number of UTF-16 code units of a front matter: a hostile megabyte costs the parser
 * seconds.
 */
const MAX_YAML_LENGTH = 128 * 1024;

const EMPTY_LINES_REGEXP = /^(?:[ \t]*\n)*/;

async function parse(text: string, path: string): Promise<ReturnType<typeof readSkill>> {
  const [above = ""] = EMPTY_LINES_REGEXP.exec(text) ?? [];
  const { frontMatter = "", isUnclosed } = splitFrontMatter(text.slice(above.length));
  const line = above.split("\n").length;
  if (isUnclosed) {
    const reason = 'its front matter is not closed: write "---" below it';
    return { path, message: `line ${line}, column 1 is wrong: ${reason}` };
  }
  if (frontMatter === "") {
    return { path, message: 'it has no front matter: write it between "---"' };
  }
  if (frontMatter.length > MAX_YAML_LENGTH) {
    return {
      path,
      message:
        `its YAML must have at most ${MAX_YAML_LENGTH} characters: it has ${frontMatter.length}`,
    };
  }
  const { parseLocatedYaml } = await import("@dossier/retrieval/notation");
  try {
    const fields = toPlainValue(await parseLocatedYaml("\n".repeat(line) + frontMatter, path));
    return readSkill(isJsonObject(fields) ? fields : {}, path);
  } catch (error) {
    if (!isContextError(error)) throw error;
    return { path, message: reasonOfError(error) };
  }
}
