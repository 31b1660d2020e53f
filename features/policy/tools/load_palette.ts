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
import { present } from "@dossier/core/text";
import { findForm, type PolicyForm, type PolicyFormName } from "../policy_form.ts";
import type { SpaceFolder } from "../space_folder.ts";
import { openTrustedKeys, type TrustedKeys } from "../integrity.ts";
import { listTools, type LoadedTool, loadTools, type ToolFile } from "./list_tools.ts";

/** What an agent is offered tools for. */
export interface PaletteRequest extends PaletteSettings {
  readonly capabilities: readonly string[];
  /** What the lack of any means. @default "primary-only" */
  readonly noPermissions?: NoPermissions;
  /** What it is to give back. */
  readonly outputs?: readonly ProfileOutput[];
  /** In whose words the tools are offered. */
  readonly words: PolicyFormName;
  /** The actions on items that there are. @default those that there are tools for, such as `rye/fetch` */
  readonly primaries?: readonly PrimaryAction[];
}

/** The tools that a model is offered, and the files that they are from. */
export interface LoadedPalette extends Palette {
  /** The tools that may be executed, also those that are not offered. */
  readonly tools: readonly LoadedTool[];
  /** What people should know, in sentences. */
  readonly notes: readonly string[];
}

/**
 * Returns the tools of folders that capabilities grant, as far as their budget goes. No tool is run.
 *
 * @param folders Those of the spaces in their order.
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
    present({ ...tool, detail: tool.reason === "schema" ? reasons.get(tool.itemId) : undefined })
  );
  return { ...palette, omitted, tools, notes: [...notes, ...listHidden(tools)] };
}

/** Returns a sentence for each tool of the project in place of which there is another of the user or the system. */
function listHidden(tools: readonly LoadedTool[]): readonly string[] {
  return tools.filter(({ file }) => file.space === "project").flatMap(({ id, file }) =>
    file.shadows.filter((hidden) => hidden.startsWith("/")).map((hidden) =>
      `The tool "${id}" is "${file.folder.describe(file.path)}", which hides "${hidden}"`
    )
  );
}

/** Returns the actions on items that there are tools for. */
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

/** Returns the ids of all items of the types that capabilities are about. */
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
