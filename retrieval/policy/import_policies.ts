import { type Hook, type HookOrigin, mergeConfig, PolicyError } from "@dossier/core/policy";
import type { JsonObject } from "@dossier/core/text";
import {
  fileCondition,
  lstatOrUndefined,
  readPlainText,
  RetrievalError,
  writeWhole,
} from "../machine/mod.ts";
import { openDiskFolder } from "./space_folder.ts";
import { Policies } from "./policies.ts";
import { findForm } from "./policy_form.ts";

/** What is imported, and where to. */
export interface ImportOptions {
  /** Real absolute path of the project, whose `.dossier` is written. */
  readonly root: string;
  /** Absolute path of the folder in Rye's form. @default `.ai` in the project */
  readonly from?: string | undefined;
  /** Whether files that are there already are replaced. @default false */
  readonly force?: boolean | undefined;
  /** Whether nothing is written. @default false */
  readonly isDry?: boolean | undefined;
}

/** What was imported. Paths are relative to the project. */
export interface PolicyImport {
  readonly written: readonly string[];
  /** What was there already with another text. */
  readonly kept: readonly string[];
  /** What can not be read, and why, in sentences. */
  readonly refused: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Writes policies in the form of Rye as ours: profiles, knowledge, hooks and settings. Tools stay where they
 * are.
 *
 * @throws {PolicyError} `invalid-hooks`, `invalid-policy` for a file of these that can not be read, and for a folder
 * that is not there.
 * @throws {RetrievalError} `index-unwritable` or `disk-full` when nothing can be written.
 */
export async function importPolicies(
  { root, from: named, force = false, isDry = false }: ImportOptions,
): Promise<PolicyImport> {
  if (named !== undefined && lstatOrUndefined(named) === undefined) {
    throw new PolicyError(
      "invalid-policy",
      `Cannot import "${named}" as there is no such folder: name one that exists`,
    );
  }
  const from = named ?? `${root}/.ai`;
  const form = findForm("rye");
  const folder = openDiskFolder({ space: "project", form, path: from, below: from });
  const policies = new Policies(root, { folders: [folder], notes: [] });
  const { texts, refused } = await renderFiles(policies);
  const written: string[] = [];
  const kept: string[] = [];
  for (const [file, text] of texts) {
    const path = `.dossier/${file}`;
    const there = lstatOrUndefined(`${root}/${path}`);
    if (there !== undefined && !force) {
      if (!isSame(`${root}/${path}`, text)) kept.push(path);
      continue;
    }
    if (!isDry) place(root, path, text);
    written.push(path);
  }
  const tools = folder.path !== undefined && lstatOrUndefined(`${folder.path}/${form.tools}`);
  const notes = tools
    ? [`The tools of "${from}/${form.tools}" stay there: they are found there as well`]
    : [];
  return { written, kept, refused, notes: [...policies.notes, ...notes] };
}

/** Returns the texts of all files by their paths below the folder of our form. */
async function renderFiles(policies: Policies) {
  const { writeHooks, writeKnowledge, writePolicySettings, writeProfile } = await import(
    "./write_profile.ts"
  );
  const texts = new Map<string, string>();
  const refused: string[] = [];
  const add = async (path: string, render: () => Promise<string>) => {
    try {
      texts.set(path, await render());
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      refused.push(error.message);
    }
  };
  for (const { id } of policies.listProfiles()) {
    await add(`profiles/${id}.md`, async () => writeProfile(await policies.loadProfile(id)));
  }
  for (const id of policies.listKnowledge()) {
    await add(`knowledge/${id}.md`, async () => {
      const item = await policies.findKnowledge(id);
      return item === undefined ? "" : writeKnowledge(item);
    });
  }
  const hooks = (await policies.hooks()).map(keepLayer);
  if (hooks.length > 0) texts.set("hooks.yaml", writeHooks(hooks));
  const settings = toSettings(mergeConfig((await policies.settings()).map(({ value }) => value)));
  if (Object.keys(settings).length > 0) texts.set("policy.yaml", writePolicySettings(settings));
  return { texts, refused };
}

/** Layers of the hooks that come with Rye, which among the project's own would come last. */
const LAYERS: Readonly<Partial<Record<HookOrigin, number>>> = { builtin: 2, context: 2, infra: 4 };

function keepLayer(hook: Hook): Hook {
  const layer = hook.layer ?? LAYERS[hook.origin];
  return layer === undefined ? hook : { ...hook, layer };
}

/** Settings of Rye that are ours as well; the others are its runner's. */
const SETTINGS: readonly string[] = [
  ...["tool_preload", "no_permissions", "dedupe", "compose", "resume_ceiling_tokens"],
  ...["capability_risk", "limits"],
];

function toSettings(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => SETTINGS.includes(key)));
}

function isSame(path: string, text: string): boolean {
  const read = readPlainText(path);
  return read.kind === "text" && read.text === text;
}

/** Writes a file of a folder, in which no link is followed, and nothing changed under a second name elsewhere. */
function place(root: string, path: string, text: string): void {
  const parts = path.split("/");
  const link = parts.map((_, index) => parts.slice(0, index + 1).join("/"))
    .find((part) => lstatOrUndefined(`${root}/${part}`)?.isSymlink);
  if (link !== undefined) {
    throw new RetrievalError(
      "index-unwritable",
      `Cannot write "${path}" as "${link}" is a symbolic link: put a file or folder in its place`,
    );
  }
  try {
    Deno.mkdirSync(`${root}/${parts.slice(0, -1).join("/")}`, { recursive: true });
    writeWhole(`${root}/${path}`, text);
  } catch (error) {
    const code = fileCondition(error) === "full" ? "disk-full" : "index-unwritable";
    const mend = "make room or make its folder writable";
    throw new RetrievalError(code, `Cannot write "${path}": ${mend}`, { cause: error });
  }
}
