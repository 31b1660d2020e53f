import { readGitText } from "./git_folder.ts";

const SECTION_REGEXP = /^\s*\[\s*([^\]\s"]+)\s*("[^\]]*")?\s*\]/;
const EXCLUDES_FILE_REGEXP = /^\s*excludesfile\s*=(.*)$/i;

/** A part of a value of git's settings: in quotes, after a backslash, a comment to the end, or plain. */
const VALUE_PART_REGEXP = /"((?:[^"\\]|\\.)*)"|\\(.)|[#;].*$|([^"\\#;]+)/g;

/**
 * Returns the user's own ignore patterns, of all repositories, as git has them by its settings for the
 * system and the user (`core.excludesFile`); empty where there are none. Those that settings include from
 * other files are not looked for.
 */
export function readUserExcludes(): string {
  const home = findVariable("HOME");
  const settings = findVariable("XDG_CONFIG_HOME") ?? (home && `${home}/.config`);
  const configs = [
    findVariable("GIT_CONFIG_NOSYSTEM") === undefined
      ? findVariable("GIT_CONFIG_SYSTEM") ?? "/etc/gitconfig"
      : undefined,
    ...globalConfigs(home, settings),
  ];
  let path = settings && `${settings}/git/ignore`;
  for (const config of configs) {
    const text = config === undefined ? undefined : readGitText(config);
    path = (text === undefined ? undefined : findExcludesFile(text)) ?? path;
  }
  if (path?.startsWith("~/")) path = home && home + path.slice(1);
  return path?.startsWith("/") ? readGitText(path) ?? "" : "";
}

/** Returns where the user's settings of git are, the strongest last. */
function globalConfigs(
  home: string | undefined,
  settings: string | undefined,
): readonly (string | undefined)[] {
  const chosen = findVariable("GIT_CONFIG_GLOBAL");
  return chosen === undefined
    ? [settings && `${settings}/git/config`, home && `${home}/.gitconfig`]
    : [chosen];
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

/** Returns a variable; undefined when it is empty, or when the program may not know. */
function findVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch {
    return undefined;
  }
}
