import type { DeclaredName } from "@dossier/core/language";
import { type DeclaredMeaning, joinMeanings, type NameMeaning, splitMeaning } from "./meaning.ts";

/** Returns whether a definition can be called with so many arguments. */
export function takes({ arity }: DeclaredName, given: number | undefined): boolean {
  return arity === undefined || given === undefined || given >= arity[0] && given <= arity[1];
}

/**
 * Returns which of the declarations of a name a call with so many arguments may mean, the likeliest
 * first: a type, or the overloads that take them.
 */
export function listFitting(
  members: readonly DeclaredMeaning[],
  given: number | undefined,
): readonly DeclaredMeaning[] {
  // What is only announced in a type may be defined apart.
  const types = members.filter(({ declaration: { use } }) =>
    use.kind === "type" && use.isForward !== true
  );
  if (types.length > 0) return types.slice(0, 1);
  const fit = members.filter(({ declaration: { use } }) => takes(use, given));
  // Where types tell overloads apart, they will.
  const isTyped = members.some(({ file }) => file.rules.overloads !== undefined);
  const all = fit.length > 0 || isTyped ? fit : members;
  // One that takes any number of arguments is meant when no other is, or when its list may be given
  // as one argument.
  const closed = all.filter(({ declaration: { use: { arity } } }) =>
    isTyped || arity?.[1] !== Infinity || given === arity[0] + 1
  );
  const [first, ...others] = (closed.length > 0 && given !== undefined ? closed : all)
    .toSorted((a, b) => Number(isOverride(a)) - Number(isOverride(b)));
  return first === undefined ? [] : [first, ...others.filter((one) => isOverload(one, first))];
}

/** Returns what an imported name means when it is called with so many arguments. */
export function narrowMeaning(meaning: NameMeaning, given: number | undefined): NameMeaning {
  if (meaning.is !== "declared" || meaning.others === undefined) return meaning;
  return joinMeanings(listFitting(splitMeaning(meaning), given)) ?? meaning;
}

/**
 * Returns whether a declaration is an overload of another one: none is that is announced or written
 * in parts, and a member of the type itself is none of one that overrides the member of a trait.
 */
function isOverload(one: DeclaredMeaning, first: DeclaredMeaning): boolean {
  const { arity, isForward, overrides } = one.declaration.use;
  const { use } = first.declaration;
  return overrides === undefined
    ? arity !== undefined && isForward !== true &&
      (use.isForward !== true || arity[1] !== use.arity?.[1])
    : isOverride(first) && overrides.text !== use.overrides?.text;
}

function isOverride({ declaration: { use } }: DeclaredMeaning): boolean {
  return use.overrides !== undefined;
}
