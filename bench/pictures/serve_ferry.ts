import type { ServedRoot, Service } from "@dossier/server";
import { FERRY_MANIFEST, FERRY_POLICIES } from "../../tests/system/ferry_policies.ts";
import { FERRY_COMMITS, FERRY_TREE } from "../../tests/system/ferry_tree.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";

/** Files that are not indexed: rules, and the files that they exclude. */
const UNINDEXED_FILES: Readonly<Record<string, string>> = {
  ".gitignore": "# What is built\nout/\n*.log\n",
  ".dossierignore": "plans/\n",
  ...FERRY_POLICIES,
  ...FERRY_MANIFEST,
  ".dossier/config.yaml": "exclude:\n  files:\n    - fixtures.json\n",
  "out/server.js": "",
  "server.log": "",
  "plans/next.md": "# Next\n",
  "fixtures.json": "{}\n",
  "web/app.min.js": "",
  "conf/.env": "",
};

const ISSUE = {
  id: "ferry-12",
  title: "Tell the customer why an upload was given up",
  description:
    "After five attempts the mail says that it failed, and not why. See docs/uploads.md.",
  manifest: { primary: ["src/config.ts"], read: ["docs/uploads.md"] },
};

/** Pause of agents between two questions, in milliseconds, so that a timeline has times. */
const PAUSE_MS = 1100;

/**
 * Two temporary trees to serve, and agents that query the first one. Disposing deletes the trees.
 */
export interface FerryTrees extends Disposable {
  /** Served trees. */
  readonly roots: readonly [ServedRoot, ...ServedRoot[]];
  /** Lets two agents request context. */
  requestContext(service: Service): Promise<void>;
}

/** Creates the trees. */
export function createFerryTrees(): FerryTrees {
  const ferry = makeRepository();
  const site = new TempWorkspace({ "index.md": "# Ferry\n\nThe site of Ferry.\n" });
  return {
    roots: [{ name: "ferry", path: ferry.root }, { name: "site", path: site.root }],
    requestContext: requestContext,
    [Symbol.dispose]() {
      ferry[Symbol.dispose]();
      site[Symbol.dispose]();
    },
  };
}

function makeRepository(): TempWorkspace {
  const workspace = new TempWorkspace();
  workspace.initialize();
  for (const [subject, starts] of FERRY_COMMITS) {
    for (const [path, text] of Object.entries(FERRY_TREE)) {
      if (starts.some((start) => path.startsWith(start))) workspace.write(path, text);
    }
    workspace.commit(subject);
  }
  for (const [path, text] of Object.entries(UNINDEXED_FILES)) workspace.write(path, text);
  return workspace;
}

async function requestContext(service: Service): Promise<void> {
  const root = "ferry";
  const session = "agent-7";
  const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const budget = 2500;
  await service.call("context", {
    root,
    query: "how are failed uploads retried",
    session,
    budget,
    trigger: "mcp",
  });
  await service.call("context", {
    root,
    query: "what happens to uploads when the disk of the worker is full",
    session: "review",
    budget,
    trigger: "prompt",
  });
  await pause();
  await service.call("context", { root, issue: ISSUE, session, budget: 6000, explain: true });
  await pause();
  const text =
    "NEED_CODE: src/config.ts:1-20\nNEED_DOC: docs/operations.md\nNEED_CODE: src/mail.ts";
  await service.call("need", { root, text, session });
  await pause();
  await service.call("need", { root, text: "NEED_FILE: src/config.ts", session });
  await service.call("context", {
    root,
    query: "RangeError: the batch is full\n    at Batch.add (src/batch.ts:31:11)",
    budget: 1500,
    trigger: "hook",
  });
}
