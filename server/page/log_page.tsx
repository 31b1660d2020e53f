import type { RecordSummary } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { formatAge, formatCount, formatCounted, formatTime, toPercentage } from "./figures.ts";
import { OneLine, PlainText } from "./plain_text.tsx";
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

/** What makes a list show new records by itself, where there is a script. */
interface LiveLog {
  /** Address that new items come from; `after` is added to it. */
  readonly address: string;
}

/** Records in short, newest first; two of them can be chosen to be compared. */
export function LogList({ records, root, now, live }: {
  readonly records: readonly RecordSummary[];
  readonly root: string;
  readonly now: number;
  readonly live?: LiveLog | undefined;
}): JSX.Element {
  const [newest, previous] = records;
  return (
    <form method="get" action="/diff">
      <input type="hidden" name="root" value={root} />
      <ol class="log" id="log" data-live={live?.address}>
        {records.map((record) => (
          <LogItem
            record={record}
            root={root}
            now={now}
            sides={{ left: record === (previous ?? newest), right: record === newest }}
          />
        ))}
      </ol>
      {records.length > 1
        ? (
          <p>
            <button type="submit">Compare left and right</button>
          </p>
        )
        : ""}
    </form>
  );
}

/** A record in short. */
function LogItem({ record, root, now, sides = { left: false, right: false } }: {
  readonly record: RecordSummary;
  readonly root: string;
  readonly now: number;
  /** The sides that it is chosen for at first. */
  readonly sides?: { readonly left: boolean; readonly right: boolean };
}): JSX.Element {
  const { id, session, budget } = record;
  return (
    <li data-id={id}>
      <span class="sides">
        <Side name="left" id={id} isChosen={sides.left} />
        <Side name="right" id={id} isChosen={sides.right} />
      </span>
      <div>
        <a class="subject" href={pageUrl(`/log/${id}`, { root })}>
          <span class="rank">{id}</span> <OneLine text={record.subject || "nothing"} />
        </a>
        <p class="meta">
          <time datetime={record.time} title={formatTime(record.time)}>
            {formatAge(record.time, now)}
          </time>
          <span class={`badge is-${record.kind}`}>{record.kind}</span>
          <span>
            <PlainText text={record.trigger} />
          </span>
          {session === undefined ? "" : (
            <a href={pageUrl("/session", { root, session })}>
              session <PlainText text={session} />
            </a>
          )}
          {record.round === undefined ? "" : <span>round {record.round}</span>}
          <span class="spent">
            <svg class="bar" width="56" height="6" aria-hidden="true">
              <rect class="free" width="100%" height="100%" />
              <rect class="fill" width={toPercentage(budget.used, budget.limit)} height="100%" />
            </svg>
            {formatCount(budget.used)}/{formatCounted(budget.limit, "token")}
          </span>
          <span>{formatCounted(record.passages, "passage")}</span>
        </p>
      </div>
    </li>
  );
}

function Side({ name, id, isChosen }: {
  readonly name: "left" | "right";
  readonly id: number;
  readonly isChosen: boolean;
}): JSX.Element {
  return (
    <label>
      <input
        type="radio"
        name={name}
        value={String(id)}
        checked={isChosen}
        aria-label={`Record ${id} on the ${name}`}
      />
      <span aria-hidden="true">{name === "left" ? "L" : "R"}</span>
    </label>
  );
}
