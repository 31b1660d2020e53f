import { reasonOf } from "@dossier/core/errors";
import { type PaletteTool, PolicyError } from "@dossier/core/policy";
import { checkSignature, ryeSignedParts } from "../integrity.ts";
import { fitFiles } from "../fit_files.ts";
import type { TrustedKeys } from "../trusted_keys.ts";
import { mapBatches } from "../map_batches.ts";
import type { ToolFile } from "./list_tools.ts";
import { readToolMetadata, type ToolMetadata, type UnusableTool } from "./tool_metadata.ts";

/** A tool, and what its file says of it. */
export interface LoadedTool extends PaletteTool {
  readonly file: ToolFile;
  /** Why it has no schema: half a sentence with the mend. */
  readonly reason?: string;
}

/** Most bytes of all tools that are read: several times what Rye comes with, and a fifth of a second. */
const MAX_TOOLS_BYTES = 16 * 1024 * 1024;

/** Returns what the files of tools say of them, in their order. None of them is run. */
export async function loadTools(
  files: readonly ToolFile[],
  keys: TrustedKeys,
): Promise<readonly LoadedTool[]> {
  const fitting = fitFiles(files, MAX_TOOLS_BYTES);
  return await mapBatches(files, async (file) => {
    const found = fitting.has(file) ? await readTool(file, keys) : { reason: fitting.reason };
    return "reason" in found
      ? { id: file.id, description: "", file, reason: found.reason }
      : { id: file.id, ...found, file };
  });
}

async function readTool(
  { folder, path, extension }: ToolFile,
  keys: TrustedKeys,
): Promise<ToolMetadata | UnusableTool> {
  const read = await folder.read(path);
  if (read === undefined) return { reason: "its file is there no more: try again" };
  if (read.kind === "refused") return { reason: read.message };
  const place = { path: folder.tell(path), signedParts: ryeSignedParts, keys };
  try {
    const { text } = await checkSignature(read.text, place);
    return await readToolMetadata(text, extension);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { reason: reasonOf(error) };
  }
}
