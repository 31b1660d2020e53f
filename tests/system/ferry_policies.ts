/** Policies of the repository of {@link FERRY_TREE}: a profile that extends two others, within budgets. */
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
  ".dossier/knowledge/voice.md": "Say what is wrong, where, and how to mend it. Praise nothing.\n",
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
