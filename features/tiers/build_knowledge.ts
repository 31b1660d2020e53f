import {
  condenseMarkdown,
  countTierTokens,
  type KnowledgeArtifact,
  type ManifestForm,
  TierError,
} from "./core/mod.ts";
import { findHeadCommit } from "@dossier/retrieval/commits";
import { acknowledgedManifestHash, acknowledgeManifest } from "./state/mod.ts";
import type { StateStore } from "@dossier/retrieval/state";
import {
  contentHash,
  decodeText,
  readPlainFile,
  readPlainText,
  textHash,
} from "@dossier/retrieval/machine";
import { createPathCheck, listFiles, openGlobs } from "@dossier/retrieval/tree";
import {
  type KnowledgeProvenance,
  readKnowledgeBody,
  readProvenance,
  renderKnowledge,
} from "./knowledge_file.ts";
import { parseManifest } from "./parse_manifest.ts";
import type { LoadedManifest } from "./read_context_manifest.ts";
import { type FileReplacement, replaceFiles } from "./replace_files.ts";
import { DEFAULT_GRANTS, readTierFile, type TierTree } from "./tier_files.ts";

/** Options of {@link buildKnowledge}. */
export interface BuildKnowledgeOptions {
  /** If true, replaces files that were written or edited by hand. @default false */
  readonly force?: boolean | undefined;
  /** If true, nothing is written. @default false */
  readonly dryRun?: boolean | undefined;
}

/** The result for one knowledge file. */
export interface BuiltKnowledge {
  /** Id in the manifest. */
  readonly id: string;
  /** Relative to the root. */
  readonly path: string;
  /** `hand-edited`: the file differs from its generated text, and was not changed. */
  readonly status: "written" | "unchanged" | "hand-edited" | "empty";
  /** Files that it is built from. */
  readonly files: readonly string[];
  /** Files that match its globs and are not in it. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Tokens of its body. */
  readonly tokens: number;
}

const COMMIT_REGEXP = /^[0-9a-f]{40,64}$/;

/**
 * Builds the knowledge files that a manifest declares, each from the files that match its globs:
 * their texts in the order of their paths, each below a line with its path, or a condensed form of
 * each (see `condenseMarkdown`).
 *
 * Files and manifest, which records the time and the commit of the build, are replaced together or
 * not at all. Unchanged files are not written again.
 *
 * @throws {RetrievalError} `invalid-glob`, `state-unwritable`.
 * @throws {TierError} `invalid-manifest` when the manifest changed meanwhile.
 */
export async function buildKnowledge(
  read: LoadedManifest,
  { force = false, dryRun = false, state, ...tree }: BuildKnowledgeOptions & TierTree & {
    readonly state: StateStore;
  },
): Promise<readonly BuiltKnowledge[]> {
  const { form, manifest } = read;
  const generated = new Date(state.now()).toISOString();
  const head = findHeadCommit({ root: tree.root }) ?? "";
  const commit = COMMIT_REGEXP.test(head) ? head : "";
  const { paths } = await listFiles(tree.root, tree.visibility);
  const built: BuiltKnowledge[] = [];
  const changes: FileReplacement[] = [];
  const made: KnowledgeProvenance[] = [];
  for (const artifact of manifest.knowledge) {
    const path = `${form.folder}/knowledge/${artifact.id}.md`;
    const { body, files, skipped } = await buildBody(artifact, paths, tree);
    const { status, provenance }: BuildDecision = files.length === 0
      ? { status: "empty" }
      : await decideBuild(path, { artifact, body, tree, force });
    built.push({ id: artifact.id, path, status, files, skipped, tokens: countTierTokens(body) });
    if (provenance !== undefined) made.push(provenance);
    if (status !== "written") continue;
    made.push({ generated, commit, sources: artifact.sources, hash: await textHash(body) });
    changes.push({ path, text: renderKnowledge(body, made.at(-1)!) });
  }
  if (!dryRun) await writeKnowledge(changes, { read, tree, state, made });
  return built;
}

/** Writes knowledge files, and the manifest with the time of the newest one. */
async function writeKnowledge(
  changes: readonly FileReplacement[],
  { read, tree: { root }, state, made }: {
    readonly read: LoadedManifest;
    readonly tree: TierTree;
    readonly state: StateStore;
    readonly made: readonly KnowledgeProvenance[];
  },
): Promise<void> {
  const { form, manifest, hash } = read;
  const newest = made.toSorted((a, b) => a.generated < b.generated ? 1 : -1)[0];
  // A process that was killed between the two leaves a manifest that is older than its files.
  const isLate = newest !== undefined && newest.generated > (manifest.generatedAt ?? "");
  if (newest === undefined || (changes.length === 0 && !isLate)) return;
  const text = await readManifestText(root, read);
  const marked = await updateManifestText(text, newest, form);
  if (changes.length === 0 && marked === text) return;
  const isAgreed = hash !== undefined &&
    await acknowledgedManifestHash(state, form.path, hash) === hash;
  replaceFiles(root, [...changes, ...(marked === text ? [] : [{ path: form.path, text: marked }])]);
  // A change by this program needs no acknowledgement.
  if (isAgreed && marked !== text) {
    await acknowledgeManifest(state, form.path, await textHash(marked));
  }
}

