import { lstatOrUndefined } from "../../machine/mod.ts";
import { findCommonFolder, findGitFolder, gitCommand } from "../../tree/mod.ts";
import type { NamedBlock } from "../local/mod.ts";

/**
 * Size of a block of a pack, in bytes. A request reads several blocks, and a node refuses responses of
 * hundreds of megabytes.
 */
const BLOCK_BYTES = 1024 * 1024;

/**
 * Maximum size of a pack, in bytes. A pack is in memory while it is sent. The whole history of most
 * repositories is smaller. Of larger repositories, only the newest commit is sent.
 */
const MAX_PACK_BYTES = 256 * 1024 * 1024;

/** Pack of commits of a repository, in the format of git. */
export interface CommitPack {
  readonly blocks: readonly NamedBlock[];
  /** Commit that the receiver must have; undefined when the pack is complete without another one. */
  readonly base: string | undefined;
  /** True when the pack contains the commit without its ancestors, although it has ancestors. */
  readonly isShallow: boolean;
}

/** Options of {@link packCommit}. */
export interface PackOptions {
  /** Commit that the receiver has. It is used when the sender has it as well. @default none */
  readonly base?: string | undefined;
  /** Maximum size of the pack, in bytes. @default 256 MiB */
  readonly maxBytes?: number | undefined;
}

/**
 * Returns the pack of a commit with all its ancestors that the receiver lacks. In a shallow clone, and
 * when this pack is too large, returns the pack of the commit alone. Returns undefined when git cannot
 * read the commit, or when the commit alone is too large.
 *
 * @param root Absolute path of the work tree.
 * @param commit Full commit id.
 */
export async function packCommit(
  root: string,
  commit: string,
  { base, maxBytes = MAX_PACK_BYTES }: PackOptions = {},
): Promise<CommitPack | undefined> {
  const known = base !== undefined && await hasCommit(root, base) ? base : undefined;
  const exclusions = known === undefined ? [] : [`^${known}`];
  if (!isShallowClone(root)) {
    const bytes = await runPackObjects(root, [commit, ...exclusions], { maxBytes });
    if (bytes !== undefined) {
      return { blocks: splitIntoBlocks(bytes), base: known, isShallow: false };
    }
  }
  const lines = [`--shallow ${commit}`, commit, ...exclusions];
  const bytes = await runPackObjects(root, lines, { maxBytes });
  return bytes && { blocks: splitIntoBlocks(bytes), base: known, isShallow: true };
}

/** Returns the names of the blocks of a pack, in order. */
export function listPackBlocks(count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `pack-${number}`);
}

function isShallowClone(root: string): boolean {
  const folder = findGitFolder(root);
  return folder !== undefined &&
    lstatOrUndefined(`${findCommonFolder(folder)}/shallow`) !== undefined;
}

async function hasCommit(root: string, commit: string): Promise<boolean> {
  const args = ["cat-file", "-e", `${commit}^{commit}`];
  const { success } = await gitCommand(args, { cwd: root, stderr: "null" }).output();
  return success;
}

/**
 * Returns the bytes of the pack of some revisions; undefined when git fails or the pack is too large.
 *
 * @param lines Input of `git pack-objects --revs`.
 */
async function runPackObjects(
  root: string,
  lines: readonly string[],
  { maxBytes }: { readonly maxBytes: number },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const args = ["pack-objects", "--quiet", "--stdout", "--revs", "--thin", "--delta-base-offset"];
  const ending = new AbortController();
  const command = gitCommand([...args, "--shallow"], {
    cwd: root,
    stderr: "null",
    stdin: "piped",
    signal: ending.signal,
  });
  const child = command.spawn();
  const writer = child.stdin.getWriter();
  const input = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  // git may exit before it has read all input.
  const written = writer.write(input).then(() => writer.close()).catch(() => {});
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of child.stdout) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  if (length > maxBytes) ending.abort();
  const { success } = await child.status;
  await written;
  return success && length <= maxBytes ? joinChunks(chunks, length) : undefined;
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function splitIntoBlocks(bytes: Uint8Array<ArrayBuffer>): readonly NamedBlock[] {
  return listPackBlocks(Math.ceil(bytes.length / BLOCK_BYTES)).map((name, number) => ({
    name,
    bytes: bytes.subarray(number * BLOCK_BYTES, (number + 1) * BLOCK_BYTES),
  }));
}
