import { isPolicyError, type ItemOrigin } from "./core/mod.ts";
import { mayContainSecret } from "@dossier/core/secret";
import { TOKEN_ESTIMATORS } from "@dossier/core/text";
import { maskValue } from "@dossier/retrieval/secrets";
import { composeProfile } from "./compose_profile.ts";
import { mapBatches } from "./map_batches.ts";
import type { Policies } from "./policies.ts";
import { readPolicySettings } from "./policy_settings.ts";

/** A problem with a policy, or a fact about it that a user should know. */
export interface PolicyFinding {
  /** `error` when the profile cannot be used as long as it stands. */
  readonly level: "error" | "warning";
  /** Id of the profile or item that it was found in; absent when it applies to all of them. */
  readonly id?: string;
  /** A sentence that names the file and the fix. */
  readonly message: string;
}

/** The result of a check: counts of the files that were read, and the findings. */
export interface PolicyCheck {
  readonly profiles: number;
  readonly knowledge: number;
  readonly findings: readonly PolicyFinding[];
}

/**
 * Returns the problems of a profile, or of all profiles and knowledge items. Each profile is read
 * and composed as for an agent, without inputs and tools.
 *
 * @param id Id of the profile to check. @default all
 */
export async function checkPolicies(policies: Policies, id?: string): Promise<PolicyCheck> {
  const ids = id === undefined ? policies.listProfiles().map((entry) => entry.id) : [id];
  const items = id === undefined ? policies.listKnowledge() : [];
  const notes: PolicyFinding[] = [];
  const shared = await checkShared(policies);
  const ofAll = new Set(shared.map(({ message }) => message));
  const ofEach = await attemptAll(ids, (one) => checkProfile(one, { policies, notes }));
  const findings = [
    ...shared,
    ...ofEach.filter(({ message }) => !ofAll.has(message)),
    ...await attemptAll(items, async (one) => findSecret(await policies.findKnowledge(one))),
  ];
  return {
    profiles: ids.length,
    knowledge: items.length,
    findings: await maskValue([...findings, ...joinNotes(notes, policies.notes)], "the policies"),
  };
}

/**
 * Returns each note once: without an id when it is about shared files, or about several profiles.
 */
function joinNotes(
  notes: readonly PolicyFinding[],
  ofFiles: readonly string[],
): readonly PolicyFinding[] {
  const byMessage = Map.groupBy(notes, ({ message }) => message);
  for (const message of ofFiles) byMessage.delete(message);
  const joined = [...byMessage].map(([message, sameMessage]): PolicyFinding => {
    const [first] = sameMessage;
    return sameMessage.length === 1 && first !== undefined ? first : { level: "warning", message };
  });
  const telling = ofFiles.map((message): PolicyFinding => ({ level: "warning", message }));
  return [...telling, ...joined.sort((one, other) => one.message < other.message ? -1 : 1)];
}

/**
 * Returns the findings for several ids, in the order of the ids. Ids are checked in batches; an
 * error becomes a finding.
 */
async function attemptAll(
  ids: readonly string[],
  look: (id: string) => Promise<readonly PolicyFinding[]>,
): Promise<readonly PolicyFinding[]> {
  const one = async (id: string) =>
    await attempt(() => look(id), (message) => ({ level: "error", id, message }));
  return (await mapBatches(ids, one)).flat();
}

/** Returns the problems of the files that every profile is composed with. */
async function checkShared(policies: Policies): Promise<readonly PolicyFinding[]> {
  const looks = [
    async () => void readPolicySettings(await policies.settings()),
    async () => void await policies.hooks({ withShipped: false }),
  ];
  const found = looks.map((look) =>
    attempt(() => look().then(() => []), (message) => ({ level: "error", message }))
  );
  return (await Promise.all(found)).flat();
}

/** Returns the findings, or the policy error as the only finding. */
async function attempt(
  look: () => Promise<readonly PolicyFinding[]>,
  toFinding: (message: string) => PolicyFinding,
): Promise<readonly PolicyFinding[]> {
  try {
    return await look();
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return [toFinding(error.message)];
  }
}

async function checkProfile(
  id: string,
  { policies, notes }: { readonly policies: Policies; readonly notes: PolicyFinding[] },
): Promise<readonly PolicyFinding[]> {
  // Only the findings are used: the fastest estimator is enough, and the prompt needs no masking.
  const estimator = TOKEN_ESTIMATORS.chars4;
  const request = { profile: id, isPartial: true, withoutTools: true, forBundle: true, estimator };
  const { skipped, notes: profileNotes } = await composeProfile(request, policies);
  notes.push(...profileNotes.map((message): PolicyFinding => ({ level: "warning", id, message })));
  const left: PolicyFinding[] = [];
  for (const { id: item, reason, detail, source } of skipped) {
    if (reason !== "not_found" && reason !== "failed") continue;
    const isHook = source === "hook";
    const place = isHook ? "hook" : "profile";
    const why = detail ?? `it is not found: write it, or remove it from the ${place}`;
    // A hook omits the same items in most profiles.
    (isHook ? notes : left)
      .push({ level: "warning", id, message: `"${item}" is omitted as ${why}` });
  }
  return [...left, ...findSecret(await policies.findProfile(id))];
}

/** Returns a warning when the text of an item holds a secret. */
function findSecret(
  item: { readonly id: string; readonly body: string; readonly origin: ItemOrigin } | undefined,
): readonly PolicyFinding[] {
  if (item === undefined || !mayContainSecret(item.body)) return [];
  const { id, origin: { path } } = item;
  const message = `"${path}" contains a secret, which is masked in every prompt: remove it`;
  return [{ level: "warning", id, message }];
}
