import type { FragmentPosition } from "@dossier/core/fragment";
import { type Condition, matchesCondition } from "@dossier/core/condition";
import { type InsertionLimit, interpolate, interpolateText } from "./interpolate.ts";
import { isJsonObject, type JsonObject } from "@dossier/core/text";
import { StepLimit } from "@dossier/core/condition";

/**
 * The events that run hooks: the choice of the parent, the system prompt, and the first message of
 * a new or a continued thread.
 */
export const HOOK_EVENTS = ["route", "system", "start", "continue"] as const;

/** An event that runs hooks. */
export type HookEvent = typeof HOOK_EVENTS[number];

/**
 * The file that a hook comes from; `builtin`, `context` and `infra` come with the program or its
 * system space.
 */
export type HookOrigin = "user" | "profile" | "builtin" | "context" | "project" | "infra";

/** An action that chooses the parent of a profile. */
export interface ExtendAction {
  /** Distinguishes it from a fetch. */
  readonly kind: "extend";
  /** Id of the parent. */
  readonly profile: string;
}

/** An action that fetches an item. */
export interface FetchAction {
  /** Distinguishes it from an extend action. */
  readonly kind: "fetch";
  /** The action on the item, such as `fetch` or `execute`. */
  readonly primary: string;
  /** The type of the item, such as `knowledge`; empty when the file names none. */
  readonly itemType: string;
  /** Id of the item; may contain `${path}`. */
  readonly itemId: string;
  /** Parameters of the item; texts may contain `${path}`. */
  readonly parameters: JsonObject;
}

/** An action of a hook. */
export type HookAction = ExtendAction | FetchAction;

/** Actions that run at an event when a condition holds. */
export interface Hook {
  /** Absent when the file has none. */
  readonly id?: string;
  /** The event: one of {@link HOOK_EVENTS}, or an event of another program. */
  readonly event: string;
  /** Hooks of lower layers come first. @default the layer of its origin */
  readonly layer?: number;
  /** The origin of the hook, or of the one with its id that it replaces. */
  readonly origin: HookOrigin;
  /** The position of the fetched text: before or after the prompt. */
  readonly position: Exclude<FragmentPosition, "system">;
  /** If true, the fetched text is put between tags with its id and type. */
  readonly wrap: boolean;
  /** Absent when it always holds. */
  readonly condition?: Condition;
  /** All actions run, in order. */
  readonly actions: readonly HookAction[];
  /** Its purpose, for people. */
  readonly description?: string;
}

/**
 * Layers of hooks that declare none. Within a layer the origins come in this order, and the hooks
 * of an origin in the order of its file.
 */
const LAYERS: Readonly<Record<HookOrigin, number>> = {
  user: 0,
  profile: 1,
  builtin: 2,
  context: 2,
  project: 3,
  infra: 4,
};

/**
 * The layers for the choice of a parent, where the first hook wins: the project comes first. Hooks
 * of a profile do not count, as a profile can declare its parent.
 */
const ROUTE_LAYERS: Readonly<Partial<Record<HookOrigin, number>>> = {
  project: 0,
  user: 1,
  builtin: 2,
};

/**
 * Returns the hooks of an event in the order in which they run; hooks of one origin keep their
 * order.
 */
export function orderHooks(hooks: readonly Hook[], event: string): readonly Hook[] {
  const layers = event === "route" ? ROUTE_LAYERS : LAYERS;
  const origins = Object.keys(layers);
  return hooks
    .filter((hook) => hook.event === event && Object.hasOwn(layers, hook.origin))
    .map((hook) => ({
      hook,
      layer: hook.layer ?? layers[hook.origin] ?? 0,
      origin: origins.indexOf(hook.origin),
    }))
    .sort((a, b) => a.layer - b.layer || a.origin - b.origin)
    .map(({ hook }) => hook);
}

/** A fetch of a hook, its expressions replaced. */
export interface HookFetch extends FetchAction {
  readonly hook: Hook;
  /** Expressions in its id, and within the texts of its parameters, that have no value. */
  readonly missing: readonly string[];
}

/** The fetches of the hooks of an event, and those that are suppressed. */
export interface PlannedFetches {
  readonly fetches: readonly HookFetch[];
  /** Suppressed ids of hooks and items, each once. */
  readonly suppressed: readonly string[];
}

