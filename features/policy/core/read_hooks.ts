import { nearestNames } from "@dossier/core/query";
import { omitUndefined } from "@dossier/core/text";
import { parseCondition, prepareCondition } from "@dossier/core/condition";
import { type CompilePattern, StepLimit } from "@dossier/core/condition";
import {
  type Hook,
  HOOK_EVENTS,
  type HookAction,
  type HookEvent,
  type HookOrigin,
} from "./hook.ts";
import { formatValue, isJsonObject, isJsonValue, type JsonObject } from "@dossier/core/text";
import { isPolicyError, PolicyError } from "./policy_error.ts";

/** Hooks of a file, and warnings about those that are ignored. */
export interface ReadHooks {
  readonly hooks: readonly Hook[];
  /**
   * A sentence for each hook that is omitted, and for each part of a hook that never holds or is
   * unknown.
   */
  readonly warnings: readonly string[];
}

/** Options of {@link readHooks}. */
export interface ReadHooksOptions {
  readonly origin: HookOrigin;
  /** The location of their list, for messages, such as `"hooks.yaml"`. */
  readonly place: string;
  /**
   * If true, the file is in dossier's form, so that events of other programs are errors. @default
   * false
   */
  readonly isDossierForm?: boolean;
  /** Compiles the patterns of conditions. */
  readonly compile: CompilePattern;
}

/** Rye's names of events, which are accepted in every file. */
const RYE_EVENTS: Readonly<Record<string, HookEvent>> = {
  "resolve_extends": "route",
  "build_system_prompt": "system",
  "thread_started": "start",
  "thread_continued": "continue",
};

/** Types that the value of `fetch` may begin with; without one an item is knowledge. */
const FETCHED_TYPES: readonly string[] = ["knowledge", "profile", "tool"];

/** The keys of a hook except its condition and actions, with the type of each. */
const FIELDS: Readonly<Record<string, readonly [string, (value: unknown) => boolean]>> = {
  event: ["text", isName],
  id: ["text", isName],
  layer: ["a number", Number.isFinite],
  position: ["text", isText],
  wrap: ["true or false", (value) => typeof value === "boolean"],
  description: ["text", isText],
  action: ["a mapping", isJsonObject],
  actions: ["a list", Array.isArray],
};

/**
 * Returns the hooks of a list in a file of dossier or Rye. An entry that is not a hook, or has a
 * value of a wrong type, is omitted with a warning.
 *
 * @param value The parsed list; null and undefined are an empty one.
 * @throws {PolicyError} `invalid-hooks` when it is not a list.
 */
export async function readHooks(value: unknown, reading: ReadHooksOptions): Promise<ReadHooks> {
  const { place } = reading;
  if (value === null || value === undefined) return { hooks: [], warnings: [] };
  if (!Array.isArray(value)) {
    throw new PolicyError(
      "invalid-hooks",
      `Cannot read the hooks of ${place} as they must be a list: current value is ${
        formatValue(value)
      }`,
    );
  }
  const warnings: string[] = [];
  const hooks: Hook[] = [];
  const limit = new StepLimit("invalid-hooks", "the conditions of hooks");
  const compile = limit.limitCompile(reading.compile);
  for (const [i, entry] of value.entries()) {
    const placed = { ...reading, compile, place: `${place}, hooks[${i}]`, warnings };
    try {
      hooks.push(await readHook(entry, placed));
    } catch (error) {
      if (!isPolicyError(error)) throw error;
      warnings.push(`${error.message}; the hook is omitted`);
    }
  }
  return { hooks, warnings };
}

async function readHook(
  entry: unknown,
  { origin, place, isDossierForm = false, compile, warnings }: ReadHooksOptions & {
    readonly warnings: string[];
  },
): Promise<Hook> {
  if (!isJsonObject(entry)) {
    throwInvalidHook(place, `it must be a mapping: current value is ${formatValue(entry)}`);
  }
  const fields = dropNulls(entry);
  if (fields.event === undefined) throwInvalidHook(place, 'it must have an "event"');
  for (const [key, [expectedType, isRight]] of Object.entries(FIELDS)) {
    const value = fields[key];
    if (value === undefined || isRight(value)) continue;
    throwInvalidHook(
      place,
      `its "${key}" must be ${expectedType}: current value is ${formatValue(value)}`,
    );
  }
  const unknown = Object.keys(fields).filter((key) => !KNOWN_KEYS.includes(key));
  for (const key of unknown) warnings.push(formatUnknownKey(key, { place, known: KNOWN_KEYS }));
  const condition = await prepareCondition(parseCondition(fields.condition, `${place}.condition`), {
    compile,
    location: `${place}.condition`,
    warn: (sentence) => warnings.push(sentence),
  });
  const written = String(fields.event);
  const event = Object.hasOwn(RYE_EVENTS, written) ? RYE_EVENTS[written]! : written;
  if (isDossierForm) {
    warnings.push(...listInvalidFields({ event, position: fields.position }, place));
  }
  const list = fields.actions as readonly unknown[] | undefined;
  const actions = list === undefined || list.length === 0 ? [fields.action ?? {}] : list;
  const placed = actions.map((action, i) => [action, `${place}, action ${i + 1}`] as const);
  for (const [action, at] of isDossierForm ? placed : []) {
    warnings.push(...listUnknownKeys(action, at));
  }
  return omitUndefined({
    id: fields.id as string | undefined,
    event,
    layer: fields.layer as number | undefined,
    origin,
    position: fields.position === "after" ? "after" as const : "before" as const,
    wrap: fields.wrap !== false,
    condition: fields.condition === undefined ? undefined : condition,
    actions: placed.flatMap(([action, at]) => readAction(action, at)),
    description: fields.description as string | undefined,
  });
}

