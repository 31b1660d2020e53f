import type { FragmentPosition } from "@dossier/core/fragment";
import { type Condition, matchesCondition } from "@dossier/core/condition";
import { type InsertionLimit, interpolate, interpolateText } from "./interpolate.ts";
import { isJsonObject, type JsonObject } from "@dossier/core/text";
import { StepLimit } from "@dossier/core/condition";

/** The events that dossier asks hooks at: which parent, the system prompt, and a thread's first message. */
export const HOOK_EVENTS = ["route", "system", "start", "continue"] as const;

/** An event that dossier asks hooks at. */
export type HookEvent = typeof HOOK_EVENTS[number];

/** Which file a hook is from; `builtin`, `context` and `infra` come with the program or its system space. */
export type HookOrigin = "user" | "profile" | "builtin" | "context" | "project" | "infra";

/** Gives a profile a parent. */
export interface ExtendAction {
  /** Tells it from one that fetches. */
  readonly kind: "extend";
  /** Id of the profile that becomes the parent. */
  readonly profile: string;
}

/** Fetches an item. */
export interface FetchAction {
  /** Tells it from one that extends. */
  readonly kind: "fetch";
  /** What is done with the item, such as `fetch` or `execute`. */
  readonly primary: string;
  /** What it is, such as `knowledge`; empty when that is not said. */
  readonly itemType: string;
  /** Its id; may hold `${path}`. */
  readonly itemId: string;
  /** What the item is given; texts may hold `${path}`. */
  readonly parameters: JsonObject;
}

/** What a hook does: it gives a profile a parent, or fetches an item. */
export type HookAction = ExtendAction | FetchAction;

/** What is done at an event when a condition holds. */
export interface Hook {
  /** Absent when the file gives none. */
  readonly id?: string;
  /** When it is asked: one of {@link HOOK_EVENTS}, or an event of another program. */
  readonly event: string;
  /** Hooks of lower layers come first. Absent: that of its origin. */
  readonly layer?: number;
  /** Whose it is, or was before one with its id took its place. */
  readonly origin: HookOrigin;
  /** Where what it fetches stands: before or after the prompt. */
  readonly position: Exclude<FragmentPosition, "system">;
  /** Whether what it fetches is put between tags that say what it is. */
  readonly wrap: boolean;
  /** Absent: it always holds. */
  readonly condition?: Condition;
  /** All are done, one after the other. */
  readonly actions: readonly HookAction[];
  /** What it is for, for people. */
  readonly description?: string;
}

/**
 * Layers of hooks that have none of their own. Of one layer the origins come in this order, and the hooks
 * of an origin in that of its file.
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
 * The same for the choice of a parent, where the first counts: the project knows best. A profile is not
 * asked, as it can simply say what it extends.
 */
const ROUTE_LAYERS: Readonly<Partial<Record<HookOrigin, number>>> = {
  project: 0,
  user: 1,
  builtin: 2,
};

/** Returns the hooks of an event in the order in which they are asked; those of one origin are in order. */
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

/** Something that a hook is to fetch, its expressions replaced. */
export interface HookFetch extends FetchAction {
  readonly hook: Hook;
  /** Expressions in its id, and within the texts of its parameters, that stood for nothing. */
  readonly missing: readonly string[];
}

/** What the hooks of an event are to fetch, and what they are not, as somebody suppresses it. */
export interface PlannedFetches {
  readonly fetches: readonly HookFetch[];
  /** Ids of hooks and items, each once, as they are suppressed. */
  readonly suppressed: readonly string[];
}

/** What decides what the hooks of an event fetch. */
export interface HookOccasion {
  readonly event: string;
  /** For conditions and expressions. */
  readonly facts: JsonObject;
  /** Ids of hooks and items that are left out; only the whole id counts. */
  readonly suppress: readonly string[];
  /** Is told of what expressions put into ids and parameters. */
  readonly limit: InsertionLimit;
}

/**
 * Returns what all hooks of an event whose conditions hold fetch, in their order.
 *
 * @throws {PolicyError} `invalid-hooks` when the conditions take too long together.
 */
export function planFetches(
  hooks: readonly Hook[],
  { event, facts, suppress, limit }: HookOccasion,
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

/** Returns an action with the expressions of its id and parameters replaced, never those of other fields. */
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
  /** Of each of its files; the first file that has an id counts for it. */
  readonly files: readonly (readonly Hook[])[];
  /** Whether its hooks stay beside those of a nearer space with the same id. @default false */
  readonly stays?: boolean;
}

/** A hook in its place. */
interface PlacedHook {
  readonly hook: Hook;
  readonly stays: boolean;
}

/**
 * Returns the hooks of several spaces together. A hook takes the place of those of farther spaces with its id: it has
 * their origin, and their layer unless it has its own. Where those stay, it stands right behind them, with its own
 * origin.
 *
 * @param spaces The nearest first.
 */
export function mergeHooks(spaces: readonly SpaceHooks[]): readonly Hook[] {
  return spaces.toReversed().reduce(
    (farther: readonly PlacedHook[], { files, stays = false }) =>
      placeHooks(farther, files.reduce(addHooks, []).map((hook) => ({ hook, stays }))),
    [],
  ).map(({ hook }) => hook);
}

/** Returns hooks and those of a further file that have no id of these. */
function addHooks(known: readonly Hook[], further: readonly Hook[]): readonly Hook[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...further.filter(({ id }) => id === undefined || !ids.has(id))];
}

/** Returns the hooks of farther spaces, nearer ones of the same id in their places, and then the others of these. */
function placeHooks(
  farther: readonly PlacedHook[],
  nearer: readonly PlacedHook[],
): readonly PlacedHook[] {
  const byId = Map.groupBy(nearer, ({ hook }) => hook.id);
  const lastOf = new Map(farther.map(({ hook }, at) => [hook.id, at]));
  const all = farther.flatMap((one, at): readonly PlacedHook[] => {
    const { id, layer, origin } = one.hook;
    const replacing = id === undefined ? undefined : byId.get(id);
    if (replacing === undefined) return [one];
    const placed = lastOf.get(id) !== at ? [] : replacing.map(({ hook, stays }) => ({
      hook: {
        ...(layer === undefined ? {} : { layer }),
        ...hook,
        ...(one.stays ? {} : { origin }),
      },
      stays,
    }));
    return one.stays ? [one, ...placed] : placed;
  });
  return [...all, ...nearer.filter(({ hook: { id } }) => id === undefined || !lastOf.has(id))];
}
