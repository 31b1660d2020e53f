import type { AgentFile, GuideFile, GuideHead, HostScope } from "../core/hosts/mod.ts";
import { ENTRY_NAME, type HostEntry } from "./config_format.ts";

/** Options of a guide. */
export interface GuideOptions {
  /** If true, the host has our MCP server; without it an agent runs commands. @default true */
  readonly hasServer?: boolean | undefined;
}

const NAMES_HINT =
  "ten to twenty guesses of what the code calls it (identifiers, files, API words; wrong ones do no harm)";

/** Instructions for agents with our MCP server, for skills and rules. */
const TOOLS_GUIDE = `# dossier

dossier holds an index of this repository and knows what this session was given.

- Before a task or a question about the code: call the tool \`context\` once, with the task in its own words and as
  \`names\` ${NAMES_HINT}.
  Pass the same \`session\` each time, so that nothing comes twice.
- Where a name is defined, who calls it, what tests it, what a file holds or a change touches: \`structure\`.
  Words or paths: \`search\`. Lines of a file or of a result: \`read\`.
- When something is missing: \`need\`, with lines such as \`NEED_CODE: path\`, \`NEED_DOC: topic\`, \`NEED_FILE: path\`.
- A block \`<dossier-context>\` came from dossier for this session: there is no need to ask for it again.
- Without these tools, on a command line: \`dossier context --names "A B" "TASK"\`, \`dossier search "WORDS"\`,
  \`dossier callers NAME\`, \`dossier instructions PATH\`.
`;

/** Instructions for agents with a shell and no MCP. */
const COMMANDS_GUIDE = `# dossier

dossier is a program that holds an index of this repository. It prints Markdown, with \`path:lines\` for each text.

- \`dossier context --names "A B" "TASK"\`: what to read for a task or a question in its own words. The names are
  ${NAMES_HINT}. \`--budget N\`: so many
  tokens (4000). With the same \`--session ID\` nothing comes twice.
- \`dossier search "WORDS"\`: the best definitions and sections. \`dossier outline PATH\`: what a file holds.
- \`dossier callers NAME\`, \`callees\`, \`tests\`: what calls, is called by or tests it. \`impact --diff\`: what a change hits.
- \`dossier need -\` answers lines \`NEED_CODE: path\`, \`NEED_DOC: topic\`, \`NEED_FILE: path\` of its input.
- \`dossier instructions PATH\`: what AGENTS.md and rules say of a file.
- A block \`<dossier-context>\` came from dossier for this session.
`;

/** The occasions on which agents read the guide. */
const DESCRIPTION =
  "Chooses what to read in this repository for a task, a bug or a question, from code, " +
  "documentation and rules, callers and tests. Use it before searching or reading many files.";

/** The search tools of the server. */
export const SEARCH_TOOLS: readonly string[] = ["context", "structure", "search", "read", "need"];

/** The occasions on which an agent hands a question to the sub-agent. */
const AGENT_DESCRIPTION =
  "Finds where and how something is done in this repository, and answers with paths and lines. " +
  "Use it for a question about the code whose search would fill this conversation.";

/** Instructions for the sub-agent. */
const AGENT_BODY = `You answer one question about this repository; you change nothing.

- Ask dossier's tool \`context\` first, with the question in its own words and as \`names\` ${NAMES_HINT}.
- Then \`structure\` for definitions, callers and tests, \`search\` for words, \`read\` for lines. Other tools of
  reading and searching are for what these do not find.
- The answer is a few sentences and a list of \`path:from-to\`, each with what is there and why it matters. What was
  not found is said.
`;

/**
 * Returns the content of a guide's file: a skill, by the open specification, if the host has no
 * other form.
 */
export function guideEntry(
  { head }: Pick<GuideFile, "head">,
  { hasServer = true }: GuideOptions,
  scope: HostScope,
): HostEntry {
  const skill = { name: ENTRY_NAME, description: DESCRIPTION };
  const body = hasServer ? TOOLS_GUIDE : COMMANDS_GUIDE;
  return toEntry(head?.(DESCRIPTION, scope) ?? skill, body);
}

/**
 * Returns the content of a sub-agent's file.
 *
 * @param prefix Prefix of the names of our tools in the host. @default the usual one
 */
export function agentEntry({ head }: Pick<AgentFile, "head">, prefix?: string): HostEntry {
  const agent = { description: AGENT_DESCRIPTION, tools: SEARCH_TOOLS };
  return toEntry(head(prefix === undefined ? agent : { ...agent, prefix }), AGENT_BODY);
}

function toEntry(head: GuideHead, body: string): HostEntry {
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}\n`);
  return { text: `---\n${lines.join("")}---\n\n${body}` };
}
