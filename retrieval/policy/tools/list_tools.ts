import {
  DEFAULT_HIDDEN_FOLDERS,
  isItemId,
  PolicyError,
  type SpacedItem,
} from "@dossier/core/policy";
import { isJsonObject } from "@dossier/core/text";
import { checkSignature, wholeText } from "../integrity.ts";
import { readYaml, toJson } from "../read_yaml.ts";
import type { SpaceFolder } from "../space_folder.ts";
import { openTrustedKeys, type TrustedKeys } from "../trusted_keys.ts";
import { TOOL_EXTENSIONS } from "./tool_metadata.ts";

/** The file of a tool. Its id is its path below the folder of tools, without extension. */
export interface ToolFile extends SpacedItem {
  /** With its dot. */
  readonly extension: string;
  readonly folder: SpaceFolder;
  /** Path of the file below that folder. */
  readonly path: string;
  /** Files that it hides, as people are told of them. */
  readonly shadows: readonly string[];
}

/** The tools that there are. */
export interface ToolListing {
  /** Each id once, sorted. */
  readonly tools: readonly ToolFile[];
  /** Names of folders and files that no tool is in. */
  readonly hidden: readonly string[];
  /** What is wrong with the files that name them, in sentences. */
  readonly notes: readonly string[];
}

/** The name of modules of Python, which are no tools: it is hidden, whatever a file says (as in Rye). */
const PACKAGE_NAME = "__init__";

/**
 * Returns the tools of folders, without reading them: of several with one id that of the first folder, and in a
 * folder that of the first extension. A tool hides others also when it turns out that nothing is known of it.
 *
 * @param folders Those of the spaces in their order.
 */
export async function listTools(folders: readonly SpaceFolder[]): Promise<ToolListing> {
  const { hidden, notes } = await readHidden(folders);
  const found = folders.flatMap((folder) => {
    const { tools, collection } = folder.form;
    return folder.listFiles(tools, new Set(hidden)).map((path) => `${tools}/${path}`)
      .filter((path) => path !== collection).flatMap((path) => toTool(folder, path))
      .sort((a, b) => TOOL_EXTENSIONS.indexOf(a.extension) - TOOL_EXTENSIONS.indexOf(b.extension));
  });
  const tools = [...Map.groupBy(found, ({ id }) => id).values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [{ ...first, shadows: rest.map(({ folder, path }) => folder.tell(path)) }]
  );
  return { tools: tools.sort((a, b) => a.id < b.id ? -1 : 1), hidden, notes };
}

function toTool(folder: SpaceFolder, path: string): readonly Omit<ToolFile, "shadows">[] {
  const extension = TOOL_EXTENSIONS.find((one) => path.endsWith(one)) ?? "";
  const id = path.slice(folder.form.tools.length + 1, -extension.length);
  return extension === "" || !isItemId(id)
    ? []
    : [{ id, extension, space: folder.space, folder, path }];
}

/** Returns the names that the first file there is hides, or those that are hidden by default. */
async function readHidden(folders: readonly SpaceFolder[]) {
  const notes: string[] = [];
  const keys = openTrustedKeys(folders);
  for (const folder of folders) {
    try {
      const names = await readCollection(folder, keys);
      if (names !== undefined) return { hidden: [...names, PACKAGE_NAME], notes };
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      notes.push(error.message);
    }
  }
  return { hidden: DEFAULT_HIDDEN_FOLDERS, notes };
}

/**
 * Returns what a folder says is hidden; undefined when it does not.
 *
 * @throws {PolicyError} `invalid-policy` or `tampered-item`.
 */
async function readCollection(
  folder: SpaceFolder,
  keys: TrustedKeys,
): Promise<readonly string[] | undefined> {
  const path = folder.tell(folder.form.collection);
  const read = await folder.read(folder.form.collection);
  if (read === undefined) return undefined;
  const invalid = (reason: string) =>
    new PolicyError("invalid-policy", { action: `use "${path}"`, rule: reason });
  if (read.kind === "refused") throw invalid(read.message);
  const { text } = await checkSignature(read.text, { path, signedParts: wholeText, keys });
  const place = { path, code: "invalid-policy", warn: () => {} } as const;
  const value = toJson(await readYaml(text, place), place);
  const names = isJsonObject(value) ? value["exclude_dirs"] : undefined;
  if (names === undefined) return undefined;
  if (Array.isArray(names) && names.every((name) => typeof name === "string")) return names;
  throw invalid('"exclude_dirs" must be a list of names of folders');
}
