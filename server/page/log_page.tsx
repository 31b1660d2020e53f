import type { InjectionSummary } from "@dossier/retrieval";
import { PROGRAM } from "@dossier/retrieval/program";
import type { Hono } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import { parseRequest } from "../schema/mod.ts";
import { formatCount, formatCounted } from "./figures.ts";
import { Filter, HiddenFields, Paging, TextField } from "./form_parts.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { Age, Bar } from "./parts.tsx";
import { OneLine, PlainText } from "./plain_text.tsx";

/** Records on one page of the log. */
const RECORDS = 20;

/** Adds the page of the log, and what its script asks for. */
export function logRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  const { service } = desk;
  desk.page(app, "/log", async (c, state) => {
    const { session, before } = c.req.query();
    const request = await parseRequest("log", {
      root: state.root,
      limit: RECORDS + 1,
      ...(session && { session }),
      ...(before && { before: parseNumberField("before", before) }),
    });
    const records = await service.call("log", request, callOptions(c));
    return (
      <LogPage
        state={state}
        records={records.slice(0, RECORDS)}
        session={request.session}
        isNewest={request.before === undefined}
        hasMore={records.length > RECORDS}
      />
    );
  });
  // The items of what is newer than the record `after`, newest first, for the script of the page.
  app.get("/log/news", async (c) => {
    const { session, after = "0" } = c.req.query();
    const { root, now } = desk.place(c);
    const last = parseNumberField("after", after);
    const request = await parseRequest("log", {
      root,
      limit: RECORDS,
      ...(session && { session }),
    });
    const records = (await service.call("log", request, callOptions(c))).filter(({ id }) =>
      id > last
    );
    if (records.length === 0) return c.body(null, 204, { "Cache-Control": "no-store" });
    const items = records.map((record) => <LogItem record={record} root={root} now={now} />);
    return await desk.send(c, <>{items}</>);
  });
}

/** A part of the log. */
function LogPage({ state, records, session, isNewest, hasMore }: {
  readonly state: PageState;
  readonly records: readonly InjectionSummary[];
  readonly session: string | undefined;
  /** Whether there are no newer ones. */
  readonly isNewest: boolean;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
}) {
  const { root, now } = state;
  const logUrl = (values: { readonly session?: string | undefined; readonly before?: number }) =>
    pageUrl("/log", { root, ...values });
  const last = records.at(-1);
  return (
    <PageFrame
      title="Log"
      aside="what was given to whom, newest first"
      state={state}
      current="log"
    >
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
          !isNewest && ["Newest", logUrl({ session })],
          hasMore && last && ["Older", logUrl({ session, before: last.id })],
        ]}
      />
    </PageFrame>
  );
}

function EmptyLog({ root, session, isNewest }: {
  readonly root: string;
  readonly session: string | undefined;
  readonly isNewest: boolean;
}) {
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
}) {
  const [newest, previous] = records;
  return (
    <form method="get" action="/diff">
      <HiddenFields values={{ root }} />
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
function LogItem({ record, root, now, sides = { left: false, right: false } }: {
  readonly record: InjectionSummary;
  readonly root: string;
  readonly now: number;
  /** The sides that it is chosen for at first. */
  readonly sides?: { readonly left: boolean; readonly right: boolean };
}) {
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
            <Bar
              pieces={[["fill", 0, budget.used]]}
              whole={budget.limit}
              width="56"
              height={6}
              ground="free"
            />
            {formatCount(budget.used)}/{formatCounted(budget.limit, "token")}
          </span>
          <span>{formatCounted(record.fragments, "passage")}</span>
        </p>
      </div>
    </li>
  );
}
