import { getNodeValue, type Node } from "jsonc-parser";
import {
  configError,
  type ConfigFormat,
  FOREIGN_SERVER,
  type HostEntry,
  isSameValue,
  resultsIn,
} from "./config_format.ts";
import {
  fillBlank,
  findContainer,
  findMember,
  insertValue,
  isLeftOver,
  parseJsonText,
  removeNode,
  renderJson,
  replaceValue,
  valueOf,
} from "./json_text.ts";
import { isOwnHook } from "./hook_entry.ts";

/** The structure of hooks in a host's file. */
export interface HooksShape {
  /** True when the hooks of an event are in groups, each with a matcher of its own. */
  readonly isGrouped: boolean;
  /** The required version of the file's form; it stays in a file with other content. */
  readonly version?: number;
  /** The events in the order in which hooks are added; they are removed in reverse order. */
  readonly events: readonly string[];
}

/** The member with the hooks by event, in all hosts. */
const CONTAINER = "hooks";
const VERSION = "version";

/** A hook of dossier in a file. */
interface OwnHook {
  readonly event: string;
  /** The hook itself. */
  readonly hook: Node;
  /**
   * The hook or the group that contains it in the list of the event; a group may contain hooks of
   * others.
   */
  readonly item: Node;
}

/**
 * Returns the format of a JSON file with hooks. An entry has, for each event, our item in the list
 * of the event: a hook, or a group with one.
 */
export function hooksFormat(shape: HooksShape): ConfigFormat {
  const { version } = shape;
  const head = headOf(shape);

  const render = (entry: HostEntry) =>
    renderJson({
      ...head,
      [CONTAINER]: Object.fromEntries(Object.entries(entry).map(([key, item]) => [key, [item]])),
    });

  const find = (text: string, name: string): HostEntry | undefined => {
    const own = listOwn(text, { name, shape });
    if (own.length === 0) return undefined;
    // Of two at one event the first one stays.
    const events = Map.groupBy(own, ({ event }) => event);
    return Object.fromEntries([...events].map(([event, [first]]) => [event, valueOfOwn(first!)]));
  };

  const add = (text: string | undefined, entry: HostEntry, name: string): string => {
    if (text === undefined) return render(entry);
    if (parseJsonText(text, name) === undefined) return fillBlank(text, render(entry))!;
    const cleared = removeAll(text, {
      name,
      shape,
      shouldRemove: ({ event }, index, all) =>
        !Object.hasOwn(entry, event) || all.findIndex((each) => each.event === event) < index,
      isOriginal: () => false,
    });
    const added = Object.entries(entry).reduce(
      (each, [event, item]) => putItem(each, { event, item, name, shape }),
      cleared,
    );
    const root = parseJsonText(added, name);
    if (version === undefined || root === undefined || findMember(root, VERSION)) return added;
    // After the hooks: a version that the file had before is also after them.
    return insertValue(added, root, { key: VERSION, value: version });
  };

  const remove = (text: string, name: string): string | undefined => {
    const entry = find(text, name);
    if (entry === undefined) return text;
    const isOriginal = (each: string | undefined) => resultsIn(text, () => add(each, entry, name));
    if (isOriginal(undefined)) return undefined;
    const removeOwn = (from: string) =>
      removeAll(from, {
        name,
        shape,
        shouldRemove: () => true,
        isOriginal: (before, { event, after }) => {
          const item = entry[event];
          return isOriginal(before) ||
            resultsIn(after, () => putItem(before, { event, item, name, shape }));
        },
      });
    const rest = removeOwn(text);
    if (isOriginal(rest)) return rest;
    const named = version === undefined
      ? undefined
      : findMember(parseJsonText(text, name)!, VERSION);
    const unnamed = named &&
      removeNode(text, named, (each) => resultsIn(text, () => add(removeOwn(each), entry, name)));
    const original = unnamed && removeOwn(unnamed);
    if (original !== undefined && isOriginal(original)) return original;
    return isLeftOver(rest, head) ? undefined : rest;
  };

  return { foreign: FOREIGN_SERVER, find, add, remove, render };
}

/** Returns the first members of a new file. */
function headOf({ version }: HooksShape): Readonly<Record<string, number>> {
  return version === undefined ? {} : { [VERSION]: version };
}

