import { PolicyError } from "./policy_error.ts";
import type { Profile } from "./profile.ts";

/** What a chain needs to know of a profile. */
type Extending = Pick<Profile, "id" | "extends">;

/** Ids that a sentence shows at each end of a long chain. */
const SHOWN_IDS = 5;

/**
 * Returns the profiles that one extends, the root first and itself last.
 *
 * @param load Returns the profile with an id, or throws what stands in the way.
 * @throws {PolicyError} `circular-profile` when one extends itself, directly or through others; what
 * `load` throws, with the chain in its text.
 */
export async function extendChain<P extends Extending>(
  leaf: P,
  load: (id: string) => Promise<P>,
): Promise<readonly P[]> {
  const seen = new Set([leaf.id]);
  const chain = [leaf];
  for (let parent = leaf.extends; parent !== undefined; parent = chain.at(-1)?.extends) {
    const tellPath = () => tellChain([...seen, parent]);
    if (seen.has(parent)) {
      throw new PolicyError(
        "circular-profile",
        `Cannot use the profile "${leaf.id}" as "${parent}" extends itself (chain: ${tellPath()}): ` +
          'take one "extends" out',
      );
    }
    chain.push(await loadParent(parent, { leaf, tellPath, load }));
    seen.add(parent);
  }
  return chain.reverse();
}

async function loadParent<P extends Extending>(
  id: string,
  { leaf, tellPath, load }: {
    readonly leaf: P;
    readonly tellPath: () => string;
    readonly load: (id: string) => Promise<P>;
  },
): Promise<P> {
  try {
    return await load(id);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw new PolicyError(
      error.code,
      `Cannot use the profile "${leaf.id}" as its parent "${id}" can not be loaded (chain: ${tellPath()}): ` +
        error.message,
      { cause: error },
    );
  }
}

function tellChain(ids: readonly string[]): string {
  const left = ids.length - 2 * SHOWN_IDS;
  const shown = left <= 1
    ? ids
    : [...ids.slice(0, SHOWN_IDS), `${left} more`, ...ids.slice(-SHOWN_IDS)];
  return shown.join(" → ");
}
