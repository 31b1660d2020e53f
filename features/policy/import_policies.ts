import {
  type Hook,
  type HookAction,
  type HookOrigin,
  isPolicyError,
  type KnowledgeItem,
  mergeConfig,
  PolicyError,
  type Profile,
  type ProfileInput,
} from "./core/mod.ts";
import type { Condition } from "@dossier/core/condition";
import type { JsonObject, JsonValue } from "@dossier/core/text";
import {
  fileCondition,
  lstatOrUndefined,
  readPlainText,
  RetrievalError,
  writeWhole,
} from "@dossier/retrieval/machine";
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
  // Imported only here, as what reads YAML does without.
  const { stringify } = await import("yaml");
  // Lines are not folded, so that what is written is what is read.
  const toYaml: ToYaml = (value) => stringify(value, { lineWidth: 0 });
  const texts = new Map<string, string>();
  const refused: string[] = [];
  const add = async (path: string, render: () => Promise<string>) => {
    try {
      texts.set(path, await render());
    } catch (error) {
      if (!isPolicyError(error)) throw error;
      refused.push(error.message);
    }
  };
  for (const { id } of policies.listProfiles()) {
    await add(
      `profiles/${id}.md`,
      async () => writeProfile(await policies.loadProfile(id), toYaml),
    );
  }
  for (const id of policies.listKnowledge()) {
    await add(`knowledge/${id}.md`, async () => {
      const item = await policies.findKnowledge(id);
      return item === undefined ? "" : writeKnowledge(item, toYaml);
    });
  }
  const hooks = (await policies.hooks()).map(keepLayer);
  if (hooks.length > 0) texts.set("hooks.yaml", toYaml({ hooks: hooks.map(toWritten) }));
  const settings = toSettings(mergeConfig((await policies.settings()).map(({ value }) => value)));
  if (Object.keys(settings).length > 0) texts.set("policy.yaml", toYaml(settings));
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

/** Writes a value as YAML. */
type ToYaml = (value: object) => string;

/** Returns a profile as a file of our form. */
function writeProfile(profile: Profile, toYaml: ToYaml): string {
  const { context, inputs, outputs, acknowledgedRisks } = profile;
  const metadata = {
    name: profile.name === profile.id ? "" : profile.name,
    extends: profile.extends,
    description: profile.description,
    category: profile.category,
    version: profile.version,
    model: profile.model,
    limits: profile.limits,
    permissions: profile.permissions,
    acknowledge: acknowledgedRisks.map(({ risk, reason }) => ({ risk, reason })),
    inputs: toNamed(inputs),
    outputs: toNamed(outputs),
    hooks: profile.hooks.map(toWritten),
    continuation: profile.continuation,
  };
  const said = Object.entries(metadata).filter(([, value]) => !isEmpty(value));
  // Four empty lists are said, as they are not the same as nothing.
  const lists = context === undefined ? {} : { context: pick({ ...context }) };
  const name = profile.name === "" ? { name: "" } : {};
  return joinMatter({ ...name, ...Object.fromEntries(said), ...lists }, profile.body, toYaml);
}

/** Returns inputs or outputs by their names. */
function toNamed(fields: readonly Partial<ProfileInput>[]): object {
  return Object.fromEntries(fields.map(({ name, type, required, fallback, description }) => [
    name,
    pick({ type, required: required || undefined, default: fallback, description }),
  ]));
}

/** Returns a knowledge item as a file of our form. */
function writeKnowledge({ metadata, body }: KnowledgeItem, toYaml: ToYaml): string {
  return Object.keys(metadata).length === 0 && !body.startsWith("---")
    ? `${body}\n`
    : joinMatter(metadata, body, toYaml);
}

function joinMatter(metadata: object, body: string, toYaml: ToYaml): string {
  return `---\n${toYaml(metadata)}---\n\n${body}\n`;
}

function toWritten({ id, event, layer, position, wrap, condition, actions, description }: Hook) {
  const written = actions.map(toAction);
  return pick({
    id,
    event,
    layer,
    position: position === "before" ? undefined : position,
    wrap: wrap ? undefined : false,
    condition: condition && toPlain(condition),
    ...(written.length === 1 ? { action: written[0] } : { actions: written }),
    description,
  });
}

/** Returns a condition as it was written, without its compiled patterns. */
function toPlain(condition: Condition): JsonValue {
  return JSON.parse(JSON.stringify(condition));
}

function toAction(action: HookAction): JsonObject {
  if (action.kind === "extend") return { extend: action.profile };
  const { primary, itemType, itemId, parameters } = action;
  const params = Object.keys(parameters).length === 0 ? {} : { params: parameters };
  return primary === "fetch" && itemType === "knowledge"
    ? { fetch: `knowledge/${itemId}`, ...params }
    : { primary, "item_type": itemType, "item_id": itemId, ...params };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" ||
    (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

/** Returns a mapping without what is not said. */
function pick(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
