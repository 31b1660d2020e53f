/** What stands between two parts of a prompt. */
const BLANK_LINE = "\n\n";

/** What is not allowed in the name of a tag. */
const TAG_REGEXP = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** The tag around an item whose name can be none. */
const PLAIN_TAG = "context";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Returns a text as the value of an attribute or the content of a tag. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** An item that is put between tags. */
export interface WrappedItem {
  readonly id: string;
  /** What it is, such as `knowledge`; no attribute when empty. */
  readonly itemType: string;
  /** Its own name, which becomes the tag; the last part of its id without. */
  readonly name?: string;
}

/** Returns a text between tags that say what it is. */
export function wrapItem(text: string, { id, itemType, name }: WrappedItem): string {
  const written = name ?? id.slice(id.lastIndexOf("/") + 1);
  const tag = TAG_REGEXP.test(written) ? written : PLAIN_TAG;
  const type = itemType === "" ? "" : ` type="${escapeMarkup(itemType)}"`;
  return `<${tag} id="${escapeMarkup(id)}"${type}>\n${text.trim()}\n</${tag}>`;
}

/** Returns parts of a prompt with a blank line between, without those that say nothing. */
export function joinParts(parts: readonly string[]): string {
  return parts.map((part) => part.trim()).filter((part) => part !== "").join(BLANK_LINE);
}

/** Texts of one event's hooks and of a chain, each in order. */
export interface PromptTexts {
  readonly hooks: readonly string[];
  readonly chain: readonly string[];
}

/** Returns the system prompt: what hooks say, then what the chain says; empty when neither says anything. */
export function assembleSystem({ hooks, chain }: PromptTexts): string {
  return joinParts([...hooks, ...chain]);
}

/** Returns the first user message: hooks, the chain, the prompt, and the same behind it the other way round. */
export function assembleFirstMessage(
  { before, prompt, after }: {
    readonly before: PromptTexts;
    readonly prompt: string;
    readonly after: PromptTexts;
  },
): string {
  return joinParts([...before.hooks, ...before.chain, prompt, ...after.chain, ...after.hooks]);
}
