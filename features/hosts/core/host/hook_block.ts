/** The tag around texts of dossier in sessions, and the version of its form. */
const TAG = "dossier-context";
const VERSION = 1;

/** The length of a label is limited, so that an unclosed one costs little. */
const BLOCK_REGEXP = new RegExp(`<${TAG} [^>]{0,300}>[^]*?(?:</${TAG}>\\n?|$)`, "g");
const INSIDE_REGEXP = new RegExp(`^<${TAG} [^>]{0,300}>\\n?([^]*?)(?:\\n?</${TAG}>\\n?)?$`);

/**
 * Text that could close a block of dossier, or the reminder in which Claude Code puts a text at a
 * tool. The shortest has 17 bytes, so that one more byte for each keeps a text within the limits of
 * all hosts.
 */
const END_REGEXP = new RegExp(`</(${TAG}|system-reminder)`, "gi");

/** The label in the first line of a block. */
export interface HookBlockLabel {
  /** Kind of the text, such as `session-start`. */
  readonly moment: string;
  /** Id of the text; equal texts have the same. */
  readonly id: string;
}

/**
 * Returns a text in a labelled block, which identifies it in a transcript; empty for an empty text.
 */
export function wrapHookBlock(text: string, { moment, id }: HookBlockLabel): string {
  if (text.trim() === "") return "";
  const inner = text.trimEnd().replaceAll(END_REGEXP, "<\\/$1");
  return `<${TAG} version="${VERSION}" moment="${moment}" id="${id}">\n${inner}\n</${TAG}>`;
}

/** Returns a text without blocks of dossier, of any version, also truncated ones. */
export function stripHookBlocks(text: string): string {
  return text.includes(`<${TAG} `) ? text.replace(BLOCK_REGEXP, "") : text;
}

/**
 * Returns the pieces of a text, in order: the text between blocks of dossier, and the content of
 * these with their labels.
 */
export function splitHookBlocks(
  text: string,
): readonly { readonly text: string; readonly label?: HookBlockLabel }[] {
  const pieces: { text: string; label?: HookBlockLabel }[] = [];
  let blockEnd = 0;
  for (const { 0: block, index } of text.matchAll(BLOCK_REGEXP)) {
    pieces.push({ text: text.slice(blockEnd, index) });
    const [label = { moment: "", id: "" }] = findHookBlocks(block);
    pieces.push({ text: block.replace(INSIDE_REGEXP, "$1"), label });
    blockEnd = index + block.length;
  }
  pieces.push({ text: text.slice(blockEnd) });
  return pieces.filter((piece) => piece.label !== undefined || piece.text.trim() !== "");
}

/** Returns the labels of the blocks of dossier in a text, in order. */
export function findHookBlocks(text: string): HookBlockLabel[] {
  const label = new RegExp(`<${TAG} version="\\d+" moment="([^"]*)" id="([^"]*)">`, "g");
  return [...text.matchAll(label)].map(([, moment = "", id = ""]) => ({ moment, id }));
}

/** Tags of Claude Code and Codex around texts of the host in a prompt. */
const HOST_TAGS = String.raw`system-reminder|ide_\w+|command-\w+|local-command-\w+` +
  "|task-notification|environment_context|user_instructions|turn_aborted|subagent_notification";
const HOST_BLOCK_REGEXP = new RegExp(
  String.raw`<(${HOST_TAGS})\b[^>]{0,200}>[^]*?(?:<\/\1>\s*|$)`,
  "g",
);

/** Maximum number of UTF-16 code units of a prompt that are read: a longer one contains a file. */
const MAX_PROMPT = 100_000;

/**
 * Returns the user's own text: the start of a prompt without blocks of dossier and texts of the
 * host.
 */
export function readUserWords(prompt: string): string {
  return stripHookBlocks(prompt.slice(0, MAX_PROMPT)).replace(HOST_BLOCK_REGEXP, "").trim();
}

/** Maximum number of code units of a prompt that are searched: its topic is at the start. */
const SEARCHED_LENGTH = 4000;

/** Ids in the notation of trackers: `web-7`, `noface-hwk`, `bd-a1b2.3`. */
const ISSUE_ID_REGEXP = /(?<![\w/.-])[A-Za-z][A-Za-z\d_]*-[a-z\d]{1,8}(?:\.\d+)*(?![\w/-])/g;

/** Maximum number of ids that are searched in the trackers of a tree. */
const MAX_IDS = 8;

/**
 * Returns possible ids of issues in a prompt, each once, in order; most words with a hyphen are no
 * ids.
 *
 * @param words The user's own text; see `readUserWords()`.
 */
export function findIssueIds(words: string): string[] {
  return [...new Set(words.slice(0, SEARCHED_LENGTH).match(ISSUE_ID_REGEXP) ?? [])].slice(
    0,
    MAX_IDS,
  );
}
