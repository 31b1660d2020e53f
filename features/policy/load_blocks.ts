import {
  type BlockSource,
  type ChainItem,
  composeBudgeted,
  type ContextBlock,
  type Hook,
  type HookContext,
  type HookFetch,
  interpolateText,
  isItemId,
  isPolicyError,
  type ItemOrigin,
  planFetches,
  PolicyError,
  POSITIONS,
  type PromptLimit,
  type ResolvedItem,
  type SkippedBlock,
  wrapItem,
} from "./core/mod.ts";
import type { JsonValue } from "@dossier/core/text";
import type { LoadedKnowledge, Policies } from "./policies.ts";
import { readAhead } from "./map_batches.ts";

/** A text of a prompt, and its file. */
export interface ComposedBlock extends ContextBlock {
  /** The file. */
  readonly origin: ItemOrigin;
}

/** Texts for a prompt in order, and the omitted ones. */
export interface LoadedBlocks {
  readonly blocks: readonly ComposedBlock[];
  readonly skipped: readonly SkippedBlock[];
}

/** The texts of hooks. */
interface LoadedHookBlocks extends LoadedBlocks {
  /** Sentences on expressions without a value. */
  readonly notes: readonly string[];
}

/** Options for loading texts and counting their tokens. */
export interface BlockOptions {
  readonly policies: Policies;
  /** Id of the composed profile. */
  readonly profile: string;
  readonly count: (text: string) => number;
  /** Ids of items and hooks that are omitted. */
  readonly suppress: readonly string[];
  /** Counts all texts of the prompt. */
  readonly limit: PromptLimit;
}

/** Maximum number of expressions without a value that a sentence names. */
const MAX_SHOWN_EXPRESSIONS = 10;

/** Codes that fail a prompt; with any other error the item is omitted. */
const FATAL: ReadonlySet<string> = new Set(["tampered-item", "invalid-item-id"]);

/** The result of the search for an item. */
type FoundItem =
  | { readonly kind: "item"; readonly item: LoadedKnowledge }
  | ({ readonly kind: "skipped" } & Pick<SkippedBlock, "reason" | "detail">);

/**
 * Returns the texts of a chain's items. An item that is missing or cannot be used is omitted.
 *
 * @throws {PolicyError} `tampered-item`; `invalid-item-id` for a path out of its folder;
 * `prompt-too-large`.
 */
export async function loadChainBlocks(
  items: readonly ChainItem[],
  { policies, profile, count, limit }: BlockOptions,
): Promise<LoadedBlocks> {
  const blocks: ComposedBlock[] = [];
  const skipped: SkippedBlock[] = [];
  const toId = ({ id }: ChainItem) => id;
  for await (const { id, position, profile: asking } of readAhead(items, { toId, policies })) {
    const source: BlockSource = asking === profile ? "profile" : "extends";
    const block = { id, position, source, profile: asking };
    const found = await findItem(id, { policies, who: `the profile "${asking}" requests it` });
    if (found.kind === "skipped") {
      const { kind: _, ...why } = found;
      skipped.push({ ...block, ...why });
      continue;
    }
    const { body: text, origin } = found.item;
    limit.begin(`the profile "${asking}" asks for "${origin.path}"`).add(text.length);
    blocks.push({ ...block, itemId: id, text, tokens: count(text), origin });
  }
  return { blocks, skipped };
}

/** Returns an item; errors that fail the prompt also name the requester. */
async function findItem(
  id: string,
  { policies, who }: { readonly policies: Policies; readonly who: string },
): Promise<FoundItem> {
  try {
    const item = await policies.findKnowledge(id);
    if (item === undefined) return { kind: "skipped", reason: "not_found" };
    return item.body === "" ? { kind: "skipped", reason: "empty" } : { kind: "item", item };
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    if (FATAL.has(error.code)) {
      throw new PolicyError(error.code, `${error.message} (${who})`, { cause: error });
    }
    return { kind: "skipped", reason: "failed", detail: error.message };
  }
}

