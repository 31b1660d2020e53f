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
  writeAtomically,
} from "@dossier/retrieval/machine";
import { openDiskFolder } from "./space_folder.ts";
import { Policies } from "./policies.ts";
import { findForm } from "./policy_form.ts";

/** The source and the target of an import. */
export interface ImportOptions {
  /** Real absolute path of the project, whose `.dossier` is written. */
  readonly root: string;
  /** Absolute path of the folder in Rye's form. @default `.ai` in the project */
  readonly from?: string | undefined;
  /** If true, existing files are replaced. @default false */
  readonly force?: boolean | undefined;
  /** If true, nothing is written. @default false */
  readonly isDry?: boolean | undefined;
}

/** The result of an import. Paths are relative to the project. */
export interface PolicyImport {
  readonly written: readonly string[];
  /** Existing files with another text, which stay. */
  readonly kept: readonly string[];
  /** Sentences about files that cannot be read. */
  readonly refused: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Writes policies of Rye's form in dossier's form: profiles, knowledge, hooks and settings. Tools
 * stay in place.
 *
 * @throws {PolicyError} `invalid-hooks`, `invalid-policy` for a hooks or settings file that cannot
 * be read, and for a missing folder.
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
      if (!hasText(`${root}/${path}`, text)) kept.push(path);
      continue;
    }
    if (!isDry) writePolicyFile(root, path, text);
    written.push(path);
  }
  const tools = folder.path !== undefined && lstatOrUndefined(`${folder.path}/${form.tools}`);
  const notes = tools
    ? [`The tools of "${from}/${form.tools}" are not copied, as they are also found there`]
    : [];
  return { written, kept, refused, notes: [...policies.notes, ...notes] };
}

/** Returns the texts of all files by their paths below the folder of dossier's form. */
async function renderFiles(policies: Policies) {
  // Imported here only, as readers of YAML do not need it.
  const { stringify } = await import("yaml");
  // Lines are not folded, so that reading returns the written text.
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
  const hooks = (await policies.hooks()).map(withLayer);
  if (hooks.length > 0) texts.set("hooks.yaml", toYaml({ hooks: hooks.map(toWritten) }));
  const settings = toSettings(mergeConfig((await policies.settings()).map(({ value }) => value)));
  if (Object.keys(settings).length > 0) texts.set("policy.yaml", toYaml(settings));
  return { texts, refused };
}

/** Layers of the hooks that come with Rye; among the project's own hooks they would come last. */
const LAYERS: Readonly<Partial<Record<HookOrigin, number>>> = { builtin: 2, context: 2, infra: 4 };

function withLayer(hook: Hook): Hook {
  const layer = hook.layer ?? LAYERS[hook.origin];
  return layer === undefined ? hook : { ...hook, layer };
}

/** Settings of Rye that dossier has as well; the others belong to Rye's runner. */
const SETTINGS: readonly string[] = [
  ...["tool_preload", "no_permissions", "dedupe", "compose", "resume_ceiling_tokens"],
  ...["capability_risk", "limits"],
];

function toSettings(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => SETTINGS.includes(key)));
}

function hasText(path: string, text: string): boolean {
  const read = readPlainText(path);
  return read.kind === "text" && read.text === text;
}

/**
 * Writes a file below a folder. It follows no symbolic link, and never changes a file through a
 * hard link.
 */
function writePolicyFile(root: string, path: string, text: string): void {
  const parts = path.split("/");
  const link = parts.map((_, index) => parts.slice(0, index + 1).join("/"))
    .find((part) => lstatOrUndefined(`${root}/${part}`)?.isSymlink);
  if (link !== undefined) {
    throw new RetrievalError(
      "index-unwritable",
      `Cannot write "${path}" as "${link}" is a symbolic link: replace it by a file or folder`,
    );
  }
  try {
    Deno.mkdirSync(`${root}/${parts.slice(0, -1).join("/")}`, { recursive: true });
    writeAtomically(`${root}/${path}`, text);
  } catch (error) {
    const code = fileCondition(error) === "full" ? "disk-full" : "index-unwritable";
    const fix = "free some space or make its folder writable";
    throw new RetrievalError(code, `Cannot write "${path}": ${fix}`, { cause: error });
  }
}

/** Writes a value as YAML. */
type ToYaml = (value: object) => string;

/** Returns a profile as a file of dossier's form. */
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
  const filled = Object.entries(metadata).filter(([, value]) => !isEmpty(value));
  // Four empty lists are written, as they differ from no lists.
  const lists = context === undefined ? {} : { context: omitUndefined({ ...context }) };
  const name = profile.name === "" ? { name: "" } : {};
  return joinMatter({ ...name, ...Object.fromEntries(filled), ...lists }, profile.body, toYaml);
}

/** Returns inputs or outputs by their names. */
function toNamed(fields: readonly Partial<ProfileInput>[]): object {
  return Object.fromEntries(fields.map(({ name, type, required, fallback, description }) => [
    name,
    omitUndefined({ type, required: required || undefined, default: fallback, description }),
  ]));
}

/** Returns a knowledge item as a file of dossier's form. */
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
  return omitUndefined({
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

/** Returns a condition without its compiled patterns. */
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

/** Returns a mapping without undefined values. */
function omitUndefined(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
