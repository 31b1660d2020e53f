import type { Condition, Hook, HookAction, KnowledgeItem, Profile } from "@dossier/core/policy";
import type { JsonObject, JsonValue } from "@dossier/core/text";
import { stringify } from "yaml";

/** Lines of YAML are not folded, so that what is written is what is read. */
const YAML_OPTIONS = { lineWidth: 0 } as const;

/** Returns a profile as a file of our form. */
export function writeProfile(profile: Profile): string {
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
    inputs: Object.fromEntries(
      inputs.map((
        { name, type, required, fallback, description },
      ) => [name, pick({ type, required: required || undefined, default: fallback, description })]),
    ),
    outputs: Object.fromEntries(
      outputs.map((
        { name, type, required, description },
      ) => [name, pick({ type, required: required || undefined, description })]),
    ),
    hooks: profile.hooks.map(toWritten),
    continuation: profile.continuation,
  };
  const said = Object.entries(metadata).filter(([, value]) => !isEmpty(value));
  // Four empty lists are said, as they are not the same as nothing.
  const lists = context === undefined ? {} : { context: pick({ ...context }) };
  const name = profile.name === "" ? { name: "" } : {};
  return joinMatter({ ...name, ...Object.fromEntries(said), ...lists }, profile.body);
}

/** Returns a knowledge item as a file of our form. */
export function writeKnowledge({ metadata, body }: KnowledgeItem): string {
  return Object.keys(metadata).length === 0 && !body.startsWith("---")
    ? `${body}\n`
    : joinMatter(metadata, body);
}

/** Returns hooks as a file of our form. */
export function writeHooks(hooks: readonly Hook[]): string {
  return stringify({ hooks: hooks.map(toWritten) }, YAML_OPTIONS);
}

/** Returns settings as a file of our form. */
export function writePolicySettings(settings: JsonObject): string {
  return stringify(settings, YAML_OPTIONS);
}

function joinMatter(metadata: object, body: string): string {
  return `---\n${stringify(metadata, YAML_OPTIONS)}---\n\n${body}\n`;
}

function toWritten({ id, event, layer, position, wrap, condition, actions, description }: Hook) {
  const written = actions.map(toAction);
  return pick({
    ...{ id, event, layer },
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
