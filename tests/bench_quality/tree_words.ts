import { detectLanguage } from "../../retrieval/tree/language.ts";
import { runGit } from "./run_git.ts";

/** What the tree of a commit holds, read from git alone. */
export interface TreeWords {
  /** Paths of its files, with `/`. */
  readonly paths: ReadonlySet<string>;
  /** Words of its code, as they are written. */
  readonly words: ReadonlySet<string>;
  /** Blob of each of its documents, by path. */
  readonly documents: ReadonlyMap<string, string>;
}

/** Files of Markdown and its like; release notes tell of what is gone on purpose. */
const DOCUMENT_REGEXP =
  /^(?!.*(?:change|history|release|news|license|migrat|upgrad)).*\.(?:md|mdx|rst|adoc)$/i;
/** Versions of other projects are no code of this one. */
const LOCK_REGEXP = /(?:\.lock|(?:package|pnpm)-lock\.\w+|go\.sum)$/;
const WORD_REGEXP = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const LINK_MODE = "120000";

/** Files that git is asked for at once. */
const BATCH = 500;

/** Returns the words of a text. */
export function listWords(text: string): string[] {
  return text.match(WORD_REGEXP) ?? [];
}

/** Reads what the tree of a commit holds; undefined when git lacks the commit. */
export async function readTreeWords(
  repository: string,
  revision: string,
): Promise<TreeWords | undefined> {
  const listing = await runGit(repository, "ls-tree", "-r", "-z", revision);
  if (listing === undefined) return undefined;
  const paths = new Set<string>();
  const code = new Set<string>();
  const documents = new Map<string, string>();
  for (const entry of listing.split("\0").slice(0, -1)) {
    const [head = "", path = ""] = entry.split("\t");
    const [mode, type, id = ""] = head.split(" ");
    if (type !== "blob" || mode === LINK_MODE) continue;
    paths.add(path);
    if (DOCUMENT_REGEXP.test(path)) documents.set(path, id);
    if (detectLanguage(path).kind === "code" && !LOCK_REGEXP.test(path)) code.add(id);
  }
  const words = new Set<string>();
  for (const text of (await readBlobs(repository, [...code])).values()) {
    if (!text.includes("\0")) { for (const word of listWords(text)) words.add(word); }
  }
  return { paths, words, documents };
}

/** Returns the texts of blobs by id; those that git lacks are left out. */
export async function readBlobs(
  repository: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const [id, text] of await readBatch(repository, ids.slice(start, start + BATCH))) {
      texts.set(id, text);
    }
  }
  return texts;
}

async function readBatch(
  repository: string,
  ids: readonly string[],
): Promise<(readonly [string, string])[]> {
  const child = new Deno.Command("git", {
    args: ["-C", repository, "cat-file", "--batch"],
    env: { GIT_NO_LAZY_FETCH: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(ids.map((id) => `${id}\n`).join("")))
    .then(() => writer.close());
  const [{ stdout }] = await Promise.all([child.output(), written]);
  return [...parseBatch(stdout)];
}

function* parseBatch(bytes: Uint8Array): Generator<readonly [string, string]> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf(10, at);
    const [id = "", , size] = decoder.decode(bytes.subarray(at, lineEnd)).split(" ");
    at = lineEnd + 1;
    // A blob that is missing has no size, and no text follows.
    if (size === undefined) continue;
    yield [id, decoder.decode(bytes.subarray(at, at + Number(size)))];
    at += Number(size) + 1;
  }
}
