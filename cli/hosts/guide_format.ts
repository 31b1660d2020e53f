import { createHash } from "node:crypto";
import { configError, type ConfigFormat, type HostEntry } from "./config_format.ts";

/** Last line of a file that is ours alone; it tells whether the file is as we wrote it. */
const MARK_REGEXP = /^([^]*\n)<!-- Written by dossier install-host: ([0-9a-f]{12}) -->\n?$/;
const BLANK_REGEXP = /^\s*$/;

/** A file of text that is ours alone: a skill, a rule or instructions. What the user has changed stays. */
export const GUIDE_FORMAT: ConfigFormat = {
  empty: "",

  find(text, name) {
    if (BLANK_REGEXP.test(text)) return undefined;
    const plain = text.replaceAll("\r\n", "\n");
    const [, written, digest] = MARK_REGEXP.exec(plain) ?? [];
    if (written === undefined) {
      throw configError(name, { rule: "dossier has not written it", mend: "rename or remove it" });
    }
    if (digest === digestOf(written)) return { text: written };
    throw configError(name, { rule: "it was changed since", mend: "remove it by hand" });
  },

  add(text, entry, name) {
    const known = text === undefined ? undefined : this.find(text, name);
    return known !== undefined && known["text"] === entry["text"] ? text! : this.render(entry);
  },

  remove(text, name) {
    return this.find(text, name) === undefined ? text : undefined;
  },

  render(entry) {
    const text = String(entry["text"]);
    return `${text}<!-- Written by dossier install-host: ${digestOf(text)} -->\n`;
  },
};

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** What agents are told of the program where they look for skills and rules. */
const GUIDE = `# dossier

dossier holds an index of this repository and knows what this session was given.

- Before a task or a question about the code: call the tool \`context\` once, with the task in its own words and as
  \`names\` ten to twenty guesses of what the code calls it (identifiers, files, API words; wrong ones do no harm).
  Pass the same \`session\` each time, so that nothing comes twice.
- Where a name is defined, who calls it, what tests it, what a file holds: \`structure\`. Words or paths: \`search\`.
  Lines of a file or of a result: \`read\`.
- When something is missing: \`need\`, with lines such as \`NEED_CODE: path\`, \`NEED_DOC: topic\`, \`NEED_FILE: path\`.
- A block \`<dossier-context>\` came from dossier for this session: there is no need to ask for it again.
- Without these tools, on a command line: \`dossier context --names "A B" "TASK"\`, \`dossier search "WORDS"\`,
  \`dossier callers NAME\`, \`dossier instructions PATH\`.
`;

/** When agents are to read it. */
const DESCRIPTION =
  "Chooses what to read in this repository for a task, a bug or a question, from code, " +
  "documentation and rules, callers and tests. Use it before searching or reading many files.";

/** Returns the skill, by the open specification of skills. */
export function skillEntry(): HostEntry {
  return guideEntry({ name: "dossier", description: DESCRIPTION });
}

/** Returns the rule of Cursor, which the agent reads when the description fits. */
export function cursorRuleEntry(): HostEntry {
  return guideEntry({ description: DESCRIPTION, alwaysApply: "false" });
}

/** Returns the instructions of Copilot, for all files. */
export function copilotInstructionsEntry(): HostEntry {
  return guideEntry({ applyTo: '"**"', description: DESCRIPTION });
}

function guideEntry(head: Readonly<Record<string, string>>): HostEntry {
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}\n`);
  return { text: `---\n${lines.join("")}---\n\n${GUIDE}` };
}
