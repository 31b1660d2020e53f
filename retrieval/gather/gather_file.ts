import { type ToolOutput, truncateText, type TruncationPolicy } from "@dossier/core/conversation";
import { describeExclusion } from "@dossier/core/exclude";
import {
  findReadFault,
  formatFileLines,
  type GatherStyle,
  type ReadFileCall,
} from "@dossier/core/gather";
import { maskValue } from "../secrets/mod.ts";
import { listFiles, locateFile, readDocument } from "../tree/mod.ts";
import type { GatherTree } from "./gather_tree.ts";

/** How an answer is written. */
export interface GatherOptions {
  /** As which program writes it. */
  readonly style: GatherStyle;
  /** How much of it is kept. @default all */
  readonly truncation?: TruncationPolicy | undefined;
}

/**
 * Answers a model's call of `read_file`. Of a file outside of the root, or that a rule hides, nothing is read, and
 * secrets are masked.
 */
export async function gatherFile(
  call: ReadFileCall,
  tree: GatherTree,
  { style, truncation }: GatherOptions,
): Promise<ToolOutput> {
  const fault = findReadFault(call, style);
  if (fault !== undefined) return { content: fault, success: false };
  const read = await readVisibleText(call.path, tree);
  if (read.kind !== "text") {
    return { content: `failed to read file: ${read.reason}`, success: false };
  }
  return cutOutput(formatFileLines(read.text, call, style), truncation);
}

/** Returns an answer with its beginning and end, where it is longer than may be kept. */
export function cutOutput(output: ToolOutput, policy: TruncationPolicy | undefined): ToolOutput {
  return policy === undefined
    ? output
    : { ...output, content: truncateText(output.content, policy) };
}

/** The text of a file, or why it is not read. */
export type VisibleText =
  | {
    readonly kind: "text";
    /** Relative to the root. */
    readonly path: string;
    readonly text: string;
  }
  | {
    readonly kind: "refused" | "folder";
    /** Half a sentence. */
    readonly reason: string;
  };

/** Returns the text of a file that may be seen, without its secrets, by a path that somebody wrote. */
export async function readVisibleText(
  written: string,
  { root, visibility }: GatherTree,
): Promise<VisibleText> {
  const located = locateFile(written, { root, visibility });
  if (located.kind !== "file") {
    return { kind: located.kind === "folder" ? "folder" : "refused", reason: located.reason };
  }
  const { path } = located;
  const { paths } = await listFiles(root, visibility, { among: [path] });
  if (!paths.includes(path)) {
    return { kind: "refused", reason: describeExclusion({ kind: "ignored", pattern: "" }) };
  }
  const read = readDocument(root, path, visibility, { explicit: true });
  if (read.kind === "skipped") return { kind: "refused", reason: read.message };
  return { kind: "text", path, text: await maskValue(read.text, path) };
}
