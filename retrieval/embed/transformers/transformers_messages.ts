import type { ModelPrecision } from "../../config/mod.ts";

/** What the thread with the model is asked. */
export type ModelRequest =
  /** Comes first, and once. */
  | {
    readonly kind: "load";
    /** Folder of the model, or its name on the hub. */
    readonly model: string;
    /** Whether it may come from the hub. */
    readonly remote: boolean;
    /** Which of the model's files is used. */
    readonly precision: ModelPrecision;
  }
  | { readonly kind: "embed"; readonly id: number; readonly text: string };

/** What that thread answers. */
export type ModelResponse =
  | { readonly kind: "loaded"; readonly dimensions: number }
  | { readonly kind: "embedded"; readonly id: number; readonly row: Float32Array<ArrayBuffer> }
  /** Without a number it is the loading that failed. */
  | { readonly kind: "failed"; readonly id?: number; readonly message: string };
