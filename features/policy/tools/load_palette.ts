import {
  buildPalette,
  CAPABILITY_ACTIONS,
  type Grants,
  grantTools,
  type ItemType,
  type NoPermissions,
  type Palette,
  type PaletteSettings,
  type PrimaryAction,
  type ProfileOutput,
  selectItems,
} from "../core/mod.ts";
import { omitUndefined } from "@dossier/core/text";
import { findForm, type PolicyForm, type PolicyFormName } from "../policy_form.ts";
import type { SpaceFolder } from "../space_folder.ts";
import { openTrustedKeys, type TrustedKeys } from "../integrity.ts";
import { listTools, type LoadedTool, loadTools, type ToolFile } from "./list_tools.ts";

/** The request for the tools of an agent. */
export interface PaletteRequest extends PaletteSettings {
  readonly capabilities: readonly string[];
  /** The meaning of an empty list. @default "primary-only" */
  readonly noPermissions?: NoPermissions;
  /** Outputs that the agent returns. */
  readonly outputs?: readonly ProfileOutput[];
  /** The form whose vocabulary the tools use. */
  readonly words: PolicyFormName;
  /** The actions on items. @default those that have a tool, such as `rye/fetch` */
  readonly primaries?: readonly PrimaryAction[];
}

/** The tools that are offered to a model, and their files. */
export interface LoadedPalette extends Palette {
  /** The tools that may be executed, including those that are not offered. */
  readonly tools: readonly LoadedTool[];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

/**
 * Returns the granted tools of folders, within their budget. No tool is run.
 *
 * @param folders Folders of the spaces in their order.
 */
export async function loadPalette(
  { capabilities, noPermissions, outputs, words: form, primaries: own, ...settings }:
    PaletteRequest,
  folders: readonly SpaceFolder[],
): Promise<LoadedPalette> {
  const { words, primaries: primaryFolder } = findForm(form);
  const grants = grantTools(capabilities, noPermissions === undefined ? {} : { noPermissions });
  const given = { ...settings, grants, words, ...(outputs === undefined ? {} : { outputs }) };
  if (settings.enabled === false) {
    const nothing = buildPalette({ ...given, primaries: [], tools: [], items: {} });
    return { ...nothing, tools: [], notes: [] };
  }
  const { tools: files, hidden, notes } = await listTools(folders);
  const keys = openTrustedKeys(folders);
  const tools = await loadTools(selectItems(grants.toolPatterns, files), keys);
  const primaries = own ?? await loadPrimaries(primaryFolder, { files, keys });
  const items = listIds(grants, folders, files.map(({ id }) => id));
  const palette = buildPalette({ ...given, primaries, tools, items, hidden });
  const reasons = new Map(tools.map(({ id, reason }) => [id, reason]));
  const omitted = palette.omitted.map((tool) =>
    omitUndefined({
      ...tool,
      detail: tool.reason === "schema" ? reasons.get(tool.itemId) : undefined,
    })
  );
  return { ...palette, omitted, tools, notes: [...notes, ...listHidden(tools)] };
}

/** Returns a sentence for each tool of the project that hides one of the user or the system. */
function listHidden(tools: readonly LoadedTool[]): readonly string[] {
  return tools.filter(({ file }) => file.space === "project").flatMap(({ id, file }) =>
    file.shadows.filter((hidden) => hidden.startsWith("/")).map((hidden) =>
      `The tool "${id}" is "${file.folder.displayPath(file.path)}", which hides "${hidden}"`
    )
  );
}

/** Returns the actions on items that have a tool. */
async function loadPrimaries(
  folder: string,
  { files, keys }: { readonly files: readonly ToolFile[]; readonly keys: TrustedKeys },
): Promise<readonly PrimaryAction[]> {
  const actions = new Map(CAPABILITY_ACTIONS.map((action) => [`${folder}/${action}`, action]));
  const tools = await loadTools(files.filter(({ id }) => actions.has(id)), keys);
  return tools.flatMap(({ id, description, schema }) => {
    const primary = actions.get(id);
    if (primary === undefined || schema === undefined) return [];
    return [{ itemId: id, description, schema, primary }];
  });
}

/** Returns the ids of all items of the types that capabilities apply to. */
function listIds(
  { classified }: Grants,
  folders: readonly SpaceFolder[],
  tools: readonly string[],
): Readonly<Partial<Record<ItemType, readonly string[]>>> {
  const isAsked = (type: ItemType) => classified.some(({ itemType = type }) => itemType === type);
  const idsOf = (type: ItemType, place: (form: PolicyForm) => string) =>
    isAsked(type) ? folders.flatMap((folder) => folder.list(place(folder.form))) : [];
  return {
    tool: tools,
    knowledge: idsOf("knowledge", ({ knowledge }) => knowledge),
    profile: idsOf("profile", ({ profiles }) => profiles),
  };
}
