import type { Issue } from "@dossier/core";
import { isPassage } from "@dossier/core/fragment";
import assert from "node:assert/strict";
import { AnsweringIndex } from "../../retrieval/answer/answering_index.ts";
import { checkQuery } from "../../retrieval/answer/prepare_query.ts";
import type { CheckedRequest } from "../../retrieval/answer/request.ts";
import { route } from "../../retrieval/answer/route.ts";
import { openRequestedRound } from "../../retrieval/answer/route_task.ts";
import { packBundle } from "../../retrieval/delivery/pack/mod.ts";
import { Deliveries } from "../../retrieval/delivery/record/deliveries.ts";
import { openStateDirectory } from "../../retrieval/machine/state_directory.ts";
import type { Feature } from "../../retrieval/feature/mod.ts";
import type { EngineServices, Plan } from "../../retrieval/lease/mod.ts";
import { type Gathered, NOTHING_GATHERED, type SourceRow } from "../../retrieval/sources/mod.ts";
import { CONTEXT_SOURCES } from "../../retrieval/sources/context_sources.ts";
import { makeIssue } from "../task_fixture.ts";
import { TempWorkspace } from "../temp_workspace.ts";

type Kind = CheckedRequest["kind"];

/**
 * Files that no source may show for any request: excluded by a rule, by git, or by the issue's
 * manifest.
 */
const HIDDEN: Readonly<Record<string, string>> = {
  "id_rsa": "upload retry send\n",
  "ignored/upload.py": "def retry_upload(file):\n    return send(file)\n",
  "src/forbidden.py": "def retry_upload_forbidden(file):\n    return send(file)\n",
};

const FILES: Readonly<Record<string, string>> = {
  ...HIDDEN,
  ".gitignore": "ignored/\n",
  "docs/retrying.md": "# Retrying uploads\n\nA failed upload is sent again by `retry_upload`.\n",
  "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
  "src/send.py":
    "from upload import retry_upload\n\n\ndef send(file):\n    return retry_upload(file)\n",
  "src/odd \u{1f600}.py": "def upload_oddly(file):\n    return file\n",
};

const NAMED = Object.keys(FILES);

/** Profile in dossier's format with items in that of Rye, whose files are in the tree. */
const POLICIES: Readonly<Record<string, string>> = {
  ".dossier/profiles/review.md":
    "---\ncontext:\n  system: [ignored/voice, voice]\n  after: [list]\n---\nUpload it.\n",
  ".dossier/knowledge/list.md": "1. Retry\n",
  ".ai/knowledge/voice.md": "---\nname: voice\n---\n\nRetry the upload.\nSend it.\n",
  ".ai/knowledge/ignored/voice.md": "Retry the upload in secret.\n",
};

/** Manifest with documents of the tree, knowledge files, and files that no source may show. */
const MANIFEST: Readonly<Record<string, string>> = {
  ".dossier/manifest.yaml": JSON.stringify({
    version: 1,
    identity: ["path:docs/*.md", "path:{id_rsa,*/*.py}", "knowledge:list", "knowledge:identity"],
    workflow: ["path:src/*.py"],
  }),
  ".dossier/knowledge/identity.md": "We retry what we send.\n",
};

const ISSUE: Issue = makeIssue({
  title: "retry_upload() never retries a failed upload",
  description: "See [[retrying]] and `send` in src/send.py.",
  manifest: { primary: NAMED, read: ["docs/retrying.md"], forbidden: ["src/forbidden.py"] },
});

const NEEDS = [...NAMED.map((path) => `NEED_CODE: ${path}`), "NEED_DOC: retrying"].join("\n");

const REQUESTS: Readonly<Record<Kind, CheckedRequest>> = {
  query: { kind: "query", query: checkQuery("retry a failed upload", {}), options: {} },
  issue: {
    kind: "issue",
    query: checkQuery(`${ISSUE.title}\n\n${ISSUE.description}`, {}),
    issue: ISSUE,
    retry: undefined,
    options: {},
  },
  signals: { kind: "signals", text: NEEDS, options: { session: "s" } },
};

/** Request to the source of a feature. */
interface SourceTestOptions {
  readonly features?: readonly Feature[];
  readonly request?: object;
}

/** Result of a source for a request, after all sources before it. */
interface Asked {
  /** Absent when the source is not called. */
  readonly plan?: Plan;
  readonly gathered: Gathered;
  readonly again: Gathered;
  readonly root: string;
}

/**
 * Declares the tests that every {@link ContextSource} passes.
 *
 * @param name Its name in the table of sources, or among those of `features`.
 * @param kinds The kinds of requests that it has something for; for all others it gathers nothing.
 * @param options.request Options of the requests that it has something for.
 */
