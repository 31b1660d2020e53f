import {
  booleanField,
  integerField,
  JSON_TYPE,
  listField,
  type Operation,
  type RequestOf,
  required,
  textField,
} from "@dossier/retrieval/operation";
import type { Engine } from "@dossier/retrieval/engine";
import { nameField, ROOT_FIELD, sessionField } from "@dossier/retrieval/fields";
import { MEMORY_PROBLEMS, useSession } from "./shared.ts";

/** Maximum number of characters of an issue's text. */
const MAX_TEXT = 20_000;

const FIELDS = {
  root: ROOT_FIELD,
  session: required(sessionField("The claimed session")),
  identifier: nameField("Identifier of the issue in its tracker, such as ABC-7"),
  title: textField("Title of the issue", { max: MAX_TEXT }),
  description: textField("Description of the issue; only its first line counts", {
    max: MAX_TEXT,
  }),
  issueId: nameField("Internal id of the issue in its tracker, when nothing else is known"),
  workType: nameField("Kind of the work, such as bug_fix; decides the budget"),
};

/** The memory block of a claimed session. */
export interface Claimed {
  /** Markdown; empty without content. */
  readonly block: string;
  /** Ids of the observations in it, in order. */
  readonly observations: readonly string[];
  /** Tokens of the block, and the budget of observations in tokens. */
  readonly tokens: number;
  readonly budget: number;
  /** True when its agent gets the block by the queue of the session. */
  readonly queued: boolean;
}

const NOTHING: Claimed = { block: "", observations: [], tokens: 0, budget: 0, queued: false };

/** Sends a claimed session the observations of earlier sessions. */
export const CLAIM_OPERATION: Operation<RequestOf<typeof FIELDS>, Claimed, Engine> = {
  name: "claim",
  summary: "Sends a claimed session the observations of earlier sessions about its task",
  fields: FIELDS,
  component: "ClaimRequest",
  access: "write",
  async run(engine, { session, workType, ...work }) {
    return await useSession(engine, session, async (place) => {
      const { CLAIM_MOMENT, injectContextForClaimedSession } = await import(
        "../claimed_session.ts"
      );
      const { findWorkType, OTHER_WORK, toMemoryQuery } = await import("../core/mod.ts");
      const { openFinder } = await import("../find_observations.ts");
      const { withUsable } = await import("../usable_observations.ts");
      const { listGivenObservations, readMemorySettings } = await import("../store/mod.ts");
      const settings = await readMemorySettings(place);
      // A repeated claim has the same result.
      const given = await listGivenObservations(place, session, { except: CLAIM_MOMENT });
      const known = findWorkType({ type: workType });
      const { text: block, observations, tokens, budget, isQueued: queued } =
        await injectContextForClaimedSession({
          place,
          settings,
          session,
          workType: known === OTHER_WORK ? workType ?? OTHER_WORK : known,
          query: toMemoryQuery({ ...work, session }),
          finder: withUsable(await openFinder(place, settings, engine), {
            services: engine,
            given,
          }),
        });
      return { block, observations, tokens, budget, queued };
    }, NOTHING);
  },
  http: {
    method: "post",
    path: "/v1/sessions/{session}/claim",
    answers: [{
      type: JSON_TYPE,
      fields: {
        block: required(textField("Text for the session, in Markdown; empty for none")),
        observations: required(
          listField("Ids of the observations in it, in their order", nameField("")),
        ),
        tokens: required(integerField("Tokens of the block")),
        budget: required(integerField("Tokens that were available for observations")),
        queued: required(
          booleanField("True when its agent receives the block through the queue of the session"),
        ),
      },
    }],
    problems: [...MEMORY_PROBLEMS, "invalid-session"],
  },
};
