/**
 * Thread with a sentence encoder, which embeds texts in order.
 *
 * @module
 */

import type { FeatureExtractionPipeline } from "@huggingface/transformers";
import { basename, dirname } from "node:path";
import type { ModelPrecision } from "../../config/mod.ts";
import { serveThread } from "../../machine/mod.ts";

/** Settings of the thread. */
export interface ModelSettings {
  /** Folder of the model, or its name on the hub. */
  readonly model: string;
  readonly remote: boolean;
  readonly precision: ModelPrecision;
}

serveThread<ModelSettings>((settings) => {
  const encoder = load(settings);
  // Callers receive the failure.
  encoder.catch(() => {});
  return {
    /** Returns the vector of a text, or the length of the vectors without a text. */
    async call(_, text) {
      try {
        return text === undefined ? await measure(await encoder) : await embed(await encoder, text);
      } catch (error) {
        // The name of its class is not part of the message of the runtime.
        throw new Error(error instanceof Error ? error.message : String(error));
      }
    },
  };
});

async function load(
  { model, remote, precision }: ModelSettings,
): Promise<FeatureExtractionPipeline> {
  // Its runtime for browsers would take a thread's location for that of a page, and fail.
  Reflect.deleteProperty(globalThis, "location");
  const { env, LogLevel, pipeline } = await import("@huggingface/transformers");
  // Its messages would go to standard output, which is for answers.
  env.logLevel = LogLevel.ERROR;
  env.allowRemoteModels = remote;
  env.allowLocalModels = !remote;
  if (!remote) env.localModelPath = dirname(model);
  const name = remote ? model : basename(model);
  return await pipeline("feature-extraction", name, { dtype: precision });
}

/** Returns the length of a vector, which for some models only a vector shows. */
async function measure(encoder: FeatureExtractionPipeline): Promise<number> {
  const { hidden_size: size } = encoder.model.config as unknown as Readonly<Record<string, number>>;
  return size ?? (await embed(encoder, "x")).length;
}

async function embed(encode: FeatureExtractionPipeline, text: unknown): Promise<Float32Array> {
  const tensor = await encode(text as string, { pooling: "mean", normalize: true });
  return Float32Array.from(tensor.data as Float32Array);
}
