import { reasonOfError } from "@dossier/core/errors";
import {
  DEFAULT_HIDDEN_FOLDERS,
  isItemId,
  isPolicyError,
  type PaletteTool,
  PolicyError,
  type SpaceItem,
} from "../core/mod.ts";
import { isJsonObject } from "@dossier/core/text";
import {
  checkSignature,
  openTrustedKeys,
  ryeSignedParts,
  type TrustedKeys,
  wholeFileParts,
} from "../integrity.ts";
import { parseYamlFile, toJson } from "@dossier/retrieval/notation";
import { fitFiles, type SpaceFolder } from "../space_folder.ts";
import {
  readToolMetadata,
  TOOL_EXTENSIONS,
  type ToolMetadata,
  type UnusableTool,
} from "./tool_metadata.ts";
import { mapBatches } from "../map_batches.ts";

/** The file of a tool. Its id is its path below the folder of tools, without extension. */
export interface ToolFile extends SpaceItem {
  /** With its dot. */
  readonly extension: string;
  readonly folder: SpaceFolder;
  /** Path of the file below that folder. */
  readonly path: string;
  /** Files that it hides, as paths for messages. */
  readonly shadows: readonly string[];
}

/** The tools of all folders. */
export interface ToolListing {
  /** Each id once, sorted. */
  readonly tools: readonly ToolFile[];
  /** Names of hidden folders and files. */
  readonly hidden: readonly string[];
  /** Sentences on problems of the files that hide names. */
  readonly notes: readonly string[];
}

/** The name of Python package files, which are not tools: it is always hidden (as in Rye). */
const PACKAGE_NAME = "__init__";

/**
 * Returns the tools of folders, without reading them: of several with one id that of the first
 * folder, and within a folder that of the first extension. A tool hides others even when its file
 * turns out to be unusable.
 *
 * @param folders Folders of the spaces in their order.
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
      : [{ ...first, shadows: rest.map(({ folder, path }) => folder.displayPath(path)) }]
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

/** Returns the hidden names of the first file that has any, or the defaults. */
async function readHidden(folders: readonly SpaceFolder[]) {
  const notes: string[] = [];
  const keys = openTrustedKeys(folders);
  for (const folder of folders) {
    try {
      const names = await readCollection(folder, keys);
      if (names !== undefined) return { hidden: [...names, PACKAGE_NAME], notes };
    } catch (error) {
      if (!isPolicyError(error)) throw error;
      notes.push(error.message);
    }
  }
  return { hidden: DEFAULT_HIDDEN_FOLDERS, notes };
}

/**
 * Returns the hidden names of a folder; undefined when it declares none.
 *
 * @throws {PolicyError} `invalid-policy` or `tampered-item`.
 */
async function readCollection(
  folder: SpaceFolder,
  keys: TrustedKeys,
): Promise<readonly string[] | undefined> {
  const path = folder.displayPath(folder.form.collection);
  const read = await folder.read(folder.form.collection);
  if (read === undefined) return undefined;
  const invalid = (reason: string) =>
    new PolicyError("invalid-policy", { action: `use "${path}"`, rule: reason });
  if (read.kind === "refused") throw invalid(read.message);
  const { text } = await checkSignature(read.text, { path, signedParts: wholeFileParts, keys });
  const place = { path, code: "invalid-policy", warn: () => {} } as const;
  const value = toJson(await parseYamlFile(text, place), place);
  const names = isJsonObject(value) ? value["exclude_dirs"] : undefined;
  if (names === undefined) return undefined;
  if (Array.isArray(names) && names.every((name) => typeof name === "string")) return names;
  throw invalid('"exclude_dirs" must be a list of names of folders');
}

/** A tool with the metadata of its file. */
export interface LoadedTool extends PaletteTool {
  readonly file: ToolFile;
  /** The reason why it has no schema: half a sentence with the fix. */
  readonly reason?: string;
}

/**
 * Maximum number of bytes of all tools that are read: several times the tools of Rye, and a fifth
 * of a second.
 */
const MAX_TOOLS_BYTES = 16 * 1024 * 1024;

/** Returns tools with the metadata of their files, in order. None of them is run. */
export async function loadTools(
  files: readonly ToolFile[],
  keys: TrustedKeys,
): Promise<readonly LoadedTool[]> {
  const fitting = fitFiles(files, MAX_TOOLS_BYTES);
  return await mapBatches(files, async (file) => {
    const found = fitting.has(file) ? await readTool(file, keys) : { reason: fitting.reason };
    return "reason" in found
      ? { id: file.id, description: "", file, reason: found.reason }
      : { id: file.id, ...found, file };
  });
}

async function readTool(
  { folder, path, extension }: ToolFile,
  keys: TrustedKeys,
): Promise<ToolMetadata | UnusableTool> {
  const read = await folder.read(path);
  if (read === undefined) return { reason: "its file was just removed: try again" };
  if (read.kind === "refused") return { reason: read.message };
  const place = { path: folder.displayPath(path), signedParts: ryeSignedParts, keys };
  try {
    const { text } = await checkSignature(read.text, place);
    return await readToolMetadata(text, extension);
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return { reason: reasonOfError(error) };
  }
}