/** Returns all hooks of dossier in a text, in the order in which they are added. */
function listOwn(
  text: string,
  { name, shape }: { readonly name: string; readonly shape: HooksShape },
): OwnHook[] {
  const root = parseJsonText(text, name);
  const events = root && findContainer(root, CONTAINER, { type: "object", name });
  const own = (events?.children ?? []).flatMap(({ children }) => {
    const event = String(children?.[0]?.value);
    const list = findContainer(events!, event, { type: "array", name });
    return (list?.children ?? []).flatMap((item) => {
      if (!shape.isGrouped) {
        return isOwnHook(getNodeValue(item)) ? [{ event, hook: item, item }] : [];
      }
      const inner = item.type === "object" ? findMember(item, CONTAINER) : undefined;
      const hooks = inner === undefined ? [] : valueOf(inner).children ?? [];
      return hooks.filter((each) => isOwnHook(getNodeValue(each)))
        .map((hook) => ({ event, hook, item }));
    });
  });
  const place = ({ event }: OwnHook) => shape.events.indexOf(event);
  return own.sort((a, b) => place(a) - place(b));
}

/** Returns our item of an event, without other hooks of its group. */
function valueOfOwn({ hook, item }: OwnHook): unknown {
  const own = getNodeValue(hook);
  return item === hook ? own : { ...getNodeValue(item), [CONTAINER]: [own] };
}

/**
 * Returns the text with an item at an event: in place of ours if there is one, else after all
 * others.
 */
function putItem(text: string, { event, item, name, shape }: {
  readonly event: string;
  readonly item: unknown;
  readonly name: string;
  readonly shape: HooksShape;
}): string {
  const known = listOwn(text, { name, shape }).find((own) => own.event === event);
  if (known !== undefined) return changeItem(text, known, item);
  const root = parseJsonText(text, name);
  if (root === undefined) return fillBlank(text, renderJson({ [CONTAINER]: { [event]: [item] } }))!;
  const events = findContainer(root, CONTAINER, { type: "object", name });
  if (events === undefined) {
    const isApart = isLeftOver(text, headOf(shape));
    return insertValue(text, root, { key: CONTAINER, value: { [event]: [item] }, isApart });
  }
  const list = findContainer(events, event, { type: "array", name });
  return list === undefined
    ? insertValue(text, events, { key: event, value: [item] })
    : insertValue(text, list, { value: item });
}

/**
 * Returns the text with our item as `newItem`; additions of the user to it stay, and so do hooks of
 * others.
 */
function changeItem(text: string, { hook, item }: OwnHook, newItem: unknown): string {
  const isAlone = item === hook || hook.parent?.children?.length === 1;
  const inner = item === hook ? newItem : (newItem as HostEntry)[CONTAINER];
  const own = { ...getNodeValue(hook), ...(Array.isArray(inner) ? inner[0] : inner) };
  const place = isAlone ? item : hook;
  const before = getNodeValue(place);
  const after = place === hook ? own : { ...before, ...(newItem as HostEntry), [CONTAINER]: [own] };
  return isSameValue(before, after) ? text : replaceValue(text, place, after);
}

/** Returns the text without those of our hooks that should be removed, the last one first. */
function removeAll(text: string, { name, shape, shouldRemove, isOriginal }: {
  readonly name: string;
  readonly shape: HooksShape;
  readonly shouldRemove: (own: OwnHook, index: number, all: readonly OwnHook[]) => boolean;
  /** Returns true when adding a hook to a text results in the other text. */
  readonly isOriginal: (
    before: string,
    added: { readonly event: string; readonly after: string },
  ) => boolean;
}): string {
  const own = listOwn(text, { name, shape }).findLast(shouldRemove);
  if (own === undefined) return text;
  const { event, hook, item } = own;
  const isAlone = hook.parent?.children?.length === 1;
  const rest = removeNode(
    text,
    isAlone ? item : hook,
    (before) => isOriginal(before, { event, after: text }),
  );
  if (rest !== undefined) return removeAll(rest, { name, shape, shouldRemove, isOriginal });
  throw configError(name, {
    rule: `dossier's hook at "${event}" cannot be removed without changing other entries`,
    fix: "remove it by hand",
  });
}
