import { isContextError } from "@dossier/core";
import {
  type ComposedContext,
  composeProfile,
  type ComposeRequest,
  openPolicies,
} from "@dossier/policy";
import { makePolicyTree, writeDossier, writeRye, type WrittenPolicies } from "./policy_trees.ts";

/** What a test finds in each space; the project's by itself. */
export interface WrittenSpaces {
  readonly project?: WrittenPolicies;
  readonly user?: WrittenPolicies;
  readonly system?: WrittenPolicies;
}

/** The forms that policies are written in. */
export const FORMS = ["dossier", "rye"] as const;

const WRITERS = { dossier: writeDossier, rye: writeRye } as const;

/**
 * Returns what a profile of spaces in a form is composed to, in our words. There is a system space, so that the
 * hooks that come with the program are left out.
 */
export async function composeIn(
  form: typeof FORMS[number],
  { project = {}, user = {}, system = {} }: WrittenSpaces,
  request: ComposeRequest,
): Promise<ComposedContext> {
  using tree = makePolicyTree();
  const write = WRITERS[form];
  const folder = form === "rye" ? ".ai" : ".dossier";
  Deno.mkdirSync(`${tree.home}/system/${folder}`, { recursive: true });
  write(tree.root, project);
  write(tree.home, user);
  write(`${tree.home}/system`, system);
  const policies = openPolicies({ ...tree, system: [`${tree.home}/system`] });
  return await composeProfile({ words: "dossier", ...request }, policies);
}

/** Returns whether an error has a code and says something. */
export function refused(code: string, message: RegExp): (error: unknown) => boolean {
  return (error) => isContextError(error) && error.code === code && message.test(error.message);
}
