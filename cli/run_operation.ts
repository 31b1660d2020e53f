import {
  type AnyOperation,
  type Flag,
  type Invocation,
  type LocalCaller,
  option,
  type RequestField,
  STANDARD_INPUT,
  type Terminal,
  UsageError,
} from "@dossier/retrieval/operation";
import { parseWholeNumber } from "./arguments/parse_arguments.ts";
import { INTERRUPTED, SUCCESS } from "./exit_code.ts";
import { openCaller } from "./input/invoked_caller.ts";
import { calledFrom, invokedSpaces, openInvokedEngine } from "./input/invoked_place.ts";
import { readInput, takeText } from "./input/read_input.ts";
import { openTerminal, printJson, printResult } from "./terminal/output.ts";
import { withProgress } from "./terminal/progress.ts";

/** A command whose request and answer are not known. */
export type AnyFace = NonNullable<AnyOperation["commands"]>[number];

/** A field that a command takes, and where it is in the request. */
export interface TakenField {
  readonly path: readonly string[];
  readonly field: RequestField;
  readonly flags: readonly Flag[];
}

/** Asks the operation what the user has written, and prints the answer; returns the exit code. */
export async function runOperation(
  operation: AnyOperation,
  face: AnyFace,
  { taken, invocation }: {
    readonly taken: readonly TakenField[];
    readonly invocation: Invocation;
  },
): Promise<number> {
  const written = {
    ...face.preset,
    ...readOptions(taken, invocation),
    ...listWords(operation, invocation),
  };
  const settled = await face.settle?.(written, openCaller(invocation)) ?? written;
  const request = await readTexts(settled, { operation, face, taken, invocation });
  using engine = await openInvokedEngine(invocation, { spaces: invokedSpaces(invocation) });
  const startedMs = performance.now();
  const local = toLocalCaller(invocation, face);
  const ask = (call: object) => (face.ask ?? operation.run)(engine, request, { ...call, local });
  const answer = face.showsProgress ? await withProgress(ask) : await ask({});
  const seconds = (performance.now() - startedMs) / 1000;
  const terminal: Terminal = openTerminal(invocation, { root: engine.root, seconds });
  if (face.hasJson !== false && invocation.has("json")) {
    printJson(face.json === undefined ? answer : face.json(answer, terminal));
  } else printResult(await face.text(answer, terminal));
  return face.isStopped?.(answer, terminal) ? INTERRUPTED : SUCCESS;
}

/** A part of a request while it is put together. */
type Part = Record<string, unknown>;

/** Returns what options say, without what stands in files. */
function readOptions(taken: readonly TakenField[], invocation: Invocation): Part {
  const request: Part = {};
  for (const { path, field, flags } of taken) {
    for (const flag of flags) {
      const value = flag.fileOf === undefined ? readOption(field, flag, invocation) : undefined;
      if (value !== undefined) put(request, path, value);
    }
  }
  return request;
}

function readOption(field: RequestField, flag: Flag, { has, value, values }: Invocation): unknown {
  const { name, value: placeholder } = option(flag.written, "");
  if (field.kind === "list") {
    const { separator } = flag;
    const given = values(name);
    return separator === undefined
      ? given
      : given.flatMap((each) => each.split(separator)).filter((each) => each !== "");
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

/** Returns the words of a command that are a list. */
function listWords({ fields }: AnyOperation, { words }: Invocation): Part {
  return Object.fromEntries(
    Object.entries(fields).filter(([, field]) => field.words !== undefined && field.kind === "list")
      .map(([name]) => [name, words]),
  );
}

/** Returns a request with the texts that it has from words, files and standard input. */
async function readTexts(
  settled: Part,
  { operation: { fields }, face: { otherwise }, taken, invocation }: {
    readonly operation: AnyOperation;
    readonly face: AnyFace;
    readonly taken: readonly TakenField[];
    readonly invocation: Invocation;
  },
): Promise<Part> {
  const request = { ...settled };
  const { has, value, words } = invocation;
  for (const [name, { kind, words: asked }] of Object.entries(fields)) {
    if (asked === undefined || kind !== "text") continue;
    if (otherwise?.field === name && has(otherwise.option)) {
      if (words.length === 0 && !has("file")) continue;
      throw new UsageError(
        `Cannot use both a ${name} and --${otherwise.option}: give one of them`,
      );
    }
    if (asked.none !== undefined && words.length === 0 && !has("file")) {
      throw new UsageError(asked.none);
    }
    const text = await takeText(invocation, { what: asked.what });
    if (asked.empty !== undefined && text.trim() === "") throw new UsageError(asked.empty);
    request[name] = text;
  }
  const files = taken.flatMap(({ path, flags }) =>
    flags.flatMap(({ written, fileOf }) => {
      const file = fileOf === undefined ? undefined : value(option(written, "").name);
      return file === undefined ? [] : [{ path, file, what: fileOf! }];
    })
  );
  const spec = otherwise === undefined ? undefined : value(otherwise.option)?.split("#", 1)[0];
  const readers = [spec, ...files.map(({ file }) => file)].filter((file) =>
    file === STANDARD_INPUT
  );
  if (readers.length > 1) {
    throw new UsageError("Cannot read standard input twice: name files for the others");
  }
  for (const { path, file, what } of files) put(request, path, await readInput(file, { what }));
  return request;
}

/** Returns what the user of this process has that callers of a server have not. */
function toLocalCaller(invocation: Invocation, face: AnyFace): LocalCaller {
  return {
    folder: calledFrom(),
    get stdin() {
      return Deno.stdin.readable;
    },
    async guessNames(engine, asked) {
      if (!face.guessesNames) return undefined;
      const { guessInvokedNames } = await import("./input/guess_invoked_names.ts");
      return await guessInvokedNames(engine, { invocation, ...asked });
    },
  };
}
