import {
  type AgentFile,
  chooseByName,
  type CommandFile,
  type CommandPlace,
  readAgentFile,
  readCommandFile,
} from "@dossier/core/gather";
import { listEntries, readPlainTextAsync } from "../machine/mod.ts";

/** A plugin that is installed. */
export interface InstalledPlugin {
  /** The name-space of its commands. */
  readonly name: string;
  /** Absolute path of its folder. */
  readonly folder: string;
}

/** Where commands and agents are looked for, besides `.claude` of the project. */
export interface CommandPlaces {
  /** The home folder of the user, whose `.claude` is looked into. @default none */
  readonly home?: string | undefined;
  /** Those that the user has installed. @default none */
  readonly plugins?: readonly InstalledPlugin[] | undefined;
}

/** What is there to be called. */
export interface CommandListing {
  /** Sorted by name; of several with one name the project's goes before the user's, and this before a plugin's. */
  readonly commands: readonly CommandFile[];
  /** The same of agents. */
  readonly agents: readonly AgentFile[];
  /** Sentences on files that are passed over. */
  readonly problems: readonly string[];
}

/** Longer files are passed over, in bytes; a prompt of a command has some thousand. */
const MAX_COMMAND_BYTES = 256 * 1024;

/** Folders in folders that are entered, and files that are read of one place: whoever writes a tree may write many. */
const MAX_LEVELS = 8;
const MAX_FILES = 1000;

/**
 * Returns the commands and agents of a project, its user and some plugins, as Claude Code keeps them. Of the
 * project no link is followed.
 *
 * @param root Real absolute path of the project.
 */
export async function listCommands(
  root: string,
  { home, plugins = [] }: CommandPlaces = {},
): Promise<CommandListing> {
  const problems: string[] = [];
  const places = [
    { folder: root, inner: ".claude", told: ".claude", origin: "project" as const },
    ...home === undefined
      ? []
      : [{ folder: home, inner: ".claude", told: "~/.claude", origin: "user" as const }],
    ...plugins.map(({ name, folder }) => ({
      folder,
      inner: "",
      told: name,
      origin: "plugin" as const,
      plugin: name,
      pluginRoot: folder,
    })),
  ];
  const read = async <File>(kind: string, parse: (text: string, place: CommandPlace) => File) => {
    const files: File[] = [];
    for (const { folder, inner: base, told, ...place } of places) {
      const below = [base, kind].filter((part) => part !== "").join("/");
      const found = listMarkdown(`${folder}/${below}`);
      if (found.length > MAX_FILES) {
        problems.push(`Of "${told}/${kind}" more than ${MAX_FILES} files are passed over`);
      }
      for (const inner of found.slice(0, MAX_FILES)) {
        const path = `${told}/${kind}/${inner}`;
        const file = await readPlainTextAsync(`${folder}/${below}/${inner}`, {
          // What a user or a plugin links to is theirs to choose.
          below: place.origin === "project" ? folder : undefined,
          maxBytes: MAX_COMMAND_BYTES,
        });
        if (file.kind === "text") files.push(parse(file.text, { ...place, path, inner }));
        else problems.push(`"${path}" is passed over as ${file.message}`);
      }
    }
    return files;
  };
  const commands = chooseByName(await read("commands", readCommandFile));
  const agents = chooseByName(await read("agents", readAgentFile));
  return { commands, agents, problems };
}

/** Returns the Markdown files below a folder, sorted, relative to it. */
function listMarkdown(folder: string): readonly string[] {
  const found: string[] = [];
  const visit = (inner: string, level: number) => {
    for (const { name, isDirectory, isFile } of listEntries(`${folder}/${inner}`)) {
      if (found.length > MAX_FILES || name.startsWith(".")) continue;
      if (isDirectory && level < MAX_LEVELS) visit(`${inner}${name}/`, level + 1);
      if (isFile && name.endsWith(".md")) found.push(inner + name);
    }
  };
  visit("", 1);
  return found.sort();
}
