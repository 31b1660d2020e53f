import type { RecordSummary } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatAge, formatCount, formatCounted, formatTime, toPercentage } from "./figures.ts";
import { pageUrl } from "./page_url.ts";
import { OneLine, PlainText } from "./plain_text.tsx";

/** What makes a list show new records by itself, where there is a script. */
export interface LiveLog {
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
export function LogItem({ record, root, now, sides = { left: false, right: false } }: {
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
