/** The exact tokenizer. Not written where it is imported, as the runtime fetches what it can read there for every command. */
export const TOKENIZER_PACKAGE = "gpt-tokenizer/encoding/o200k_base";

/** The rules. Not written where they are imported, as the runtime fetches what it can read there for every command. */
export const PRESET_PACKAGE = "@secretlint/secretlint-rule-preset-recommend";