export function testContextSource(
  name: string,
  kinds: readonly Kind[],
  options: SourceTestOptions = {},
): void {
  for (const kind of Object.keys(REQUESTS) as Kind[]) {
    Deno.test(`the source of ${name}, asked for ${kind},`, async (t) => {
      using workspace = new TempWorkspace({ ...FILES, ...POLICIES, ...MANIFEST });
      workspace.initialize();
      const asked = await ask(workspace.root, { ...options, name, kind });
      if (!kinds.includes(kind)) {
        await t.step("gathers nothing", () => assert.deepEqual(asked.gathered.sections, []));
        return;
      }
      await t.step(
        "has something, and the same when it is asked again",
        () => checkSame(asked),
      );
      await t.step("shows lines of files that may be served, as they are", () => {
        checkLines(asked, kind);
      });
      await t.step("says in whole sentences what it has to say", () => checkNotes(asked));
    });
  }
}

function checkSame({ gathered, again }: Asked): void {
  assert.ok(listCandidates(gathered).length > 0);
  assert.deepEqual(describe(again), describe(gathered));
}

function checkLines({ gathered, root, plan }: Asked, kind: Kind): void {
  for (const candidate of listCandidates(gathered)) {
    if (!isPassage(candidate)) {
      assert.match(candidate.source, /^(?:profile|knowledge|path):/);
      assert.ok(!candidate.forms.some(({ text }) => text.includes("secret")));
      continue;
    }
    const { path, startLine, endLine, document, score } = candidate;
    assert.ok(!path.includes("ignored/"));
    // Only the manifest of the issue forbids this file.
    const isHidden = path in HIDDEN && !(kind !== "issue" && path === "src/forbidden.py");
    assert.ok(!isHidden, path);
    assert.ok(plan!.visibility.isVisible(path), path);
    const lines = Deno.readTextFileSync(`${root}/${path}`).split("\n");
    assert.ok(1 <= startLine && startLine <= endLine && endLine <= document.lines.length);
    assert.deepEqual(document.lines, lines.slice(0, -1));
    assert.ok(Number.isFinite(score) && score > 0);
  }
}

function checkNotes({ gathered: { notes = [], omitted = [] } }: Asked): void {
  for (const { code, message } of notes) {
    assert.match(code, /^[a-z_-]+$/);
    assert.match(message, /^[A-Z].*[^.]$/);
  }
  for (const { reason, tokens } of omitted) assert.ok(reason !== undefined && tokens >= 0);
}

/** Returns the results of a source for a request of a kind, which is sent twice. */
async function ask(
  root: string,
  { name, kind, features = [], request = {} }: SourceTestOptions & {
    readonly name: string;
    readonly kind: Kind;
  },
): Promise<Asked> {
  const folder = await openStateDirectory(root, {});
  const openEmbedder = () => Promise.resolve(undefined);
  using index = new AnsweringIndex(root, folder, { openEmbedder });
  using deliveries = new Deliveries(root, folder.path);
  const services: EngineServices = {
    root,
    spaces: {},
    lease: (options, work) => index.lease(options, work),
    search: () => Promise.reject(new Error("No source asks the engine")),
    openState: () => deliveries.state(),
    findState: () => deliveries.find(),
    settings: () => index.settings(),
    readTranscript: () => Promise.reject(new Error("No source reads transcripts")),
  };
  const checked = REQUESTS[kind];
  const options = { ...checked.options, ...request };
  const rows: readonly SourceRow[] = [
    ...CONTEXT_SOURCES,
    ...features.flatMap(({ sources = [] }) => sources),
  ].sort((a, b) => a.order - b.order);
  return await index.lease({}, async (lease) => {
    const delivery = checked.kind === "signals"
      ? await openRequestedRound(checked, lease, deliveries)
      : await deliveries.open({ record: false }, lease.indexed);
    const { plan } = await route(checked, lease, delivery);
    const earlier = new Map<string, Gathered>();
    for (const row of rows) {
      const brief = await row.prepare?.({ kind, options }, services);
      const isAsked = row.kinds.includes(kind) && (brief !== undefined || !row.prepare);
      if (!isAsked) {
        if (row.name === name) return { gathered: NOTHING_GATHERED, again: NOTHING_GATHERED, root };
        continue;
      }
      const source = await row.load();
      assert.equal(source.name, row.name);
      const gather = () => source.gather(plan, lease, earlier, brief);
      const gathered = await gather();
      if (row.name === name) {
        const again = await revise(await gather(), plan);
        return { plan, gathered: await revise(gathered, plan), again, root };
      }
      earlier.set(row.name, gathered);
    }
    throw new Error(`There is no source "${name}" in the table`);
  });
}

/** Returns the result of a source when no other one uses any of the budget. */
async function revise(gathered: Gathered, { head }: Plan): Promise<Gathered> {
  const bundle = await packBundle(gathered.sections, { ...head, ...gathered.head });
  return await gathered.revise?.(bundle) ?? gathered;
}

function listCandidates({ sections }: Gathered) {
  return sections.flatMap(({ candidates }) => candidates);
}

/** Returns the comparable part of a result. */
function describe(gathered: Gathered) {
  return {
    candidates: listCandidates(gathered).map((candidate) => ({
      ...candidate,
      // Getters that do work.
      cheaper: undefined,
      document: undefined,
    })),
    notes: gathered.notes,
    omitted: gathered.omitted,
    definitions: gathered.definitions,
  };
}
