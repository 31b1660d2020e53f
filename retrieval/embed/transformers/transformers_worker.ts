/**
 * The thread that holds a sentence encoder, which takes hundreds of megabytes and all of a core. It
 * gets {@link ModelRequest}s and answers each with a {@link ModelResponse}, in their order.
 *
 * @module
 */

import type { FeatureExtractionPipeline } from "@huggingface/transformers";
import { basename, dirname } from "node:path";
import type { ModelPrecision } from "../../config/mod.ts";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ModelRequest>) => void) | null;
  postMessage(message: ModelResponse, transfer?: Transferable[]): void;
};

let encoder: Promise<FeatureExtractionPipeline> | undefined;

scope.onmessage = async ({ data }) => {
  const id = data.kind === "embed" ? { id: data.id } : {};
  try {
    if (data.kind === "load") await load(data);
    else await embed(data);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    scope.postMessage({ kind: "failed", ...id, message });
  }
};

async function load(
  { model, remote, precision }: Extract<ModelRequest, { kind: "load" }>,
): Promise<void> {
  // The runtime for browsers inside of it takes a thread's location for that of a page, and breaks.
  Reflect.deleteProperty(globalThis, "location");
  const { env, LogLevel, pipeline } = await import("@huggingface/transformers");
  // What it has to say goes to standard output, which is for answers.
  env.logLevel = LogLevel.ERROR;
  env.allowRemoteModels = remote;
  env.allowLocalModels = !remote;
  if (!remote) env.localModelPath = dirname(model);
  encoder = pipeline("feature-extraction", remote ? model : basename(model), { dtype: precision });
  const { model: { config } } = await encoder;
  const { hidden_size: size } = config as unknown as Readonly<Record<string, number>>;
  scope.postMessage({ kind: "loaded", dimensions: size ?? await measure() });
}

/** Returns the length of a vector of a model that does not tell. */
async function measure(): Promise<number> {
  return (await embedText("x")).length;
}

async function embed({ id, text }: Extract<ModelRequest, { kind: "embed" }>): Promise<void> {
  const row = await embedText(text);
  scope.postMessage({ kind: "embedded", id, row }, [row.buffer]);
}

async function embedText(text: string): Promise<Float32Array<ArrayBuffer>> {
  const encode = await encoder;
  if (encode === undefined) throw new Error("no model was loaded");
  const tensor = await encode(text, { pooling: "mean", normalize: true });
  return Float32Array.from(tensor.data as Float32Array);
}

/** What the thread with the model is asked. */
export type ModelRequest =
  /** Comes first, and once. */
  | {
    readonly kind: "load";
    /** Folder of the model, or its name on the hub. */
    readonly model: string;
    readonly remote: boolean;
    readonly precision: ModelPrecision;
  }
  | { readonly kind: "embed"; readonly id: number; readonly text: string };

/** What that thread answers. */
export type ModelResponse =
  | { readonly kind: "loaded"; readonly dimensions: number }
  | { readonly kind: "embedded"; readonly id: number; readonly row: Float32Array<ArrayBuffer> }
  /** Without a number it is the loading that failed. */
  | { readonly kind: "failed"; readonly id?: number; readonly message: string };
