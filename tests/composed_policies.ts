import { isContextError } from "@dossier/core";
import {
  type ComposedContext,
  composeProfile,
  type ComposeRequest,
  openPolicies,
} from "@dossier/policy";
import { makePolicyTree, writeDossier, writeRye, type WrittenPolicies } from "./policy_trees.ts";

/** Policies of each space in a test; those of the project are the default. */
export interface WrittenSpaces {
  readonly project?: WrittenPolicies;
  readonly user?: WrittenPolicies;
  readonly system?: WrittenPolicies;
}

/** Formats of policies. */
export const FORMS = ["dossier", "rye"] as const;

const WRITERS = { dossier: writeDossier, rye: writeRye } as const;

/**
 * Returns the composition of a profile of spaces in a format, in dossier's vocabulary. An own
 * system space excludes the hooks of the program.
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

/** Returns whether an error has a code and a message with a text. */
export function refused(code: string, message: RegExp): (error: unknown) => boolean {
  return (error) => isContextError(error) && error.code === code && message.test(error.message);
}
