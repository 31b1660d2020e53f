import {
  BINARY_HEAD_BYTES,
  decideExclusion,
  describeExclusion,
  type Exclusions,
} from "@dossier/core/exclude";
import { decodeText } from "./decode_text.ts";

/** Why a listed file has no text to index. */
export type SkipReason =
  | "symlink"
  | "special"
  | "outside_root"
  | "vanished"
  | "unreadable"
  | "excluded";

/** A file's text, or why it has none. */
export type ReadOutcome =
  | {
    readonly kind: "text";
    /** The decoded text. */
    readonly text: string;
    /** The bytes as they are on disk. */
    readonly bytes: Uint8Array<ArrayBuffer>;
    /** Size in bytes. */
    readonly size: number;
    /** Last change in milliseconds since 1970. */
    readonly modified: number;
  }
  | {
    readonly kind: "skipped";
    /** Why. */
    readonly reason: SkipReason;
    /** The same for people, half a sentence. */
    readonly message: string;
    /** Size in bytes; 0 when it is not known. */
    readonly size: number;
  };

/**
 * Returns the text of a file of the tree. Links, devices and pipes are never opened, nor is anything
 * that a rule leaves out by its name or size, or that lies outside the root by its real path.
 *
 * @param root Real absolute path of the tree.
 * @param path Path relative to the root, with `/`.
 * @param options.explicit Whether somebody asked for this very file, which lifts the rules on size.
 */
export function readDocument(
  root: string,
  path: string,
  exclusions: Exclusions,
  { explicit = false }: { readonly explicit?: boolean } = {},
): ReadOutcome {
  const whole = `${root}/${path}`;
  try {
    const { isFile, isSymlink, size, mtime } = Deno.lstatSync(whole);
    if (isSymlink) return skip("symlink", "it is a symbolic link", size);
    if (!isFile) return skip("special", "it is no regular file", size);
    if (!isBelow(root, path)) return skip("outside_root", "it is outside the root", size);
    const rule = decideExclusion({ path, size, explicit }, exclusions);
    if (rule !== undefined) return skip("excluded", describeExclusion(rule), size);
    const bytes = Deno.readFileSync(whole);
    const head = bytes.subarray(0, BINARY_HEAD_BYTES);
    const content = decideExclusion({ path, head }, exclusions);
    if (content !== undefined) return skip("excluded", describeExclusion(content), size);
    return { kind: "text", text: decodeText(bytes), bytes, size, modified: mtime?.getTime() ?? 0 };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return skip("vanished", "it has gone away");
    }
    return skip("unreadable", "it cannot be read");
  }
}

function skip(reason: SkipReason, message: string, size = 0): ReadOutcome {
  return { kind: "skipped", reason, message, size };
}

/** Returns whether the folder of the file is, by its real path, the root or below it. */
function isBelow(root: string, path: string): boolean {
  const slash = path.lastIndexOf("/");
  if (slash < 0) return true;
  const folder = `${root}/${path.slice(0, slash)}`;
  return Deno.realPathSync(folder) === folder;
}
