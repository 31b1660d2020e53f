import type { Injection, RestoredInjection } from "@dossier/retrieval";
import type { Context } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import { parseRequest } from "../schema/mod.ts";
import type { RequestFor } from "@dossier/retrieval/operations";
import { formatCounted } from "./figures.ts";
import type { PageDesk } from "./page_desk.tsx";
import { CappedItems, LinesLink } from "./parts.tsx";
import { Place, PlainText } from "./plain_text.tsx";

/** A record, with its text or what of it has changed; where both fail, with the sentence that says why. */
export interface FoundRecord {
  readonly record: Injection;
  readonly restored: RestoredInjection | { readonly problem: string };
}

type RecordRequest = RequestFor<"record">;

/** Returns the request for the record whose number is the parameter `name` of an address. */
export async function readRecordRequest(
  { req }: Context<RequestEnv>,
  root: string,
  name: string,
): Promise<RecordRequest> {
  const id = parseNumberField(name, req.param(name) ?? req.query(name));
  return await parseRequest("record", { root, id });
}

/** Returns a record with its text. */
export async function findWithText(
  c: Context<RequestEnv>,
  desk: PageDesk,
  request: RecordRequest,
): Promise<FoundRecord> {
  const options = callOptions(c);
  const record = await desk.service.call("record", request, options);
  const restored = await desk.service.call("recordText", request, options)
    .catch((error: unknown) => ({ problem: desk.toProblem(error).detail }));
  return { record, restored };
}

/** Why the text of a record can not be written again. */
export function Obstacle({ restored, root }: {
  readonly restored: Exclude<FoundRecord["restored"], { readonly text: string }>;
  readonly root: string;
}) {
  if ("problem" in restored) {
    return (
      <p class="problem">
        <PlainText text={restored.problem} />
      </p>
    );
  }
  return (
    <>
      <p>
        It can not be written again, as {formatCounted(restored.changed.length, "part")}{" "}
        of it changed since:
      </p>
      <ul class="ranges">
        <CappedItems
          items={restored.changed}
          noun="part"
          render={({ change, ...place }) => (
            <>
              {change === "gone" ? <Place {...place} /> : <LinesLink root={root} {...place} />}
              <span class="figure">
                {change === "gone" ? "gone or left out by now" : "changed"}
              </span>
            </>
          )}
        />
      </ul>
    </>
  );
}
