import type { OverloadRules, SyntaxNode } from "@dossier/core/language";
import type { DeclaredMeaning, MeaningSource } from "./resolver/meaning.ts";
import type { TypeNames } from "./resolver/type_names.ts";
import type { Declaration, SyntaxFile } from "./syntax_file.ts";

/** Resolver of types and names. */
interface TypeSource extends Pick<MeaningSource, "typeOf" | "meaningOf"> {
  readonly typeNames: TypeNames;
  /** Parameter types of functions that were read before. */
  readonly parameterKeys: Map<Declaration, Promise<readonly string[]>>;
}

/**
 * Fit of an argument to a parameter, from 0, no match, to {@link EXACT}; `undefined` if unknown.
 */
type Fit = number | undefined;

const EXACT = 5;
/** Fit of a type of the tree to one of its base types. */
const INHERITED = 4;
/** Fit of an argument to a variadic parameter. */
const LISTED = 0.5;

/** Argument, with its type if known. */
interface Argument {
  readonly key: string | undefined;
  /** Names of a type of the tree and of all its base types. */
  readonly names?: ReadonlySet<string> | undefined;
}

/** Called name in its file. */
export interface CalledName {
  readonly file: SyntaxFile;
  readonly node: SyntaxNode;
}

/**
 * Returns the overloads that a call can mean, by the types of its arguments: one if known, or else
 * all that are not excluded.
 */
export async function chooseOverloads(
  types: TypeSource,
  { file, node }: CalledName,
  candidates: readonly DeclaredMeaning[],
): Promise<readonly DeclaredMeaning[]> {
  const { overloads } = file.rules;
  if (overloads === undefined || candidates.length < 2) return candidates;
  const callArguments = await Promise.all(
    overloads.argumentsOf(node).map((one) => readArgument(types, file, one)),
  );
  const rated = await Promise.all(candidates.map(async (candidate, at) => {
    const keys = await parameterKeys(types, candidate);
    return {
      candidate,
      at,
      keys,
      fits: callArguments.map((one, i) => fitOf(one, keys, { i, callArguments, overloads })),
    };
  }));
  // Inherited members come after those that override them.
  const own = rated.filter(({ keys, at }) =>
    !rated.some((other) => other.at < at && other.keys.join() === keys.join())
  );
  const possible = own.filter(({ fits }) => !fits.includes(0));
  const best = possible.filter((one) => possible.every((other) => isBetter(one, other)));
  const chosen = best.length === 1 ? best : possible.length > 0 ? possible : own;
  return chosen.map(({ candidate }) => candidate);
}

/**
 * Returns true when a member overrides another one of the same name, and is not an overload of it.
 */
export async function mayOverride(
  types: TypeSource,
  one: DeclaredMeaning,
  base: DeclaredMeaning,
): Promise<boolean> {
  const { overloads } = one.file.rules;
  const [own, other] = [one, base].map(({ file, declaration: { node } }) =>
    (file.rules.overloads?.parameterTypes(node) ?? []).map((type) => ({ file, type }))
  );
  if (overloads === undefined || base.file.rules.overloads !== overloads) return true;
  if (own!.length !== other!.length) return false;
  for (const [i, { file, type }] of other!.entries()) {
    const key = overloads.typeKey(type);
    if (key === overloads.typeKey(own![i]!.type)) continue;
    // Any type can be the argument of a generic parameter.
    if (key === await keyOfType(types, file, type)) return false;
  }
  return true;
}

interface Rated {
  readonly keys: readonly string[];
  readonly fits: readonly Fit[];
}

/** Returns true when an overload fits no argument worse than another one. */
function isBetter(one: Rated, other: Rated): boolean {
  return one === other || one.fits.every((fit, i) => {
    if (keyAt(one.keys, i) === keyAt(other.keys, i)) return true;
    const rival = other.fits[i];
    return fit !== undefined && (rival !== undefined ? fit >= rival : fit >= INHERITED);
  });
}

async function readArgument(
  types: TypeSource,
  file: SyntaxFile,
  node: SyntaxNode,
): Promise<Argument> {
  const { overloads } = file.rules;
  const literal = overloads!.literalType(node);
  if (literal !== undefined) return { key: literal === "unknown" ? undefined : literal };
  const type = await types.typeOf(file, node);
  if (type === undefined) return { key: undefined };
  const names = await types.typeNames.list(type);
  if ("type" in type) {
    const key = await keyOfType(types, type.file, type.type);
    return { key, names: names.size > 1 ? names : undefined };
  }
  const { meaning } = type;
  return meaning.is === "declared"
    ? { key: meaning.declaration.node.text, names }
    : { key: undefined };
}

function parameterKeys(
  types: TypeSource,
  { file, declaration }: DeclaredMeaning,
): Promise<readonly string[]> {
  return types.parameterKeys.getOrInsertComputed(declaration, () => {
    const parameters = file.rules.overloads?.parameterTypes(declaration.node) ?? [];
    return Promise.all(parameters.map((type) => keyOfType(types, file, type)));
  });
}

/** Returns the comparison key of a type; for a type parameter, that of its bound. */
async function keyOfType(
  types: TypeSource,
  file: SyntaxFile,
  type: SyntaxNode,
): Promise<string> {
  const { overloads, elementType, typeNames } = file.rules;
  const key = overloads!.typeKey(type);
  const suffix = /(?:\[\]|\.\.\.)*$/.exec(key)![0];
  let inner = suffix === "" ? type : elementType(type);
  for (let at = 2; at < suffix.length && inner !== undefined; at += 2) {
    inner = elementType(inner) ?? inner;
  }
  const [name] = inner === undefined ? [] : typeNames(inner) ?? [];
  if (name === undefined) return key;
  const meaning = await types.meaningOf(file, name);
  if (meaning?.is !== "declared" || meaning.declaration.use.isTypeParameter !== true) return key;
  const bound = meaning.declaration.use.type;
  const [least] = bound === undefined ? [] : typeNames(bound) ?? [];
  return `${least?.text ?? overloads!.topType}${suffix}`;
}

function keyAt(keys: readonly string[], at: number): string {
  return keys[Math.min(at, keys.length - 1)] ?? "";
}

function fitOf(
  argument: Argument,
  keys: readonly string[],
  { i, callArguments, overloads }: {
    readonly i: number;
    readonly callArguments: readonly Argument[];
    readonly overloads: OverloadRules;
  },
): Fit {
  const key = keyAt(keys, i);
  if (!key.endsWith("...")) {
    const fit = fitKey(argument, key, overloads);
    const isShort = callArguments.length < keys.length;
    return fit === undefined || !isShort ? fit : Math.min(fit, LISTED);
  }
  const element = key.slice(0, -"...".length);
  const single = fitKey(argument, element, overloads);
  const listed = single === undefined ? undefined : Math.min(single, LISTED);
  // A list can be passed as a whole.
  const whole = callArguments.length === keys.length
    ? fitKey(argument, `${element}[]`, overloads)
    : 0;
  return whole === 0 ? listed : whole;
}

function fitKey({ key, names }: Argument, parameter: string, overloads: OverloadRules): Fit {
  if (key === undefined) return undefined;
  if (key === parameter) return EXACT;
  if (names?.has(parameter) === true) return INHERITED;
  return overloads.conversionScore(key, parameter);
}
