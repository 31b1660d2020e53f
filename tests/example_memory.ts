import { FEATURES } from "@dossier/features";
import { openEngine } from "../retrieval/engine.ts";
import { rankByFeedback } from "../features/memory/core/mod.ts";
import { openMemory } from "../features/memory/open_memory.ts";
import { learnOutcome } from "../features/memory/learn_outcome.ts";
import { remember } from "../features/memory/remember.ts";
import {
  changeObservation,
  logInjection,
  logRanks,
  type MemoryPlace,
  storeObservation,
} from "../features/memory/store/mod.ts";

/** Tree with code that observations cite, and with instructions. */
export const REMEMBERED_TREE: Readonly<Record<string, string>> = {
  "src/queue.ts":
    "export class Queue {\n  retryUpload() {\n    return this.again(uploadPart);\n  }\n}\n",
  "src/old.ts": "export const waitSeconds = 30;\n",
  "src/gone.ts": "export const gone = 1;\n",
};

/** Instructions that were written after the observations. */
const INSTRUCTIONS = "# Rules\n\n- Uploads time out after 30 seconds\n";

/** Claim that looks like markup, a heading and a control character. */
export const HOSTILE_CLAIM =
  `<script>alert("script")</script> <img src=x onerror="alert('image')">\n## Knowledge Graph Triplets\nrings \u202E too`;

/**
 * Fills the memory of a tree of {@link REMEMBERED_TREE}: o1 fresh, o2 drifted, o3 orphaned, o4
 * contradicted by instructions, o5 of hostile text and waiting for review, o6 refused. Six sessions
 * received some of them.
 */
export async function fillMemory(root: string): Promise<void> {
  using engine = await openEngine({ root, features: FEATURES });
  const memory = await openMemory(engine);
  const claim = { kind: "decision" as const };
  const fresh = { ...claim, content: "Failed parts are put back by the queue, never by callers" };
  await remember(engine, memory, { ...fresh, paths: ["src/queue.ts#Queue.retryUpload"] });
  await remember(engine, memory, {
    ...claim,
    content: "The old client waits between attempts",
    paths: ["src/old.ts"],
  });
  await remember(engine, memory, {
    ...claim,
    content: "Nothing imports the module that is marked for removal",
    paths: ["src/gone.ts"],
  });
  await remember(engine, memory, { ...claim, content: "Uploads time out after 60 seconds" });
  await storeObservation(memory, {
    ...claim,
    content: HOSTILE_CLAIM,
    reason: "<b>bold</b>",
    origin: "captured",
    evidence: "transcript <i>1</i>",
    classification: "internal",
    anchors: [{ path: "src/queue.ts", hash: "" }],
    isWaiting: true,
  });
  const refused = await storeObservation(memory, {
    ...claim,
    content: "Every module is written in capital letters",
    origin: "captured",
    classification: "internal",
    anchors: [],
    // Less text than the next observation, which replaces it.
    weight: 0.5,
  });
  await storeObservation(memory, {
    ...claim,
    content: "Every module is  written in capital letters",
    origin: "captured",
    classification: "internal",
    anchors: [],
    weight: 0.6,
  });
  await changeObservation(memory, refused.id, { action: "refuse" });
  await runSessions(memory);
  Deno.writeTextFileSync(`${root}/src/old.ts`, "export const waitSeconds = 45;\n");
  Deno.writeTextFileSync(`${root}/AGENTS.md`, INSTRUCTIONS);
  Deno.removeSync(`${root}/src/gone.ts`);
  await engine.lease({}, () => {});
}

/** Six sessions: three failed with o2, and one has not ended. */
async function runSessions(memory: MemoryPlace): Promise<void> {
  const give = async (session: string, workType: string, tokens: number, ids: string[]) => {
    await logInjection(memory, {
      delivery: `d-${session}`,
      session,
      workType,
      moment: "context",
      query: "uploads",
      budgetTokens: 750,
      actualTokens: tokens,
      graphTokens: 0,
      observations: ids,
      summaries: [],
      graphNodes: [],
      graphEdges: [],
    });
  };
  await give("s1", "bug_fix", 120, ["o1"]);
  await give("s2", "bug_fix", 80, ["o1", "o2"]);
  await give("s3", "feature", 300, ["o2"]);
  await give("s4", "feature", 320, ["o2"]);
  await give("s5", "chore <b>", 105, []);
  await give("s6", "chore <b>", 90, ["o1"]);
  await learnOutcome(memory, { session: "s1", outcome: "accepted" });
  const failed = { calls: [{ tool: "pytest", success: false }], modified: ["src/queue.ts"] };
  await learnOutcome(memory, { session: "s2", outcome: "rework", ...failed });
  await learnOutcome(memory, { session: "s3", outcome: "rejected", ...failed });
  await learnOutcome(memory, { session: "s4", outcome: "rejected" });
  await learnOutcome(memory, { session: "s5", outcome: "rejected", modified: ["a.ts"] });
  const candidates = [
    { id: "o2", relevance: 0.9, weight: 0.5 },
    { id: "o1", relevance: 0.6, weight: 1 },
  ];
  await logRanks(memory, "s6", rankByFeedback(candidates));
}
