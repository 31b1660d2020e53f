import {
  type AnyOperation,
  type Flag,
  type Invocation,
  option,
  type RequestField,
  STANDARD_INPUT,
  UsageError,
} from "@dossier/retrieval/operation";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { createCaller } from "./invoked_caller.ts";
import { type InputSource, readInput, readOperandText } from "./read_input.ts";

/** Command whose request and answer types are not known. */
export type AnyCommandBinding = NonNullable<AnyOperation["commands"]>[number];

/** Field that a command has, and its path in the request. */
export interface CommandField {
  readonly path: readonly string[];
  readonly field: RequestField;
  readonly flags: readonly Flag[];
}

/** Command of an operation. */
export interface OperationCommand {
  readonly operation: AnyOperation;
  readonly binding: AnyCommandBinding;
  /** Fields that options provide. */
  readonly optionFields: readonly CommandField[];
}

/**
 * Returns the request of an operation from the words of the user.
 *
 * @param place Source of the files and the standard input that the user names.
 * @throws {UsageError} When the request is invalid.
 */
export async function readOperationRequest(
  command: OperationCommand,
  invocation: Invocation,
  place: InputSource,
): Promise<Part> {
  const { operation, binding, optionFields } = command;
  const written = {
    ...binding.preset,
    ...readOptions(optionFields, invocation),
    ...listWords(operation, invocation),
  };
  const resolved = await binding.resolve?.(written, createCaller(invocation, place.folder)) ??
    written;
  return await readTexts(resolved, { command, invocation, place });
}

/** Part of a request while it is built. */
type Part = Record<string, unknown>;

/** Returns the values of options, without those in files. */
function readOptions(fields: readonly CommandField[], invocation: Invocation): Part {
  const request: Part = {};
  for (const { path, field, flags } of fields) {
    for (const flag of flags) {
      const value = flag.fileContent === undefined
        ? readOption(field, flag, invocation)
        : undefined;
      if (value !== undefined) put(request, path, value);
    }
  }
  return request;
}

function readOption(field: RequestField, flag: Flag, { has, value, values }: Invocation): unknown {
  const { name, value: placeholder } = option(flag.written, "");
  if (field.kind === "list") {
    const { separator } = flag;
    const texts = values(name);
    // A list that may not be empty is missing without its option.
    if (texts.length === 0 && (field.min ?? 0) > 0) return undefined;
    return separator === undefined
      ? texts
      : texts.flatMap((each) => each.split(separator)).filter((each) => each !== "");
  }
  if (!has(name)) return undefined;
  if (flag.parse !== undefined) return flag.parse(values(name));
  if (placeholder === undefined) return flag.value ?? true;
  if (field.kind === "integer") {
    return parseWholeNumber(value(name), { name, minimum: field.min ?? 0 });
  }
  return value(name);
}

function put(request: Part, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) request[name] = value;
  else put((request[name] ??= {}) as Part, rest, value);
}

/** Returns the words of a command, for each field that is a list of words. */
function listWords({ fields }: AnyOperation, { words }: Invocation): Part {
  return Object.fromEntries(
    Object.entries(fields).filter(([, field]) =>
      field.operands !== undefined && field.kind === "list"
    )
      .map(([name]) => [name, words]),
  );
}

/** Returns a request with its texts from words, files and standard input. */
async function readTexts(
  resolved: Part,
  { command: { operation: { fields }, binding: { alternative }, optionFields }, invocation, place }:
    {
      readonly command: OperationCommand;
      readonly invocation: Invocation;
      readonly place: InputSource;
    },
): Promise<Part> {
  const request = { ...resolved };
  const { has, value, words } = invocation;
  for (const [name, { kind, operands: operand }] of Object.entries(fields)) {
    if (operand === undefined || kind !== "text") continue;
    if (alternative?.field === name && has(alternative.option)) {
      if (words.length === 0 && !has("file")) continue;
      throw new UsageError(
        `Cannot use both a ${name} and --${alternative.option}: use one of them`,
      );
    }
    if (operand.none !== undefined && words.length === 0 && !has("file")) {
      throw new UsageError(operand.none);
    }
    const text = await readOperandText(invocation, { what: operand.what, place });
    if (operand.empty !== undefined && text.trim() === "") throw new UsageError(operand.empty);
    request[name] = text;
  }
  const files = optionFields.flatMap(({ path, flags }) =>
    flags.flatMap(({ written, fileContent }) => {
      const file = fileContent === undefined ? undefined : value(option(written, "").name);
      return file === undefined ? [] : [{ path, file, what: fileContent! }];
    })
  );
  const spec = alternative === undefined ? undefined : value(alternative.option)?.split("#", 1)[0];
  const readers = [spec, ...files.map(({ file }) => file)].filter((file) =>
    file === STANDARD_INPUT
  );
  if (readers.length > 1) {
    throw new UsageError("Cannot read standard input twice: name files for the others");
  }
  for (const { path, file, what } of files) {
    put(request, path, await readInput(file, { what, place }));
  }
  return request;
}