/** The event and the facts that decide the fetches of hooks. */
export interface HookContext {
  readonly event: string;
  /** Facts for conditions and expressions. */
  readonly facts: JsonObject;
  /** Ids of hooks and items that are omitted; only the whole id counts. */
  readonly suppress: readonly string[];
  /** Counts the characters that expressions insert into ids and parameters. */
  readonly limit: InsertionLimit;
}

/**
 * Returns the fetches of all hooks of an event whose conditions hold, in order.
 *
 * @throws {PolicyError} `invalid-hooks` when the conditions take too long together.
 */
export function planFetches(
  hooks: readonly Hook[],
  { event, facts, suppress, limit }: HookContext,
): PlannedFetches {
  const isSuppressed = (id: string | undefined) => id !== undefined && suppress.includes(id);
  const steps = new StepLimit("invalid-hooks", "the conditions of hooks");
  const fetches: HookFetch[] = [];
  const suppressed = new Set<string>();
  for (const hook of orderHooks(hooks, event)) {
    if (!matchesCondition(hook.condition ?? {}, facts, steps)) continue;
    for (const action of hook.actions) {
      if (action.kind !== "fetch") continue;
      const fetch = fillAction(action, facts, limit);
      const id = [hook.id, fetch.itemId].find(isSuppressed);
      if (id === undefined) fetches.push({ ...fetch, hook });
      else suppressed.add(id);
    }
  }
  return { fetches, suppressed: [...suppressed] };
}

/**
 * Returns an action with the expressions of its id and parameters replaced; other fields stay as
 * they are.
 */
function fillAction(
  action: FetchAction,
  facts: JsonObject,
  limit: InsertionLimit,
): Omit<HookFetch, "hook"> {
  const id = interpolateText(action.itemId, facts, limit);
  const parameters = interpolate(action.parameters, facts, limit);
  return {
    ...action,
    itemId: id.value,
    parameters: isJsonObject(parameters.value) ? parameters.value : {},
    missing: [...id.missing, ...parameters.missing],
  };
}

/** The hooks of a space. */
export interface SpaceHooks {
  /** The hooks of each file; the first file that has an id wins. */
  readonly files: readonly (readonly Hook[])[];
  /** If true, its hooks stay when a nearer space has hooks with the same id. @default false */
  readonly isAdditive?: boolean;
}

/** A hook with the rule of its space. */
interface LayeredHook {
  readonly hook: Hook;
  readonly isAdditive: boolean;
}

/**
 * Returns the merged hooks of several spaces. A hook replaces those of farther spaces with its id:
 * it takes their origin, and their layer unless it declares one. Where those stay, it comes right
 * after them, with its own origin.
 *
 * @param spaces The nearest first.
 */
export function mergeHooks(spaces: readonly SpaceHooks[]): readonly Hook[] {
  return spaces.toReversed().reduce(
    (farther: readonly LayeredHook[], { files, isAdditive = false }) =>
      overrideHooks(
        farther,
        files.reduce(appendHooks, []).map((hook) => ({ hook, isAdditive })),
      ),
    [],
  ).map(({ hook }) => hook);
}

/** Returns hooks, and those of another file whose ids are new. */
function appendHooks(known: readonly Hook[], further: readonly Hook[]): readonly Hook[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...further.filter(({ id }) => id === undefined || !ids.has(id))];
}

/**
 * Returns the hooks of farther spaces, replaced by nearer ones with the same id, followed by the
 * other nearer ones.
 */
function overrideHooks(
  farther: readonly LayeredHook[],
  nearer: readonly LayeredHook[],
): readonly LayeredHook[] {
  const byId = Map.groupBy(nearer, ({ hook }) => hook.id);
  const lastOf = new Map(farther.map(({ hook }, at) => [hook.id, at]));
  const all = farther.flatMap((one, at): readonly LayeredHook[] => {
    const { id, layer, origin } = one.hook;
    const replacing = id === undefined ? undefined : byId.get(id);
    if (replacing === undefined) return [one];
    const placed = lastOf.get(id) !== at ? [] : replacing.map(({ hook, isAdditive }) => ({
      hook: {
        ...(layer === undefined ? {} : { layer }),
        ...hook,
        ...(one.isAdditive ? {} : { origin }),
      },
      isAdditive,
    }));
    return one.isAdditive ? [one, ...placed] : placed;
  });
  return [...all, ...nearer.filter(({ hook: { id } }) => id === undefined || !lastOf.has(id))];
}
