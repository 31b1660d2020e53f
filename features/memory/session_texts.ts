import type { SessionPart, TurnMoment, TurnTools } from "@dossier/retrieval/feature";
import { openState } from "@dossier/retrieval/open-state";
import { maskValue } from "@dossier/retrieval/secrets";
import type { StateStore } from "@dossier/retrieval/state";
import { listNamesInText } from "@dossier/core/scan-names";
import { measureUtf8 } from "@dossier/core/text";
import {
  DEFAULT_MEMORY_BUDGETS,
  findMemoryBudget,
  OTHER_WORK,
  rankByFeedback,
} from "./core/mod.ts";
import { openFinder } from "./find_observations.ts";
import { lookUpInSession, type ToolUseEvent } from "./in_session.ts";
import { renderLearned } from "./learned_text.ts";
import { MEMORY_TABLES } from "./memory_tables.ts";
import { findMemory } from "./open_memory.ts";
import {
  acknowledgeInject,
  draftMemoryInjection,
  listGivenObservations,
  listInjects,
  logInjection,
  type MemoryPlace,
  type MemorySettings,
  readMemorySettings,
  releaseInject,
} from "./store/mod.ts";
import { splitQuotation } from "./split_quotation.ts";
import { recordTranscript } from "./transcript_rows.ts";
import { offerUsable } from "./usable_inject.ts";
import { filterUsable, findMinRelevance, hasCitedName } from "./usable_observations.ts";

/** The command for more observations. */
const MORE_COMMAND = "dossier recall";

/** Maximum number of observations with a prompt, and maximum number of tokens. */
const PROMPT_LIMITS = { count: 3, tokens: 300 };

/** Candidates for a prompt. */
const CANDIDATES = 12;

/** UTF-16 code units of the shortest prompt for which observations are searched. */
const MIN_PROMPT = 20;

/**
 * Maximum number of bytes of a queued text per delivery; a longer one is delivered in parts, one at
 * each moment.
 */
const MAX_PART_BYTES = 6000;

/**
 * Returns the texts of memory for a running session: a queued text; and, when the setting `push` is
 * on, observations that match a prompt or concern the files of a tool.
 *
 * A queued text is offered and delivered; it is acknowledged after the receipt of the reply with
 * its end. Without a receipt it is offered again when its lease ends. The agent gets it once: again
 * when a reply was lost before its receipt, and never when the process was killed right after it.
 * Observations are delivered at most once.
 */
export async function listSessionTexts(
  turn: TurnMoment,
  tools: TurnTools,
): Promise<readonly SessionPart[]> {
  if (turn.moment === "idle") {
    const { captureAtStart } = await import("./capture.ts");
    await captureAtStart(turn.session, tools);
    return [];
  }
  return await withMemory(tools, async (place, own) => {
    const settings = await readMemorySettings(place);
    switch (turn.moment) {
      case "turn":
        if (settings.capture && turn.transcript !== undefined) {
          await recordTranscript(own, { path: turn.transcript, session: turn.session });
        }
        return await listQueuedParts(place, turn.session, tools);
      case "prompt":
        return settings.push ? await listPromptParts(turn, { place, settings, tools }) : [];
      case "tool":
        return await listFileParts(turn, { place, settings, tools });
    }
  }) ?? [];
}

/**
 * Runs `work` with the memory of the tree and the state of the tree itself; does nothing without a
 * memory.
 */
async function withMemory<Result>(
  { root, state, isServer, withServices }: TurnTools,
  work: (place: MemoryPlace, own: StateStore) => Promise<Result>,
): Promise<Result | undefined> {
  if (isServer) {
    return await withServices(async (services) => {
      const place = await findMemory(services);
      return place && await work(place, await services.openState());
    });
  }
  // Without an engine, which takes longer to open.
  const folder = state.path.slice(0, state.path.lastIndexOf("/"));
  using own = await openState(folder, { tables: [MEMORY_TABLES] });
  const open = () => Promise.resolve(own);
  const place = await findMemory({ root, openState: open, findState: open });
  return place && await work(place, own);
}

/**
 * Acknowledges the delivered texts of the session, and returns the next queued text, or the next
 * part of one.
 */
