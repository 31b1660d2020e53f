import type { ModelPrecision } from "../../config/mod.ts";
import { fillBytes } from "../../machine/mod.ts";
import { EmbedderError, openModelFile } from "../embedder.ts";

/**
 * Number of bytes at the start, in the middle and at the end of a model that are part of its
 * fingerprint.
 */
const SAMPLE_BYTES = 1 << 20;

/** Suffixes of the model's file for each precision, as in transformers.js. */
const FILE_SUFFIXES: Readonly<Record<ModelPrecision, string>> = {
  fp32: "",
  fp16: "_fp16",
  q8: "_quantized",
  int8: "_int8",
  uint8: "_uint8",
  q4: "_q4",
};

/** Keys of configurations with the length of a model's vectors. */
const DIMENSION_KEYS = ["hidden_size", "dim", "d_model"] as const;

/**
 * Reads a folder with a sentence encoder: `config.json`, `tokenizer.json`, `tokenizer_config.json`
 * and the model in `onnx/`. Returns the dimensions of its vectors, and a hash that differs for
 * other models.
 *
 * The hash uses samples of the model's file, as hashing hundreds of megabytes would take longer
 * than the answer. Different weights differ nearly everywhere.
 *
 * @throws {EmbedderError} `missing` when the folder or a file is missing, `damaged` when one cannot
 * be used, `forbidden` when one may not be read.
 */
export async function readModelFolder(
  path: string,
  precision: ModelPrecision,
): Promise<{ readonly dimensions: number; readonly hash: string }> {
  const config = readPart(path, "config.json");
  const tokenizer = readPart(path, "tokenizer.json");
  const tokenizerConfig = readPart(path, "tokenizer_config.json");
  const name = `onnx/model${FILE_SUFFIXES[precision]}.onnx`;
  const sample = samplePart(path, name);
  const bytes = await new Blob([config, tokenizer, tokenizerConfig, sample]).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  return { dimensions: parseDimensions(path, config), hash };
}

function parseDimensions(path: string, config: Uint8Array): number {
  try {
    const values = JSON.parse(new TextDecoder().decode(config));
    for (const key of DIMENSION_KEYS) if (Number.isSafeInteger(values[key])) return values[key];
  } catch {
    // Invalid JSON does not contain the length either.
  }
  throw new EmbedderError(
    "damaged",
    `Cannot open the model "${path}" as its "config.json" must contain the length of its vectors`,
  );
}

function readPart(path: string, name: string): Uint8Array<ArrayBuffer> {
  using file = openPart(path, name);
  const bytes = new Uint8Array(file.statSync().size);
  fillBytes(file, bytes);
  return bytes;
}

function samplePart(path: string, name: string): Uint8Array<ArrayBuffer> {
  using file = openPart(path, name);
  const { size } = file.statSync();
  const sample = new Uint8Array(3 * SAMPLE_BYTES);
  const last = Math.max(0, size - SAMPLE_BYTES);
  [0, Math.floor(last / 2), last].forEach((start, i) => {
    file.seekSync(start, Deno.SeekMode.Start);
    fillBytes(file, sample.subarray(i * SAMPLE_BYTES, (i + 1) * SAMPLE_BYTES));
  });
  return sample;
}

function openPart(path: string, name: string): Deno.FsFile {
  return openModelFile(`${path}/${name}`, {
    model: `the model "${path}"`,
    file: `its "${name}"`,
    missing: () => isFolder(path) ? `it has no "${name}"` : "there is no such folder",
  });
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
