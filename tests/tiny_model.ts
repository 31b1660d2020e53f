/** Words of the tiny model; tokenizers need the first three. */
const WORDS =
  "[PAD] [UNK] [CLS] open close server the file self return def size retry upload and it again"
    .split(" ");

/** Number of dimensions of the tiny model's vectors. */
export const TINY_DIMENSIONS = 8;

/** Codes of element types in ONNX. */
const FLOAT = 1;
const INT64 = 7;

/**
 * Writes a sentence encoder to `folder`, as transformers.js reads it: one table look-up, with a
 * tokenizer that splits at white space.
 *
 * @param seed Seed; another one makes another model of the same form.
 */
export function writeTinyModel(folder: string, seed = 1): void {
  Deno.mkdirSync(`${folder}/onnx`, { recursive: true });
  const write = (name: string, value: unknown) =>
    Deno.writeTextFileSync(`${folder}/${name}`, JSON.stringify(value));
  write("config.json", { model_type: "bert", hidden_size: TINY_DIMENSIONS });
  write("tokenizer_config.json", { tokenizer_class: "BertTokenizer", model_max_length: 64 });
  write("tokenizer.json", {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: { type: "Lowercase" },
    pre_tokenizer: { type: "Whitespace" },
    post_processor: {
      type: "TemplateProcessing",
      single: [
        { SpecialToken: { id: "[CLS]", type_id: 0 } },
        { Sequence: { id: "A", type_id: 0 } },
      ],
      pair: [],
      special_tokens: { "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] } },
    },
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
    },
  });
  Deno.writeFileSync(`${folder}/onnx/model.onnx`, encodeModel(seed));
}

/** Returns an ONNX model that looks each token up; see https://github.com/onnx/onnx, `onnx.proto`. */
function encodeModel(seed: number): Uint8Array<ArrayBuffer> {
  const table = Float32Array.from(
    { length: WORDS.length * TINY_DIMENSIONS },
    (_, i) => Math.sin(seed * (i + 1) * (i + 1)),
  );
  const initializer = [
    ...number(1, WORDS.length),
    ...number(1, TINY_DIMENSIONS),
    ...number(2, FLOAT),
    ...text(8, "table"),
    ...field(9, new Uint8Array(table.buffer)),
  ];
  const node = [
    ...text(1, "table"),
    ...text(1, "input_ids"),
    ...text(2, "last_hidden_state"),
    ...text(4, "Gather"),
  ];
  const graph = [
    ...field(1, node),
    ...text(2, "tiny"),
    ...field(5, initializer),
    ...field(11, describeTensor("input_ids", INT64, ["batch", "length"])),
    ...field(12, describeTensor("last_hidden_state", FLOAT, ["batch", "length", TINY_DIMENSIONS])),
  ];
  const irVersion = number(1, 8);
  const operators = field(8, [...text(1, ""), ...number(2, 17)]);
  return Uint8Array.from([...irVersion, ...field(7, graph), ...operators]);
}

function describeTensor(
  name: string,
  element: number,
  shape: readonly (string | number)[],
): readonly number[] {
  const sizes = shape.flatMap((size) =>
    field(1, typeof size === "number" ? number(1, size) : text(2, size))
  );
  const tensor = [...number(1, element), ...field(2, sizes)];
  return [...text(1, name), ...field(2, field(1, tensor))];
}

// Protocol buffers: https://protobuf.dev/programming-guides/encoding/

function number(tag: number, value: number): readonly number[] {
  return [...variable(tag << 3), ...variable(value)];
}

function text(tag: number, value: string): readonly number[] {
  return field(tag, new TextEncoder().encode(value));
}

function field(tag: number, bytes: ArrayLike<number>): readonly number[] {
  return [...variable((tag << 3) | 2), ...variable(bytes.length), ...Array.from(bytes)];
}

function variable(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...variable(value >>> 7)];
}