const KNOWN_KEYS: readonly string[] = [...Object.keys(FIELDS), "condition"];

/**
 * The keys of an action, the first two ours; Rye has further ones for events that dossier does not
 * have.
 */
const ACTION_KEYS: readonly string[] = [
  ...["extend", "fetch", "params", "parameters", "set_extends"],
  ...["primary", "item_type", "item_id"],
];

/** Returns a mapping without keys that have no value, as YAML writes `condition:`. */
function dropNulls(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
}

/** Returns at most one action; `extend` and `set_extends` without a profile are no action. */
function readAction(action: unknown, place: string): readonly HookAction[] {
  if (!isJsonObject(action)) {
    throwInvalidHook(place, `it must be a mapping: current value is ${formatValue(action)}`);
  }
  const extended = action.extend ?? action["set_extends"];
  if (extended !== undefined && extended !== null) {
    const profile = checkText(extended, { key: "extend", place });
    return profile === "" ? [] : [{ kind: "extend", profile }];
  }
  const parameters = action.parameters ?? action.params ?? {};
  if (!isJsonObject(parameters) || !isJsonValue(parameters)) {
    throwInvalidHook(
      place,
      `its "params" must be a mapping: current value is ${formatValue(parameters)}`,
    );
  }
  if (action.fetch !== undefined) {
    const written = checkText(action.fetch, { key: "fetch", place });
    const [type = "", ...rest] = written.split("/");
    const [itemType, itemId] = FETCHED_TYPES.includes(type) && rest.length > 0
      ? [type, rest.join("/")]
      : ["knowledge", written];
    if (itemId === "") {
      throwInvalidHook(place, `its "fetch" names no item: current value is "${written}"`);
    }
    return [{ kind: "fetch", primary: "fetch", itemType, itemId, parameters }];
  }
  const itemId = checkText(action["item_id"] ?? "", { key: "item_id", place });
  if (itemId === "") return [];
  const primary = checkText(action.primary ?? "fetch", { key: "primary", place });
  const itemType = checkText(action["item_type"] ?? "", { key: "item_type", place });
  return [{ kind: "fetch", primary, itemType, itemId, parameters }];
}

function checkText(value: unknown, { key, place }: { key: string; place: string }): string {
  if (isText(value)) return value.trim();
  throwInvalidHook(place, `its "${key}" must be text: current value is ${formatValue(value)}`);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isName(value: unknown): boolean {
  return isText(value) && value.trim() !== "";
}

/** Returns a warning for an event that never occurs, and for an invalid position. */
function listInvalidFields(
  { event, position }: { readonly event: string; readonly position: unknown },
  place: string,
): readonly string[] {
  const events: readonly string[] = HOOK_EVENTS;
  const isPosition = [undefined, "before", "after"].includes(position as string | undefined);
  return [
    ...(events.includes(event) ? [] : [
      `The hook at ${place} never runs as there is no event ${formatValue(event)}: use ${
        events.slice(0, -1).join(", ")
      } or ${events.at(-1)}`,
    ]),
    ...(isPosition ? [] : [
      `The hook at ${place} is put before the prompt as ${
        formatValue(position)
      } is not a valid position: write before or after`,
    ]),
  ];
}

function listUnknownKeys(action: unknown, place: string): readonly string[] {
  if (!isJsonObject(action)) return [];
  return Object.keys(action).filter((key) => !ACTION_KEYS.includes(key))
    .map((key) => formatUnknownKey(key, { place, known: ACTION_KEYS }));
}

function formatUnknownKey(
  key: string,
  { place, known }: { readonly place: string; readonly known: readonly string[] },
): string {
  const [nearest] = nearestNames(key, known, { limit: 1 });
  const hint = nearest === undefined
    ? `the known keys are ${known.map((name) => `"${name}"`).join(", ")}`
    : `did you mean "${nearest}"?`;
  return `The key ${formatValue(key)} of the hook at ${place} is ignored: ${hint}`;
}

function throwInvalidHook(place: string, reason: string): never {
  throw new PolicyError("invalid-hooks", `Cannot use the hook at ${place} as ${reason}`);
}
