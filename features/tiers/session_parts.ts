import type { SessionMoment, SessionPart, SessionTools } from "@dossier/retrieval/feature";
import type { ContextTiers } from "./context_tiers.ts";
import { openTiers } from "./open_tiers.ts";

/** The command that shows more of the manifest. */
const MORE = "dossier manifest show";

/**
 * Returns the texts of the project's manifest for the start of a session, or after a compaction.
 */
export async function listTierParts(
  sessionMoment: Exclude<SessionMoment, { readonly moment: "subagent" }>,
  { services, report }: SessionTools,
): Promise<readonly SessionPart[]> {
  const list = async (name: string, make: () => Promise<string | undefined>) => {
    try {
      const text = await make();
      return text === undefined || text.trim() === "" ? [] : [{ name, text, more: MORE }];
    } catch (error) {
      report(error);
      return [];
    }
  };
  if (sessionMoment.moment === "compaction") {
    return await list("restored", async () => (await openTiers(services)).atMoment("compact"));
  }
  const tiers = await openTiers(services);
  return [
    ...await list("identity", () => readIdentity(tiers, sessionMoment, report)),
    ...await list("workflow", () => tiers.atMoment("startup")),
  ];
}

async function readIdentity(
  tiers: ContextTiers,
  { session, isKnown }: Extract<SessionMoment, { readonly moment: "start" }>,
  report: SessionTools["report"],
): Promise<string | undefined> {
  const started = await tiers.start(session);
  for (const { code, message } of started?.notes ?? []) {
    if (code === "tier-source") report(message);
  }
  // Without new texts only the URIs that the session has already are left.
  return isKnown && started?.identity.used === 0 ? undefined : started?.text;
}