/**
 * Returns the items of a chain that fit the budgets of the positions, each after those that it
 * extends and before those that it refers to, and once in total.
 *
 * @throws {PolicyError} As {@link loadChainBlocks}.
 */
export async function composeWithinBudgets(
  items: readonly ChainItem[],
  options: BlockOptions,
): Promise<LoadedBlocks> {
  const { blocks: loaded, skipped } = await loadChainBlocks(items, options);
  const found = new Map(loaded.map((block) => [`${block.position} ${block.id}`, block]));
  const { resolved, missed } = await resolveItems(loaded, options);
  const idsAt = (position: ComposedBlock["position"]) =>
    loaded.filter((block) => block.position === position).map(({ id }) => id);
  const roots = { system: idsAt("system"), before: idsAt("before"), after: idsAt("after") };
  const left = [...skipped, ...missed];
  const blocks: ComposedBlock[] = [];
  const composed = composeBudgeted(roots, { resolved });
  for (const position of POSITIONS) {
    for (const { id, from, omitted, tokens } of composed[position]) {
      // A linked item belongs to the profile that requested the item with the link.
      const asking = found.get(`${position} ${id}`) ?? found.get(`${position} ${from}`);
      const { source = "extends", profile = options.profile } = asking ?? {};
      const { text, origin } = resolved.get(id) as LoadedResolved;
      if (omitted !== undefined) left.push({ id, position, source, profile, reason: omitted });
      else blocks.push({ id, itemId: id, position, source, profile, text, tokens, origin });
    }
  }
  return { blocks, skipped: left };
}

/** An item with its links and its file. */
interface LoadedResolved extends ResolvedItem {
  readonly origin: ItemOrigin;
}

/**
 * Returns items with all that they extend and refer to, and the links that are missing or
 * suppressed.
 */
async function resolveItems(
  roots: readonly ComposedBlock[],
  { policies, suppress, limit }: BlockOptions,
) {
  const rootIds = new Set(roots.map(({ id }) => id));
  const found = new Map<string, LoadedKnowledge>();
  const missed = new Map<string, SkippedBlock>();
  const pending = roots.map((asking) => ({ id: asking.id, asking }));
  for (const { id, asking } of pending) {
    if (found.has(id) || missed.has(id)) continue;
    const looked = suppress.includes(id)
      ? { kind: "skipped", reason: "suppressed" } as const
      : await findItem(id, { policies, who: `"${asking.id}" leads to it` });
    if (looked.kind === "skipped") {
      const { kind: _, ...why } = looked;
      const { position, source, profile } = asking;
      missed.set(id, {
        id,
        position,
        source,
        ...(profile === undefined ? {} : { profile }),
        ...why,
      });
      continue;
    }
    found.set(id, looked.item);
    if (!rootIds.has(id)) {
      const { body, origin } = looked.item;
      limit.begin(`"${asking.id}" leads to "${origin.path}"`).add(body.length);
    }
    const { parent, references } = readLinks(looked.item);
    const leads = [parent ?? [], rootIds.has(id) ? references : []].flat();
    pending.push(...leads.map((lead) => ({ id: lead, asking })));
  }
  const resolved = new Map([...found].map(([id, item]): [string, LoadedResolved] => {
    const { parent, references } = readLinks(item);
    return [id, {
      id,
      text: item.body,
      origin: item.origin,
      references: references.filter((one) => found.has(one)),
      ...(parent === undefined || !found.has(parent) ? {} : { extends: parent }),
    }];
  }));
  return { resolved, missed: [...missed.values()] };
}

