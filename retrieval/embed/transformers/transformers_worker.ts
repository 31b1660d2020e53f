/**
 * The thread with a sentence encoder: it embeds texts in their order.
 *
 * @module
 */

import type { FeatureExtractionPipeline } from "@huggingface/transformers";
import { basename, dirname } from "node:path";
import type { ModelPrecision } from "../../config/mod.ts";
import { serveThread } from "../../machine/mod.ts";

/** What the thread is opened with. */
export interface ModelSettings {
  /** Folder of the model, or its name on the hub. */
  readonly model: string;
  readonly remote: boolean;
  readonly precision: ModelPrecision;
}

serveThread<ModelSettings>((settings) => {
  const encoder = load(settings);
  // Who asks gets the failure.
  encoder.catch(() => {});
  return {
    /** Returns the vector of a text, or the length of the vectors where there is none. */
    async call(_, text) {
      try {
        return text === undefined ? await measure(await encoder) : await embed(await encoder, text);
      } catch (error) {
        // The name of its class is no part of what the runtime says.
        throw new Error(error instanceof Error ? error.message : String(error));
      }
    },
  };
});

async function load(
  { model, remote, precision }: ModelSettings,
): Promise<FeatureExtractionPipeline> {
  // The runtime for browsers inside of it takes a thread's location for that of a page, and breaks.
  Reflect.deleteProperty(globalThis, "location");
  const { env, LogLevel, pipeline } = await import("@huggingface/transformers");
  // What it has to say goes to standard output, which is for answers.
  env.logLevel = LogLevel.ERROR;
  env.allowRemoteModels = remote;
  env.allowLocalModels = !remote;
  if (!remote) env.localModelPath = dirname(model);
  const name = remote ? model : basename(model);
  return await pipeline("feature-extraction", name, { dtype: precision });
}

/** Returns the length of a vector, which some models tell only by one. */
async function measure(encoder: FeatureExtractionPipeline): Promise<number> {
  const { hidden_size: size } = encoder.model.config as unknown as Readonly<Record<string, number>>;
  return size ?? (await embed(encoder, "x")).length;
}

async function embed(encode: FeatureExtractionPipeline, text: unknown): Promise<Float32Array> {
  const tensor = await encode(text as string, { pooling: "mean", normalize: true });
  return Float32Array.from(tensor.data as Float32Array);
}
