import type { RecordSummary } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { LogItem, LogList } from "./log_list.tsx";
import { PageFrame } from "./page_frame.tsx";
import type { PageState } from "./page_state.ts";
import { pageUrl } from "./page_url.ts";
import { PROGRAM } from "@dossier/retrieval/program";

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
  const isNewest = before === undefined;
  const live = isNewest ? { address: pageUrl("/log/news", { root, session }) } : undefined;
  return (
    <PageFrame title="Log" state={state} current="log">
      <h1>
        Log<span class="faint">what was given to whom, newest first</span>
      </h1>
      <div class="bench">
        <form class="filter" method="get" action="/log">
          <input type="hidden" name="root" value={root} />
          <label>
            <span>Session</span>
            <input name="session" value={session ?? ""} autocomplete="off" list="sessions" />
          </label>
          <datalist id="sessions">
            {[...new Set(records.map(({ session }) => session))].map((name) =>
              name === undefined ? "" : <option value={name} />
            )}
          </datalist>
          <button type="submit">Show</button>
          {session === undefined ? "" : (
            <>
              <a href={pageUrl("/session", { root, session })}>Timeline of the session</a>
              <a href={pageUrl("/log", { root })}>Show all sessions</a>
            </>
          )}
        </form>
        {isNewest
          ? (
            <p class="live" id="live" hidden>
              <label>
                <input type="checkbox" checked /> New records appear by themselves
              </label>
            </p>
          )
          : ""}
      </div>
      {records.length === 0 ? <EmptyLog root={root} session={session} isNewest={isNewest} /> : ""}
      <LogList records={records} root={root} now={now} live={live} />
      <nav class="paging" aria-label="Parts of the log">
        {isNewest ? "" : <a href={pageUrl("/log", { root, session })}>Newest</a>}
        {hasMore
          ? <a href={pageUrl("/log", { root, session, before: records.at(-1)?.id })}>Older</a>
          : ""}
      </nav>
    </PageFrame>
  );
}

function EmptyLog({ root, session, isNewest }: {
  readonly root: string;
  readonly session: string | undefined;
  readonly isNewest: boolean;
}): JSX.Element {
  return (
    <div class="empty">
      <p>
        Nothing is recorded{session === undefined ? "" : " for this session"}
        {isNewest ? " yet" : " before that"}.
      </p>
      {session === undefined && isNewest
        ? (
          <p>
            <a href={pageUrl("/", { root })}>Ask something</a> and record it, or have an agent ask:
            {" "}
            <code>{PROGRAM} install-host --help</code> says how it is told of dossier.
          </p>
        )
        : ""}
    </div>
  );
}

/** Records that are newer than those of a page, for its script to put in front of them. */
export function LogNews({ records, root, now }: {
  readonly records: readonly RecordSummary[];
  readonly root: string;
  readonly now: number;
}): JSX.Element {
  return <>{records.map((record) => <LogItem record={record} root={root} now={now} />)}</>;
}
