/** The sums of word vectors of a table. */
export interface StaticSettings {
  /** Tells it from the others. */
  readonly kind: "static";
  /** Path of the table, absolute or relative to the root. @default the one that the program comes with */
  readonly table?: string | undefined;
}

/** A sentence encoder in the ONNX format. */
export interface TransformersSettings {
  /** Tells it from the others. */
  readonly kind: "transformers";
  /** A folder, absolute or relative to the root, or with `remote` a name on the hub. */
  readonly model: string;
  /** Whether the model may be fetched from the hub. @default false */
  readonly remote?: boolean | undefined;
  /** Which of the model's files is used, as transformers.js names them. @default "q8" */
  readonly precision?: ModelPrecision | undefined;
}

/** Names of the precisions that models come in. */
export type ModelPrecision = "fp32" | "fp16" | "q8" | "int8" | "uint8" | "q4";

/** A service that speaks OpenAI's protocol for embeddings. */
export interface HttpSettings {
  /** Tells it from the others. */
  readonly kind: "http";
  /** Where requests go, such as `http://localhost:11434/v1/embeddings`. */
  readonly url: string;
  /** Name of the model as the service has it. */
  readonly model: string;
  /** Numbers that the model's vectors have. */
  readonly dimensions: number;
  /** Name of the environment variable that holds the key; none is sent without. */
  readonly keyVariable?: string | undefined;
  /** How long a request may take, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined;
}

/** What chunks and queries are embedded with; plain values that go to other threads as they are. */
export type EmbedderSettings =
  | { readonly kind: "none" }
  | StaticSettings
  | TransformersSettings
  | HttpSettings;

/** Kinds of embedders, for configurations. */
export const EMBEDDER_KINDS: readonly EmbedderSettings["kind"][] = [
  "static",
  "transformers",
  "http",
  "none",
];

/** Precisions, for configurations. */
export const MODEL_PRECISIONS: readonly ModelPrecision[] = [
  "fp32",
  "fp16",
  "q8",
  "int8",
  "uint8",
  "q4",
];
