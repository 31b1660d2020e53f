import type { Hook, SkippedBlock } from "@dossier/core/policy";
import type { LoadedProfile } from "./policies.ts";

/** Returns a sentence for each hook of the user that profiles of the project do without. */
export function listSuppressed(
  skipped: readonly SkippedBlock[],
  { hooks, chain }: { readonly hooks: readonly Hook[]; readonly chain: readonly LoadedProfile[] },
): readonly string[] {
  const ids = skipped.filter(({ source, reason }) => source === "hook" && reason === "suppressed")
    .map(({ id }) => id);
  return [...new Set(ids)].flatMap((id) => {
    const by = chain.find(({ origin, context }) =>
      origin.space === "project" && context?.suppress.includes(id)
    );
    const isOfUser = hooks.some((hook) =>
      hook.origin === "user" &&
      (hook.id === id || hook.actions.some((one) => one.kind === "fetch" && one.itemId === id))
    );
    if (by === undefined || !isOfUser) return [];
    return [`The profile "${by.id}" of the project suppresses "${id}" of a hook of the user`];
  });
}
