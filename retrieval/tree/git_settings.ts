import { readGitText } from "./git_folder.ts";

const SECTION_REGEXP = /^\s*\[\s*([^\]\s"]+)\s*("[^\]]*")?\s*\]/;
const EXCLUDES_FILE_REGEXP = /^\s*excludesfile\s*=(.*)$/i;

/**
 * Part of a value in git's settings: quoted, escaped by a backslash, a comment up to the end, or
 * plain.
 */
const VALUE_PART_REGEXP = /"((?:[^"\\]|\\.)*)"|\\(.)|[#;].*$|([^"\\#;]+)/g;

/**
 * Returns the absolute paths of git's settings files for the system and the user, with the highest
 * priority last.
 */
export function listGitSettings(): readonly string[] {
  const home = findVariable("HOME");
  const folder = findSettingsFolder();
  const isSystemRead = findVariable("GIT_CONFIG_NOSYSTEM") === undefined;
  const chosen = findVariable("GIT_CONFIG_GLOBAL");
  return [
    isSystemRead ? findVariable("GIT_CONFIG_SYSTEM") ?? "/etc/gitconfig" : [],
    chosen ?? (folder === undefined ? [] : `${folder}/git/config`),
    chosen ?? (home === undefined ? [] : `${home}/.gitconfig`),
  ].flat();
}

/**
 * Returns the absolute path of the user's ignore file for all repositories (`core.excludesFile`),
 * from these settings; undefined when there is none. Settings included from other files are not
 * read.
 */
export function findUserIgnoreFile(): string | undefined {
  const home = findVariable("HOME");
  const folder = findSettingsFolder();
  let path = folder && `${folder}/git/ignore`;
  for (const settings of listGitSettings()) {
    path = findExcludesFile(readGitText(settings) ?? "") ?? path;
  }
  if (path?.startsWith("~/")) path = home && home + path.slice(1);
  return path?.startsWith("/") ? path : undefined;
}

/** Returns the folder of the user's settings for all programs. */
function findSettingsFolder(): string | undefined {
  const home = findVariable("HOME");
  return findVariable("XDG_CONFIG_HOME") ?? (home && `${home}/.config`);
}

/** Returns the last value of `core.excludesFile` in the text of a settings file. */
function findExcludesFile(text: string): string | undefined {
  let isCore = false;
  let found: string | undefined;
  for (const line of text.split("\n")) {
    const section = SECTION_REGEXP.exec(line);
    if (section !== null) isCore = section[1]!.toLowerCase() === "core" && section[2] === undefined;
    const rest = line.slice(section?.[0].length ?? 0);
    const value = isCore ? EXCLUDES_FILE_REGEXP.exec(rest)?.[1] : undefined;
    if (value !== undefined) found = unquote(value);
  }
  return found;
}

function unquote(value: string): string {
  return value.replace(
    VALUE_PART_REGEXP,
    (_, quoted?: string, escaped?: string, plain?: string) =>
      quoted?.replace(/\\(.)/g, "$1") ?? escaped ?? plain ?? "",
  ).trim();
}

/** Returns an environment variable; undefined when it is empty, or the program may not read it. */
function findVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch {
    return undefined;
  }
}
