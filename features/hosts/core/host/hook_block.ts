/** The tag of what we put into sessions, and the version of its form. */
const TAG = "dossier-context";
const VERSION = 1;

/** A label is short, so that what only begins like one costs little. */
const BLOCK_REGEXP = new RegExp(`<${TAG} [^>]{0,300}>[^]*?(?:</${TAG}>\\n?|$)`, "g");
const INSIDE_REGEXP = new RegExp(`^<${TAG} [^>]{0,300}>\\n?([^]*?)(?:\\n?</${TAG}>\\n?)?$`);

/**
 * What looks like the end of a block of ours, or of the reminder that Claude Code puts a text at a tool into. None is
 * shorter than 17 bytes, so that a byte for each of them keeps a text within the limits of all hosts.
 */
const END_REGEXP = new RegExp(`</(${TAG}|system-reminder)`, "gi");

/** What is told of a block in its first line. */
export interface HookBlockLabel {
  /** What it is, such as `session-start`. */
  readonly moment: string;
  /** What tells it apart: of equal texts the same. */
  readonly id: string;
}

/**
 * Returns a text in the one block that we label, by which it is known again in a transcript; empty for an empty
 * text.
 */
export function wrapHookBlock(text: string, { moment, id }: HookBlockLabel): string {
  if (text.trim() === "") return "";
  const inner = text.trimEnd().replaceAll(END_REGEXP, "<\\/$1");
  return `<${TAG} version="${VERSION}" moment="${moment}" id="${id}">\n${inner}\n</${TAG}>`;
}

/** Returns a text without the blocks that we put into it, whatever their version, also one that is cut. */
export function stripHookBlocks(text: string): string {
  return text.includes(`<${TAG} `) ? text.replace(BLOCK_REGEXP, "") : text;
}

/**
 * Returns a text in pieces, in order: what stands between the blocks of ours, and the insides of these with their
 * labels.
 */
export function splitHookBlocks(
  text: string,
): readonly { readonly text: string; readonly label?: HookBlockLabel }[] {
  const pieces: { text: string; label?: HookBlockLabel }[] = [];
  let behind = 0;
  for (const { 0: block, index } of text.matchAll(BLOCK_REGEXP)) {
    pieces.push({ text: text.slice(behind, index) });
    const [label = { moment: "", id: "" }] = findHookBlocks(block);
    pieces.push({ text: block.replace(INSIDE_REGEXP, "$1"), label });
    behind = index + block.length;
  }
  pieces.push({ text: text.slice(behind) });
  return pieces.filter((piece) => piece.label !== undefined || piece.text.trim() !== "");
}

/** Returns the labels of the blocks of ours in a text, in order. */
export function findHookBlocks(text: string): HookBlockLabel[] {
  const label = new RegExp(`<${TAG} version="\\d+" moment="([^"]*)" id="([^"]*)">`, "g");
  return [...text.matchAll(label)].map(([, moment = "", id = ""]) => ({ moment, id }));
}

/** What hosts put around a prompt, by the tags of Claude Code and Codex: none of it is what the user said. */
const HOST_TAGS = String.raw`system-reminder|ide_\w+|command-\w+|local-command-\w+` +
  "|task-notification|environment_context|user_instructions|turn_aborted|subagent_notification";
const HOST_BLOCK_REGEXP = new RegExp(
  String.raw`<(${HOST_TAGS})\b[^>]{0,200}>[^]*?(?:<\/\1>\s*|$)`,
  "g",
);

/** UTF-16 code units of a prompt that are looked at: what is longer holds a file. */
const MAX_PROMPT = 100_000;

/** Returns what the user said: the beginning of a prompt without our blocks and what its host has put around it. */
export function readUserWords(prompt: string): string {
  return stripHookBlocks(prompt.slice(0, MAX_PROMPT)).replace(HOST_BLOCK_REGEXP, "").trim();
}

/** Code units of a prompt that are looked at: what it is about stands at its beginning. */
const LOOKED_AT = 4000;

/** Ids as trackers write them: `web-7`, `noface-hwk`, `bd-a1b2.3`. */
const ISSUE_ID_REGEXP = /(?<![\w/.-])[A-Za-z][A-Za-z\d_]*-[a-z\d]{1,8}(?:\.\d+)*(?![\w/-])/g;

/** Most ids that are looked for in the trackers of a tree. */
const MAX_IDS = 8;

/**
 * Returns what may be ids of issues in a prompt, each once, in order; most words with a hyphen are none.
 *
 * @param words The user's words; see `readUserWords()`.
 */
export function findIssueIds(words: string): string[] {
  return [...new Set(words.slice(0, LOOKED_AT).match(ISSUE_ID_REGEXP) ?? [])].slice(0, MAX_IDS);
}
