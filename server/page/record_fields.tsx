import type { InjectionRecord } from "@dossier/retrieval";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { AskAgain } from "./ask_again.tsx";
import { formatCount, formatCounted, formatTime } from "./figures.ts";
import { pageUrl } from "./page_url.ts";
import { OneLine, PlainText } from "./plain_text.tsx";

/** What a record says of itself, by name. */
export function RecordFields({ record, root }: {
  readonly record: InjectionRecord;
  readonly root: string;
}): JSX.Element {
  const { time, durationMs, trigger, session, round, request, format, hash, index, withdrawn } =
    record;
  const { query, issue, text, options } = request;
  return (
    <dl class="about">
      {issue === undefined ? "" : (
        <Field name="Issue">
          <b>
            <OneLine text={[issue.id, issue.title].filter((part) => part !== "").join(": ")} />
          </b>
          <pre class="prose"><PlainText text={issue.description} keepsLines /></pre>
        </Field>
      )}
      {issue !== undefined || query === "" ? "" : (
        <Field name="Asked">
          <pre class="prose"><PlainText text={query} keepsLines /></pre>
          <AskAgain root={root} query={query} />
        </Field>
      )}
      {text === undefined ? "" : (
        <Field name="Text of the agent">
          <pre class="prose"><PlainText text={text} keepsLines /></pre>
        </Field>
      )}
      <Field name="When">
        {formatTime(time)}, set off by <PlainText text={trigger} />
        {durationMs === undefined ? "" : `, took ${formatCount(Math.round(durationMs))} ms`}
        {withdrawn === undefined ? "" : "; not sent, as nobody waited for it any more"}
      </Field>
      {session === undefined ? "" : (
        <Field name="Session">
          <a href={pageUrl("/session", { root, session })}>
            <PlainText text={session} />
          </a>
          {round === undefined ? "" : `, round ${round}`}
        </Field>
      )}
      <Field name="Options">
        {listOptions(options).map((option) => (
          <>
            <code>
              <PlainText text={option} />
            </code>
            {" "}
          </>
        ))}
        written as <PlainText text={format} />
      </Field>
      <Field name="Index then">
        {formatCounted(index.documents, "document")},{" "}
        {formatCounted(index.chunks, "chunk")}, written {formatTime(index.updatedAt)}
        {index.commit === undefined ? "" : (
          <>
            {" "}at <code>{index.commit.slice(0, 12)}</code>
          </>
        )}
        {index.stale
          ? `; may have been behind, ${formatCounted(index.pending, "file")} pending`
          : ""}
      </Field>
      <Field name="Hash">
        <code>{hash}</code>
      </Field>
    </dl>
  );
}

function Field({ name, children }: { readonly name: string; readonly children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns the options that ask for something. */
function listOptions(options: InjectionRecord["request"]["options"]): string[] {
  return Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)] as const)
    .filter(([name, value]) => value !== "[]" && value !== "{}" && name !== "format")
    .map((pair) => pair.join(" "));
}
