import {
  condenseMarkdown,
  countTierTokens,
  type KnowledgeArtifact,
  type ManifestForm,
  TierError,
} from "./core/mod.ts";
import { findHeadCommit } from "@dossier/retrieval/commits";
import { acknowledgeManifest, agreedManifest } from "./state/mod.ts";
import type { StateStore } from "@dossier/retrieval/state";
import {
  contentHash,
  decodeText,
  readPlainFile,
  readPlainText,
  textHash,
} from "@dossier/retrieval/machine";
import { listFiles, openGlobs, placesOf } from "@dossier/retrieval/tree";
import {
  knowledgeBody,
  type KnowledgeProvenance,
  readProvenance,
  renderKnowledge,
} from "./knowledge_file.ts";
import { parseManifest } from "./parse_manifest.ts";
import type { ReadContextManifest } from "./read_context_manifest.ts";
import { type FileReplacement, replaceFiles } from "./replace_files.ts";
import { OWN_FILES, readTierFile, type TierTree } from "./tier_files.ts";

/** How knowledge files are made. */
export interface BuildKnowledgeOptions {
  /** Whether files are replaced that somebody has written or edited by hand. @default false */
  readonly force?: boolean | undefined;
  /** Whether nothing is written. @default false */
  readonly dryRun?: boolean | undefined;
}

/** What became of a knowledge file. */
export interface BuiltKnowledge {
  /** As the manifest has it. */
  readonly id: string;
  /** Relative to the root. */
  readonly path: string;
  /** `hand-edited`: it is not as it was made, and was left as it is. */
  readonly status: "written" | "unchanged" | "hand-edited" | "empty";
  /** Files that it is made from. */
  readonly files: readonly string[];
  /** Files that its globs match and that are not in it. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Of its body. */
  readonly tokens: number;
}

const COMMIT_REGEXP = /^[0-9a-f]{40,64}$/;

/**
 * Makes the knowledge files that a manifest declares, each from the files that its globs match: their texts in the
 * order of their paths, each below a line that names it, or of each only the gist (see `condenseMarkdown`).
 *
 * Files and manifest, which says when and from which commit they were made, are put in their places together or
 * not at all. What would say the same is not written again.
 *
 * @throws {RetrievalError} `invalid-glob`, `state-unwritable`.
 * @throws {TierError} `invalid-manifest` when somebody has written to the manifest meanwhile.
 */
export async function buildKnowledge(
  read: ReadContextManifest,
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
    const { body, files, skipped } = await makeBody(artifact, paths, tree);
    const { status, provenance }: Comparison = files.length === 0
      ? { status: "empty" }
      : await compare(path, { artifact, body, tree, force });
    built.push({ id: artifact.id, path, status, files, skipped, tokens: countTierTokens(body) });
    if (provenance !== undefined) made.push(provenance);
    if (status !== "written") continue;
    made.push({ generated, commit, sources: artifact.sources, hash: await textHash(body) });
    changes.push({ path, text: renderKnowledge(body, made.at(-1)!) });
  }
  if (!dryRun) await writeKnowledge(changes, { read, tree, state, made });
  return built;
}

/** Puts knowledge files in their places, with a manifest that says when the newest one was made. */
async function writeKnowledge(
  changes: readonly FileReplacement[],
  { read, tree: { root }, state, made }: {
    readonly read: ReadContextManifest;
    readonly tree: TierTree;
    readonly state: StateStore;
    readonly made: readonly KnowledgeProvenance[];
  },
): Promise<void> {
  const { form, manifest, hash } = read;
  const newest = made.toSorted((a, b) => a.generated < b.generated ? 1 : -1)[0];
  // A process that died between the two has left a manifest that is older than its files.
  const isLate = newest !== undefined && newest.generated > (manifest.generatedAt ?? "");
  if (newest === undefined || (changes.length === 0 && !isLate)) return;
  const text = await readManifestText(root, read);
  const marked = await markSafely(text, newest, form);
  if (changes.length === 0 && marked === text) return;
  const isAgreed = hash !== undefined && await agreedManifest(state, form.path, hash) === hash;
  replaceFiles(root, [...changes, ...(marked === text ? [] : [{ path: form.path, text: marked }])]);
  // What this program itself has written into it is no news.
  if (isAgreed && marked !== text) {
    await acknowledgeManifest(state, form.path, await textHash(marked));
  }
}

async function makeBody(
  { sources, isCondensed }: KnowledgeArtifact,
  paths: readonly string[],
  tree: TierTree,
): Promise<Pick<BuiltKnowledge, "files" | "skipped"> & { readonly body: string }> {
  const matches = await openGlobs(sources, placesOf(tree.root));
  const parts: string[] = [];
  const files: string[] = [];
  const skipped: { readonly path: string; readonly reason: string }[] = [];
  for (const path of paths.filter(matches)) {
    const piece = await readTierFile(path, OWN_FILES, tree);
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

/** What becomes of a knowledge file. */
interface Comparison {
  readonly status: BuiltKnowledge["status"];
  /** What one that stays says of itself. */
  readonly provenance?: KnowledgeProvenance | undefined;
}

/** Returns whether a knowledge file is to be written, by what there is at its place. */
async function compare(
  path: string,
  { artifact, body, tree, force }: {
    readonly artifact: KnowledgeArtifact;
    readonly body: string;
    readonly tree: TierTree;
    readonly force: boolean;
  },
): Promise<Comparison> {
  const found = readPlainText(`${tree.root}/${path}`, { below: tree.root });
  if (found.kind === "refused") return { status: "written" };
  if (await isHandEdited(found.text)) return { status: force ? "written" : "hand-edited" };
  const provenance = readProvenance(found.text);
  const isSame = knowledgeBody(toLineFeeds(found.text)) === body &&
    JSON.stringify(provenance?.sources) === JSON.stringify(artifact.sources);
  return isSame ? { status: "unchanged", provenance } : { status: "written" };
}

/** Returns whether a knowledge file does not say what it was made to say, or was not made at all. */
export async function isHandEdited(text: string): Promise<boolean> {
  return readProvenance(text)?.hash !== await textHash(knowledgeBody(toLineFeeds(text)));
}

/** Returns a text as it was before git wrote it out with the ends of lines of this machine. */
function toLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Returns the text of the manifest that was read; of what somebody has written since nothing is lost. */
async function readManifestText(
  root: string,
  { form, hash }: ReadContextManifest,
): Promise<string> {
  const read = readPlainFile(`${root}/${form.path}`, { below: root });
  if (read.kind === "bytes" && await contentHash(read.bytes) === hash) {
    return decodeText(read.bytes);
  }
  const reason = "it has been changed meanwhile: run this again";
  throw new TierError(
    "invalid-manifest",
    `Cannot write the manifest "${form.path}" as ${reason}`,
  );
}

/** Returns the marked text of a manifest, or the text itself where its lines are not those of keys. */
async function markSafely(
  text: string,
  mark: Pick<KnowledgeProvenance, "generated" | "commit">,
  form: ManifestForm,
): Promise<string> {
  const marked = markManifest(text, mark);
  const parsed = await parseManifest(marked, { form }).catch(() => undefined);
  return parsed?.manifest.generatedAt === mark.generated ? marked : text;
}

/** Returns the text of a manifest that says when and from what knowledge was made, all else as it was. */
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