async function listQueuedParts(
  place: MemoryPlace,
  session: string,
  { isDelivered, remainingBytes, withServices }: Pick<
    TurnTools,
    "isDelivered" | "remainingBytes" | "withServices"
  >,
): Promise<readonly SessionPart[]> {
  for (const { delivery, state, attempts } of await listInjects(place, session)) {
    if (state !== "pending" && state !== "offered") continue;
    if (isDelivered(toReceiptName(delivery))) await acknowledgeInject(place, { session, delivery });
    // The hook with the lease has delivered its part: the next part may follow.
    else if (isDelivered(toReceiptName(delivery, attempts))) {
      await releaseInject(place, { session, delivery, attempts });
    }
  }
  // Each hook is a worker: of two at once, only one gets a text.
  const worker = `hook ${crypto.randomUUID()}`;
  const offer = await offerUsable(place, { session, worker, withLease: withServices });
  if (offer === undefined) return [];
  const { deliveryId, text, kind, attempts } = offer;
  const parts = splitQuotation(text, Math.min(remainingBytes - MAX_HEADING_BYTES, MAX_PART_BYTES));
  const offers = Array.from({ length: attempts }, (_, at) => toReceiptName(deliveryId, at + 1));
  const at = Math.min(offers.filter(isDelivered).length, parts.length - 1);
  const part = parts.length === 1 ? "" : `, part ${at + 1} of ${parts.length}`;
  const heading = kind === "memory"
    ? "Learned by earlier sessions of this project, to be checked. It is quoted as it is stored"
    : "A message to this session from its operator, sent with dossier. It is quoted as it was sent";
  return [{
    name: "message",
    text: `${heading}${part}:\n${parts[at]}`,
    more: MORE_COMMAND,
    receipt: at === parts.length - 1
      ? toReceiptName(deliveryId)
      : toReceiptName(deliveryId, attempts),
  }];
}

/** Maximum number of bytes of the line above a queued text. */
const MAX_HEADING_BYTES = 200;

/**
 * Returns the name under which the receipt of a text is recorded, or of the part that was delivered
 * with an offer.
 */
function toReceiptName(delivery: string, offer?: number): string {
  return offer === undefined ? `inject ${delivery}` : `inject ${delivery} offer ${offer}`;
}

interface SessionTextOptions {
  readonly place: MemoryPlace;
  readonly settings: MemorySettings;
  readonly tools: TurnTools;
}

/**
 * Returns the observations that match a prompt, by the rules of a bundle: most prompts get none.
 */
async function listPromptParts(
  { session, words }: Extract<TurnMoment, { readonly moment: "prompt" }>,
  { place, settings, tools: { remainingBytes, withServices } }: SessionTextOptions,
): Promise<readonly SessionPart[]> {
  if (words.length < MIN_PROMPT) return [];
  const { organization, project } = place;
  const finder = await openFinder(place, settings);
  const found = await finder.retrieve({ organization, project }, {
    text: words,
    limit: CANDIDATES,
  });
  const given = await listGivenObservations(place, session);
  const names = new Set(listNamesInText(words));
  const telling = found.filter((one) =>
    !given.has(one.observation.id) && one.relevance >= findMinRelevance(hasCitedName(one, names))
  );
  if (telling.length === 0) return [];
  const usable = await withServices((services) =>
    services.lease({ refresh: false }, (lease) => filterUsable(telling, lease))
  );
  const ranked = rankByFeedback(
    usable.map(({ observation, relevance }) => ({ ...observation, relevance })),
    { isWeighted: settings.weighting },
  );
  const defaults = { ...DEFAULT_MEMORY_BUDGETS.defaults, ...settings.budgets };
  const budget = findMemoryBudget(OTHER_WORK, organization, { defaults });
  const limits = { ...PROMPT_LIMITS, tokens: Math.min(PROMPT_LIMITS.tokens, budget) };
  const heading = "Learned by earlier sessions of this project, to be checked:";
  const { text, shown, tokens } = renderLearned(ranked, heading, limits);
  if (text === "" || measureUtf8(text).bytes > remainingBytes) return [];
  const injection = draftMemoryInjection({
    session,
    workType: OTHER_WORK,
    moment: "prompt",
    query: await maskValue(words, "the prompt"),
    budgetTokens: limits.tokens,
    actualTokens: tokens,
    observations: shown,
  });
  await logInjection(place, injection);
  return [{ name: "memory", text, more: MORE_COMMAND }];
}

/** Returns the observations about the files of a tool. */
async function listFileParts(
  { session, when, paths, words }: Extract<TurnMoment, { readonly moment: "tool" }>,
  { place, settings, tools: { isRunning, withServices } }: SessionTextOptions,
): Promise<readonly SessionPart[]> {
  const event: ToolUseEvent = {
    event: when === "before" ? "pre-tool-use" : "post-tool-use",
    session,
    files: paths,
    words,
  };
  const { text } = await lookUpInSession(event, {
    place,
    settings,
    isRunning,
    lease: (work) => withServices((services) => services.lease({ refresh: false }, work)),
  });
  return text === undefined ? [] : [{ name: "memory", text, more: MORE_COMMAND }];
}