/** Returns the ids that an item links to. Rye may put the kind of an item in front. */
function readLinks({ metadata }: LoadedKnowledge) {
  const toIds = (value: JsonValue | undefined) =>
    (Array.isArray(value) ? value : [value])
      .filter((one): one is string => typeof one === "string" && one !== "")
      .map((id) => id.replace(/^knowledge:/, ""));
  const parent = typeof metadata.extends === "string" ? toIds(metadata.extends)[0] : undefined;
  return { parent, references: toIds(metadata.references) };
}

/**
 * Returns the texts of the hooks of an event, in order. An action that fails adds nothing, and the
 * next action runs.
 *
 * @throws {PolicyError} As {@link loadChainBlocks}.
 */
export async function loadHookBlocks(
  hooks: readonly Hook[],
  occasion: Omit<HookContext, "limit">,
  { policies, profile, count, limit }: BlockOptions,
): Promise<LoadedHookBlocks> {
  limit.begin("the hooks pass IDs and parameters");
  const { fetches, suppressed } = planFetches(hooks, { ...occasion, limit });
  const blocks: ComposedBlock[] = [];
  const skipped: SkippedBlock[] = suppressed
    .map((id) => ({ id, position: "before", source: "hook", reason: "suppressed" }));
  const notes: string[] = [];
  const toId = (fetch: HookFetch) => isKnowledge(fetch) ? fetch.itemId : undefined;
  for await (const fetch of readAhead(fetches, { toId, policies })) {
    const { hook, itemId } = fetch;
    const block = {
      id: hook.id ?? itemId,
      source: "hook" as const,
      position: occasion.event === "system" ? "system" as const : hook.position,
      ...(hook.origin === "profile" ? { profile } : {}),
    };
    const found = await fetchItem(fetch, { policies, who: `the hook "${block.id}" fetches it` });
    if (found.kind === "skipped") {
      const { kind: _, ...why } = found;
      skipped.push({ ...block, ...why });
      continue;
    }
    const { body, name, origin } = found.item;
    const [hidden] = origin.shadows;
    if (hook.origin === "user" && origin.space === "project" && hidden !== undefined) {
      notes.push(`The user's hook "${block.id}" gives "${origin.path}", which hides "${hidden}"`);
    }
    limit.begin(`the hook "${block.id}" fetches "${origin.path}"`).add(body.length);
    const { value, missing } = interpolateText(body, occasion.facts, limit);
    const unknown = [...fetch.missing, ...missing];
    const problem = `${listExpressions(unknown)}: it has no value`;
    const filled = value.trim();
    if (filled === "") {
      skipped.push({
        ...block,
        reason: "empty",
        ...(unknown.length === 0 ? {} : { detail: `it contains only ${problem}` }),
      });
      continue;
    }
    if (unknown.length > 0) notes.push(`What the hook "${block.id}" fetches contains ${problem}`);
    const wrapped = {
      id: itemId,
      itemType: fetch.itemType,
      ...(name === undefined ? {} : { name }),
    };
    const text = hook.wrap ? wrapItem(filled, wrapped) : filled;
    blocks.push({ ...block, itemId, text, tokens: count(text), origin });
  }
  return { blocks, skipped, notes };
}

/** Only knowledge has a text to fetch; nothing is ever run. */
async function fetchItem(
  fetch: HookFetch,
  from: Parameters<typeof findItem>[1],
): Promise<FoundItem> {
  if (isKnowledge(fetch)) {
    const { itemId, missing } = fetch;
    if (isItemId(itemId) || missing.length === 0) return await findItem(itemId, from);
    const detail = `its ID contains ${listExpressions(missing)}: it has no value`;
    return { kind: "skipped", reason: "not_found", detail };
  }
  return { kind: "skipped", reason: "failed", detail: `a ${fetch.itemType} cannot be run here` };
}

function listExpressions(expressions: readonly string[]): string {
  const shown = expressions.slice(0, MAX_SHOWN_EXPRESSIONS).map((one) => JSON.stringify(one));
  const more = expressions.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function isKnowledge({ itemType }: HookFetch): boolean {
  return itemType === "" || itemType === "knowledge";
}
