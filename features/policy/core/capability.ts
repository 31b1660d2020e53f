import { matchesWildcards } from "@dossier/core/condition";
import { isItemId } from "./profile.ts";
import { formatValue } from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";

/**
 * Actions of capabilities. A capability is `<action>.<type>.<item>`; a `*` at its end matches the
 * rest, as in `execute.tool.files.*`. Rye adds its name in front and calls profiles directives;
 * both are read, so that `rye.execute.directive.a` is `execute.profile.a`.
 */
export const CAPABILITY_ACTIONS = ["execute", "fetch", "sign"] as const;

/** An action on an item. */
export type CapabilityAction = typeof CAPABILITY_ACTIONS[number];

/** Types of items. */
export const ITEM_TYPES = ["knowledge", "profile", "tool"] as const;

/** The type of an item. */
export type ItemType = typeof ITEM_TYPES[number];

/** A capability, split into its parts. */
export interface ClassifiedCapability {
  readonly action: CapabilityAction;
  /** Absent when it applies to items of all types. */
  readonly itemType?: ItemType;
  /** Pattern of item ids, `*` for any; for tools a path such as `files/*`. */
  readonly pattern: string;
}

/** Specificity of a pattern without `*`, above any that has one (as in Rye). */
const EXACT_SPECIFICITY = 1000;

/** Longest capability in characters; an id has the same limit. */
const MAX_CAPABILITY_CHARACTERS = 1024;

const VENDOR_PREFIX_REGEXP = /^rye(?:os)?\./;
/** Rye's word for the type `profile`, as the second part. */
const DIRECTIVE_REGEXP = /^([^.]*)\.directive(?=\.|$)/;

/** Returns a capability in the form in which all are compared: our terms, and dots for slashes. */
export function normaliseCapability(capability: string): string {
  return capability.trim().replace(VENDOR_PREFIX_REGEXP, "").replaceAll("/", ".")
    .replace(DIRECTIVE_REGEXP, "$1.profile");
}

/**
 * Returns a permission of a file in the form in which it is compared.
 *
 * @param place Its location, for errors.
 * @throws {PolicyError} `invalid-capability` when it is not a text, too long, or names no action.
 */
export function checkCapability(value: unknown, place: string): string {
  const capability = typeof value === "string" ? normaliseCapability(value) : "";
  const [action = "", ...rest] = capability.split(".");
  const reason = capability === ""
    ? `it must be text: current value is ${formatValue(value)}`
    : capability.length > MAX_CAPABILITY_CHARACTERS
    ? `it must have at most ${MAX_CAPABILITY_CHARACTERS} characters: it has ${capability.length}`
    : capability === "*"
    ? undefined
    : !isAction(action)
    ? `${formatValue(action)} is not an action: write ${CAPABILITY_ACTIONS.join(", ")} or "*"`
    : rest.length === 0
    ? `it must name its object: write "${action}.*" for everything`
    : undefined;
  if (reason === undefined) return capability;
  throw new PolicyError(
    "invalid-capability",
    `Cannot use the permission ${formatValue(value)} of ${place} as ${reason}`,
  );
}

/**
 * Returns the items that a capability applies to. Undefined for one that names no items, also for
 * `*` and `execute.*`, which {@link expandCapabilities} splits.
 */
export function classifyCapability(capability: string): ClassifiedCapability | undefined {
  const [action = "", ...rest] = normaliseCapability(capability).split(".");
  if (!isAction(action)) return undefined;
  const [type = ""] = rest;
  if (isItemType(type) && rest.length > 1) {
    const pattern = rest.slice(1).join(type === "tool" ? "/" : ".");
    return pattern === "" ? undefined : { action, itemType: type, pattern };
  }
  const pattern = rest.join(".");
  return pattern === "" || action === "execute" ? undefined : { action, pattern };
}

/**
 * Returns capabilities in which `*` and `execute.*` are replaced by those that can be classified;
 * each once.
 */
export function expandCapabilities(capabilities: readonly string[]): readonly string[] {
  const expanded = capabilities.map(normaliseCapability)
    .flatMap((one) => one === "*" ? CAPABILITY_ACTIONS.map((action) => `${action}.*`) : [one])
    .flatMap((one) => one === "execute.*" ? ITEM_TYPES.map((type) => `execute.${type}.*`) : [one]);
  return [...new Set(expanded)];
}

/** Returns true when a pattern matches a capability; `*` also matches dots. */
export function matchesCapability(pattern: string, capability: string): boolean {
  return matchesWildcards(normaliseCapability(pattern), normaliseCapability(capability));
}

/** An action that needs permission. */
export interface PermissionRequest {
  /** The action. */
  readonly action: CapabilityAction;
  /** The type of the item. */
  readonly itemType: ItemType;
  /** Id of the item; absent for items of the type in general. */
  readonly itemId?: string;
}

/** Rye's own threads need the tools of this folder, so that they are always permitted. */
const RYE_INTERNAL_PREFIX = "rye/agent/threads/internal/";

/**
 * Returns true when one of the capabilities permits the action. Without capabilities nothing is
 * permitted, nor is an invalid id.
 */
export function isPermitted(
  capabilities: readonly string[],
  { action, itemType, itemId }: PermissionRequest,
): boolean {
  if (itemId !== undefined && !isItemId(itemId)) return false;
  if (itemId?.startsWith(RYE_INTERNAL_PREFIX)) return true;
  const item = itemId === undefined ? "" : `.${itemId.replaceAll("/", ".")}`;
  const required = `${action}.${itemType}${item}`;
  return capabilities.some((held) => matchesWildcards(normaliseCapability(held), required));
}

/**
 * Returns the capabilities of a child thread, which never exceed those of its parent: each of its
 * capabilities that the parent has; for a wider one, the parent's narrower ones; and all of the
 * parent's when the child declares none.
 */
export function attenuate(
  parent: readonly string[],
  child: readonly string[],
): readonly string[] {
  const held = parent.map(normaliseCapability);
  if (child.length === 0) return [...new Set(held)];
  const kept = child.map(normaliseCapability).flatMap((own) =>
    held.some((one) => matchesWildcards(one, own))
      ? [own]
      : held.filter((one) => matchesWildcards(own, one))
  );
  return [...new Set(kept)];
}

/**
 * Returns the specificity of a path pattern: 1000 without `*`, 0 for `*`, else its number of path
 * segments without the `*` at the end.
 */
export function patternSpecificity(pattern: string): number {
  if (!pattern.includes("*")) return EXACT_SPECIFICITY;
  if (pattern === "*") return 0;
  return pattern.replace(/\/\*$/, "").split("/").length;
}

function isAction(name: string): name is CapabilityAction {
  return (CAPABILITY_ACTIONS as readonly string[]).includes(name);
}

function isItemType(name: string): name is ItemType {
  return (ITEM_TYPES as readonly string[]).includes(name);
}