async function buildBody(
  { sources, isCondensed }: KnowledgeArtifact,
  paths: readonly string[],
  tree: TierTree,
): Promise<Pick<BuiltKnowledge, "files" | "skipped"> & { readonly body: string }> {
  const matches = await openGlobs(sources, createPathCheck(tree.root));
  const parts: string[] = [];
  const files: string[] = [];
  const skipped: { readonly path: string; readonly reason: string }[] = [];
  for (const path of paths.filter(matches)) {
    const piece = await readTierFile(path, DEFAULT_GRANTS, tree);
    if (!("text" in piece)) skipped.push({ path, reason: piece.reason });
    else {
      const plain = toLineFeeds(piece.text);
      const text = isCondensed ? condenseMarkdown(plain) : plain;
      parts.push(`<!-- ${path.replaceAll("--", "-\u200b-")} -->\n${text.trim()}\n`);
      files.push(path);
    }
  }
  return { body: parts.join("\n"), files, skipped };
}

/** The decision about a knowledge file. */
interface BuildDecision {
  readonly status: BuiltKnowledge["status"];
  /** Provenance of a file that stays. */
  readonly provenance?: KnowledgeProvenance | undefined;
}

/** Returns the decision about a knowledge file, by the file that exists at its path. */
async function decideBuild(
  path: string,
  { artifact, body, tree, force }: {
    readonly artifact: KnowledgeArtifact;
    readonly body: string;
    readonly tree: TierTree;
    readonly force: boolean;
  },
): Promise<BuildDecision> {
  const found = readPlainText(`${tree.root}/${path}`, { below: tree.root });
  if (found.kind === "refused") return { status: "written" };
  if (await isHandEdited(found.text)) return { status: force ? "written" : "hand-edited" };
  const provenance = readProvenance(found.text);
  const isSame = readKnowledgeBody(toLineFeeds(found.text)) === body &&
    JSON.stringify(provenance?.sources) === JSON.stringify(artifact.sources);
  return isSame ? { status: "unchanged", provenance } : { status: "written" };
}

/** Returns true when a knowledge file differs from its generated text, or was not generated. */
export async function isHandEdited(text: string): Promise<boolean> {
  return readProvenance(text)?.hash !== await textHash(readKnowledgeBody(toLineFeeds(text)));
}

/** Returns a text with line feeds only, as git may write the line endings of this machine. */
function toLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/**
 * Returns the text of the manifest that was read; fails when it changed since, so that no edit is
 * lost.
 */
async function readManifestText(
  root: string,
  { form, hash }: LoadedManifest,
): Promise<string> {
  const read = readPlainFile(`${root}/${form.path}`, { below: root });
  if (read.kind === "bytes" && await contentHash(read.bytes) === hash) {
    return decodeText(read.bytes);
  }
  const reason = "it changed meanwhile: run the command again";
  throw new TierError(
    "invalid-manifest",
    `Cannot write the manifest "${form.path}" as ${reason}`,
  );
}

/**
 * Returns the manifest with its build time, or the text itself when its lines cannot be edited
 * safely.
 */
async function updateManifestText(
  text: string,
  mark: Pick<KnowledgeProvenance, "generated" | "commit">,
  form: ManifestForm,
): Promise<string> {
  const marked = markManifest(text, mark);
  const parsed = await parseManifest(marked, { form }).catch(() => undefined);
  return parsed?.manifest.generatedAt === mark.generated ? marked : text;
}

/**
 * Returns the text of a manifest with the time and the commit of the build; everything else stays.
 */
export function markManifest(
  text: string,
  { generated, commit }: { readonly generated: string; readonly commit: string },
): string {
  const fields = {
    "generated_at": generated,
    ...(commit === "" ? {} : { "source_commit": commit }),
  };
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  let marked = text;
  for (const [key, value] of Object.entries(fields).reverse()) {
    const line = `${key}: ${JSON.stringify(value)}`;
    const known = new RegExp(`^${key}:.*$`, "m");
    marked = known.test(marked)
      ? marked.replace(known, () => line)
      : marked.replace(/^version:.*$/m, (version) => `${version}${end}${line}`);
  }
  return marked;
}
