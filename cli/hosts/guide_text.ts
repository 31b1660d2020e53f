import type { HostEntry } from "./config_format.ts";

/** What a text may go by: whether the host has our MCP server, without which an agent runs commands. */
export interface GuideOptions {
  /** @default true */
  readonly hasServer?: boolean | undefined;
}

const NAMES_HINT =
  "ten to twenty guesses of what the code calls it (identifiers, files, API words; wrong ones do no harm)";

/** What agents are told of the program where they look for skills and rules. */
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

/** The same for agents that have a shell and no MCP. */
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

/** When agents are to read it. */
const DESCRIPTION =
  "Chooses what to read in this repository for a task, a bug or a question, from code, " +
  "documentation and rules, callers and tests. Use it before searching or reading many files.";

/** The tools of the server that find something. */
export const FINDING_TOOLS: readonly string[] = ["context", "structure", "search", "read", "need"];

/** When an agent is to hand a question to the sub-agent. */
const AGENT_DESCRIPTION =
  "Finds where and how something is done in this repository, and answers with paths and lines. " +
  "Use it for a question about the code whose search would fill this conversation.";

/** What the sub-agent is told. */
const AGENT_BODY = `You answer one question about this repository; you change nothing.

- Ask dossier's tool \`context\` first, with the question in its own words and as \`names\` ${NAMES_HINT}.
- Then \`structure\` for definitions, callers and tests, \`search\` for words, \`read\` for lines. Other tools of
  reading and searching are for what these do not find.
- The answer is a few sentences and a list of \`path:from-to\`, each with what is there and why it matters. What was
  not found is said.
`;

/** Returns the skill, by the open specification of skills. */
export function skillEntry(options: GuideOptions): HostEntry {
  return guideEntry({ name: "dossier", description: DESCRIPTION }, guideBody(options));
}

/** Returns the rule of Cursor, which the agent reads when the description fits. */
export function cursorRuleEntry(options: GuideOptions): HostEntry {
  return guideEntry({ description: DESCRIPTION, alwaysApply: "false" }, guideBody(options));
}

/** Returns the instructions of Copilot, for all files. */
export function copilotInstructionsEntry(options: GuideOptions): HostEntry {
  return guideEntry({ applyTo: '"**"', description: DESCRIPTION }, guideBody(options));
}

/**
 * Returns the sub-agent of Claude Code, which may use our tools and read.
 *
 * @param server What it calls the tools of our server by: that of a plugin has another name.
 */
export function agentEntry(server = "mcp__dossier__"): HostEntry {
  const tools = [...FINDING_TOOLS.map((tool) => server + tool), "Read", "Grep", "Glob"].join(", ");
  return guideEntry({ name: "dossier", description: AGENT_DESCRIPTION, tools }, AGENT_BODY);
}

/** Returns that of Cursor, which has no list of tools. */
export function cursorAgentEntry(): HostEntry {
  const head = { name: "dossier", description: AGENT_DESCRIPTION, readonly: "true" };
  return guideEntry(head, AGENT_BODY);
}

/** Returns that of Copilot. */
export function copilotAgentEntry(): HostEntry {
  const tools = '["read", "search", "dossier/*"]';
  return guideEntry({ name: "dossier", description: AGENT_DESCRIPTION, tools }, AGENT_BODY);
}

/** Returns that of OpenCode, which is named by its file. */
export function opencodeAgentEntry(): HostEntry {
  const permission = "{ edit: deny, bash: deny }";
  const head = { description: AGENT_DESCRIPTION, mode: "subagent", permission };
  return guideEntry(head, AGENT_BODY);
}

function guideBody({ hasServer = true }: GuideOptions): string {
  return hasServer ? TOOLS_GUIDE : COMMANDS_GUIDE;
}

function guideEntry(head: Readonly<Record<string, string>>, body: string): HostEntry {
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}\n`);
  return { text: `---\n${lines.join("")}---\n\n${body}` };
}
