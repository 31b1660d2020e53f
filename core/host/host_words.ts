/** What Codex and Claude Code write in the user's place, at the start of a message. */
const HOST_WORDS_REGEXP = new RegExp(
  "^\\s*(?:# AGENTS\\.md instructions|" +
    "<(?:user_instructions|environment_context|turn_aborted|skill|user_action|permissions|subagent_notification)\\b|" +
    "<(?:command-|local-command-|bash-|task-notification|user-memory))",
);

/** How the summaries begin that Codex and Claude Code put in the place of a conversation. */
const HOST_SUMMARY_REGEXP =
  /^\s*(?:Another language model started to solve this problem and produced a summary|This session is being continued from a previous conversation)/;

/** Returns whether a message in the name of the user is one of a host: instructions, an environment, what a command said. */
export function isHostText(text: string): boolean {
  return HOST_WORDS_REGEXP.test(text);
}

/** Returns whether a message in the name of the user is a host's summary of a conversation. */
export function isHostSummary(text: string): boolean {
  return HOST_SUMMARY_REGEXP.test(text);
}
