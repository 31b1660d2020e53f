/**
 * Policies of the repository of {@link FERRY_TREE}: a profile that extends two others, with
 * budgets.
 */
export const FERRY_POLICIES: Readonly<Record<string, string>> = {
  ".dossier/policy.yaml": "compose: budgeted\n",
  ".dossier/hooks.yaml": "hooks:\n" +
    "  - {id: today, event: start, position: before, action: {fetch: knowledge/uploads/limits}}\n",
  ".dossier/profiles/base.md": "---\ndescription: What every agent of this repository is told.\n" +
    "permissions: [fetch.knowledge.*]\n" +
    "context: {system: [voice, rules], after: [checklist, release-notes]}\n---\n\nWork with care.\n",
  ".dossier/profiles/review.md":
    "---\nextends: base\ndescription: Reads a change and says what is wrong.\n" +
    "context: {before: [uploads/retries]}\n---\n\nReview.\n",
  ".dossier/profiles/review/uploads.md": "---\nextends: review\n" +
    "description: Reads a change of the uploads.\n" +
    "inputs:\n  change: {type: string, required: true, description: branch or commit}\n" +
    "context: {before: [uploads/threats, uploads/history], suppress: [release-notes]}\n---\n\n" +
    "Review the change {input:change}. Look at what happens when an upload fails halfway.\n",
  ".dossier/knowledge/voice.md": "Say what is wrong, where, and how to fix it. Praise nothing.\n",
  ".dossier/knowledge/rules.md": "An upload is never lost.\n".repeat(30),
  ".dossier/knowledge/checklist.md": "Are failures tried again? Is the queue bounded?\n".repeat(8),
  ".dossier/knowledge/release-notes.md": "What is new.\n",
  ".dossier/knowledge/uploads/retries.md": "A failed upload is tried again three times.\n".repeat(
    20,
  ),
  ".dossier/knowledge/uploads/threats.md": "Trust no name of a file.\n".repeat(40),
  ".dossier/knowledge/uploads/history.md": "What uploads were before.\n".repeat(400),
  ".dossier/knowledge/uploads/limits.md": "At most 100 files a batch.\n",
};

/**
 * Context of every session of that repository: some of it does not fit, is blocked or waits for a
 * trigger.
 */
export const FERRY_MANIFEST: Readonly<Record<string, string>> = {
  ".dossier/manifest.yaml": `version: 1
identity:
  max_tokens: 300
  sources:
    - {uri: "knowledge:voice", label: How we speak}
    - {uri: "knowledge:rules", label: What always holds}
    - {uri: "knowledge:uploads/threats", label: Whom not to trust}
    - "path:conf/.env"
workflow:
  max_tokens: 600
  sources:
    - {uri: "dossier://docs/rfcs/{active}", label: What is being done}
    - {uri: "dossier://state/active-tasks", label: What is left to do}
  refresh_triggers: [on_rfc_change, every_10_turns, {on_tool_call: deploy}]
reference:
  max_tokens: 900
  graph: dossier://context/relevance
plugins:
  - uri: dossier://tickets/
    provides: [tickets]
    salience_triggers: [{commit_msg_pattern: "^ferry-[0-9]+"}]
`,
  "docs/rfcs/0012-reasons.md": "# Say why an upload was given up\n\nStatus: In Progress\n\n" +
    "The mail says why, as ADR 0003 wants it.\n\n- [x] keep the reason\n- [ ] tell the customer\n",
  "docs/adrs/0003-mails.md": "# Mails\n\nA customer gets one mail a day.\n",
};
