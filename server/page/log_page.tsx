import type { RecordSummary } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { LogList } from "./log_list.tsx";
import { PageFrame, type PageState } from "./page_frame.tsx";
import { pageUrl } from "./page_url.ts";

/** A part of the log. */
export function LogPage({ state, records, session, before, hasMore }: {
  readonly state: PageState;
  readonly records: readonly RecordSummary[];
  readonly session: string | undefined;
  readonly before: number | undefined;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
}): JSX.Element {
  const { root, now } = state;
  return (
    <PageFrame title="Log" state={state} current="log">
      <h1>
        Log<span class="faint">what was given to whom, newest first</span>
      </h1>
      <form class="filter" method="get" action="/log">
        <input type="hidden" name="root" value={root} />
        <label>
          <span>Session</span>
          <input name="session" value={session ?? ""} autocomplete="off" />
        </label>
        <button type="submit">Show</button>
        {session === undefined ? "" : <a href={pageUrl("/log", { root })}>Show all sessions</a>}
      </form>
      {records.length === 0
        ? (
          <p>
            Nothing is recorded{session === undefined ? "" : " for this session"}
            {before === undefined ? " yet" : " before that"}.
          </p>
        )
        : <LogList records={records} root={root} now={now} />}
      <nav class="paging" aria-label="Parts of the log">
        {before === undefined ? "" : <a href={pageUrl("/log", { root, session })}>Newest</a>}
        {hasMore
          ? <a href={pageUrl("/log", { root, session, before: records.at(-1)?.id })}>Older</a>
          : ""}
      </nav>
    </PageFrame>
  );
}
