import type { SessionMoment, SessionPart, SessionTools } from "@dossier/retrieval/feature";
import type { ContextTiers } from "./context_tiers.ts";
import { openTiers } from "./open_tiers.ts";

/** How there is more of what a manifest says. */
const MORE = "dossier manifest show";

/** Returns what the manifest of the project says to a session that begins, or whose history was condensed. */
export async function listTierParts(
  asked: Exclude<SessionMoment, { readonly moment: "subagent" }>,
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
  if (asked.moment === "compaction") {
    return await list("restored", async () => (await openTiers(services)).atMoment("compact"));
  }
  const tiers = await openTiers(services);
  return [
    ...await list("identity", () => readIdentity(tiers, asked, report)),
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
  // Without anything new there are but the names of what it holds.
  return isKnown && started?.identity.used === 0 ? undefined : started?.text;
}
