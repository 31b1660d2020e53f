import { matchesStars } from "@dossier/core/condition";
import { isItemId } from "./profile.ts";
import { tellValue } from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";

/**
 * What capabilities allow: `<action>.<type>.<item>`, of which the end may be a `*` that stands for all that
 * follows, as in `execute.tool.files.*`. Rye puts its name in front and calls profiles directives; both are
 * read, so that `rye.execute.directive.a` is `execute.profile.a`.
 */
export const CAPABILITY_ACTIONS = ["execute", "fetch", "sign"] as const;

/** What is done with an item. */
export type CapabilityAction = typeof CAPABILITY_ACTIONS[number];

/** What an item may be. */
export const ITEM_TYPES = ["knowledge", "profile", "tool"] as const;

/** What an item is. */
export type ItemType = typeof ITEM_TYPES[number];

/** A capability, taken apart. */
export interface ClassifiedCapability {
  readonly action: CapabilityAction;
  /** Absent when it holds of items of all types. */
  readonly itemType?: ItemType;
  /** Which items, `*` for any; of tools a path such as `files/*`. */
  readonly pattern: string;
}

/** Specificity of a pattern without `*`, above any that has one (as in Rye). */
const EXACT_SPECIFICITY = 1000;

/** Longest capability in characters; an id has as many. */
const MAX_CAPABILITY_CHARACTERS = 1024;

const VENDOR_PREFIX_REGEXP = /^rye(?:os)?\./;
/** The type of the second place, in the word of Rye. */
const DIRECTIVE_REGEXP = /^([^.]*)\.directive(?=\.|$)/;

/** Returns a capability in the form that all are compared in: our words, and dots for slashes. */
export function normaliseCapability(capability: string): string {
  return capability.trim().replace(VENDOR_PREFIX_REGEXP, "").replaceAll("/", ".")
    .replace(DIRECTIVE_REGEXP, "$1.profile");
}

/**
 * Returns a permission of a file as it is compared.
 *
 * @param place Where it stands, for errors.
 * @throws {PolicyError} `invalid-capability` when it is no text, too long, or names no action.
 */
export function checkCapability(value: unknown, place: string): string {
  const capability = typeof value === "string" ? normaliseCapability(value) : "";
  const [action = "", ...rest] = capability.split(".");
  const reason = capability === ""
    ? `it must be text: current value is ${tellValue(value)}`
    : capability.length > MAX_CAPABILITY_CHARACTERS
    ? `it must have at most ${MAX_CAPABILITY_CHARACTERS} characters: it has ${capability.length}`
    : capability === "*"
    ? undefined
    : !isAction(action)
    ? `${tellValue(action)} is no action: write ${CAPABILITY_ACTIONS.join(", ")} or "*"`
    : rest.length === 0
    ? `it must say of what: write "${action}.*" for everything`
    : undefined;
  if (reason === undefined) return capability;
  throw new PolicyError(
    "invalid-capability",
    `Cannot use the permission ${tellValue(value)} of ${place} as ${reason}`,
  );
}

/**
 * Returns which items a capability is about. Undefined for one that names no items, also for `*` and
 * `execute.*`, which {@link expandCapabilities} takes apart.
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

/** Returns capabilities in which `*` and `execute.*` have become those that can be classified; each once. */
export function expandCapabilities(capabilities: readonly string[]): readonly string[] {
  const expanded = capabilities.map(normaliseCapability)
    .flatMap((one) => one === "*" ? CAPABILITY_ACTIONS.map((action) => `${action}.*`) : [one])
    .flatMap((one) => one === "execute.*" ? ITEM_TYPES.map((type) => `execute.${type}.*`) : [one]);
  return [...new Set(expanded)];
}

/** Returns whether a capability is one that another stands for; `*` crosses dots. */
export function matchesCapability(pattern: string, capability: string): boolean {
  return matchesStars(normaliseCapability(pattern), normaliseCapability(capability));
}

/** What an agent is about to do. */
export interface PermissionRequest {
  /** What is to be done. */
  readonly action: CapabilityAction;
  /** With what. */
  readonly itemType: ItemType;
  /** Absent: with items of the type as such. */
  readonly itemId?: string;
}

/** Tools of this folder run what Rye's own threads need, so that none is denied. */
const RYE_INTERNAL_PREFIX = "rye/agent/threads/internal/";

/** Returns whether one of the capabilities allows something; without any nothing is allowed, nor what is no id. */
export function isPermitted(
  capabilities: readonly string[],
  { action, itemType, itemId }: PermissionRequest,
): boolean {
  if (itemId !== undefined && !isItemId(itemId)) return false;
  if (itemId?.startsWith(RYE_INTERNAL_PREFIX)) return true;
  const item = itemId === undefined ? "" : `.${itemId.replaceAll("/", ".")}`;
  const required = `${action}.${itemType}${item}`;
  return capabilities.some((held) => matchesStars(normaliseCapability(held), required));
}

/**
 * Returns what a child may do below its parent, which is never more than that: of its capabilities those
 * that the parent has, in place of a wider one all that the parent has of it, and everything that the
 * parent may when it declares none.
 */
export function attenuate(
  parent: readonly string[],
  child: readonly string[],
): readonly string[] {
  const held = parent.map(normaliseCapability);
  if (child.length === 0) return [...new Set(held)];
  const kept = child.map(normaliseCapability).flatMap((own) =>
    held.some((one) => matchesStars(one, own))
      ? [own]
      : held.filter((one) => matchesStars(own, one))
  );
  return [...new Set(kept)];
}

/**
 * Returns how closely a pattern of paths says what it means: 1000 without `*`, 0 for `*`, else its names
 * without the `*` at the end.
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
