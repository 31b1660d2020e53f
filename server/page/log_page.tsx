import type { InjectionSummary } from "@dossier/retrieval";
import { PROGRAM } from "@dossier/retrieval/program";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount, formatCounted, toPercentage } from "./figures.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { Age, Filter, Paging, TextField } from "./parts.tsx";
import { OneLine, PlainText } from "./plain_text.tsx";

/** A part of the log. */
export function LogPage({ state, records, session, before, hasMore }: {
  readonly state: PageState;
  readonly records: readonly InjectionSummary[];
  readonly session: string | undefined;
  readonly before: number | undefined;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
}): JSX.Element {
  const { root, now } = state;
  const isNewest = before === undefined;
  const logUrl = (values: { readonly session?: string | undefined; readonly before?: number }) =>
    pageUrl("/log", { root, ...values });
  const last = records.at(-1);
  return (
    <PageFrame title="Log" state={state} current="log">
      <h1>
        Log<span class="faint">what was given to whom, newest first</span>
      </h1>
      <div class="bench">
        <Filter action="/log" root={root}>
          <TextField label="Session" name="session" value={session ?? ""} list="sessions" />
          <datalist id="sessions">
            {[...new Set(records.map(({ session }) => session))].map((name) =>
              name && <option value={name} />
            )}
          </datalist>
          <button type="submit">Show</button>
          {session !== undefined && (
            <>
              <a href={pageUrl("/session", { root, session })}>Timeline of the session</a>
              <a href={logUrl({})}>Show all sessions</a>
            </>
          )}
        </Filter>
        {isNewest && (
          <p class="live" id="live" hidden>
            <label>
              <input type="checkbox" checked /> New records appear by themselves
            </label>
          </p>
        )}
      </div>
      {records.length === 0 && <EmptyLog root={root} session={session} isNewest={isNewest} />}
      <LogList
        records={records}
        root={root}
        now={now}
        live={isNewest ? pageUrl("/log/news", { root, session }) : undefined}
      />
      <Paging
        of="log"
        links={[
          isNewest ? undefined : ["Newest", logUrl({ session })],
          hasMore && last ? ["Older", logUrl({ session, before: last.id })] : undefined,
        ]}
      />
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
      {session === undefined && isNewest && (
        <p>
          <a href={pageUrl("/", { root })}>Ask something</a> and record it, or have an agent ask:
          {" "}
          <code>{PROGRAM} install-host --help</code> says how it is told of dossier.
        </p>
      )}
    </div>
  );
}

/** Records in short, newest first; two of them can be chosen to be compared. */
export function LogList({ records, root, now, live }: {
  readonly records: readonly InjectionSummary[];
  readonly root: string;
  readonly now: number;
  /** Address that the script asks for new records, with `after` added to it. @default none */
  readonly live?: string | undefined;
}): JSX.Element {
  const [newest, previous] = records;
  return (
    <form method="get" action="/diff">
      <input type="hidden" name="root" value={root} />
      <ol class="log" id="log" data-live={live}>
        {records.map((record) => (
          <LogItem
            record={record}
            root={root}
            now={now}
            sides={{ left: record === (previous ?? newest), right: record === newest }}
          />
        ))}
      </ol>
      {records.length > 1 && (
        <p>
          <button type="submit">Compare left and right</button>
        </p>
      )}
    </form>
  );
}

/** A record in short. */
export function LogItem({ record, root, now, sides = { left: false, right: false } }: {
  readonly record: InjectionSummary;
  readonly root: string;
  readonly now: number;
  /** The sides that it is chosen for at first. */
  readonly sides?: { readonly left: boolean; readonly right: boolean };
}): JSX.Element {
  const { id, session, budget } = record;
  return (
    <li data-id={id}>
      <span class="sides">
        {(["left", "right"] as const).map((name) => (
          <label>
            <input
              type="radio"
              name={name}
              value={String(id)}
              checked={sides[name]}
              aria-label={`Record ${id} on the ${name}`}
            />
            <span aria-hidden="true">{name === "left" ? "L" : "R"}</span>
          </label>
        ))}
      </span>
      <div>
        <a class="subject" href={pageUrl(`/log/${id}`, { root })}>
          <span class="rank">{id}</span> <OneLine text={record.subject || "nothing"} />
        </a>
        <p class="meta">
          <Age time={record.time} now={now} />
          <span class={`badge is-${record.kind}`}>{record.kind}</span>
          <span>
            <PlainText text={record.trigger} />
          </span>
          {session !== undefined && (
            <a href={pageUrl("/session", { root, session })}>
              session <PlainText text={session} />
            </a>
          )}
          {record.round !== undefined && <span>round {record.round}</span>}
          <span class="spent">
            <svg class="bar" width="56" height="6" aria-hidden="true">
              <rect class="free" width="100%" height="100%" />
              <rect class="fill" width={toPercentage(budget.used, budget.limit)} height="100%" />
            </svg>
            {formatCount(budget.used)}/{formatCounted(budget.limit, "token")}
          </span>
          <span>{formatCounted(record.fragments, "passage")}</span>
        </p>
      </div>
    </li>
  );
}
