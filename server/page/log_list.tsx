import type { RecordSummary } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatAge, formatCount, formatCounted, formatTime } from "./figures.ts";
import { pageUrl } from "./page_url.ts";
import { PlainText } from "./plain_text.tsx";

/** Records in short, newest first; two of them can be chosen to be compared. */
export function LogList({ records, root, now }: {
  readonly records: readonly RecordSummary[];
  readonly root: string;
  readonly now: number;
}): JSX.Element {
  const [newest, previous] = records;
  return (
    <form method="get" action="/diff">
      <input type="hidden" name="root" value={root} />
      <ol class="log">
        {records.map((record) => (
          <li>
            <span class="sides">
              <Side name="left" id={record.id} isChosen={record === (previous ?? newest)} />
              <Side name="right" id={record.id} isChosen={record === newest} />
            </span>
            <div>
              <a class="subject" href={pageUrl(`/log/${record.id}`, { root })}>
                <span class="rank">{record.id}</span>{" "}
                <PlainText text={record.subject || "nothing"} />
              </a>
              <p class="meta">
                <time datetime={record.time} title={formatTime(record.time)}>
                  {formatAge(record.time, now)}
                </time>
                <span class="badge">{record.kind}</span>
                <span>
                  <PlainText text={record.trigger} />
                </span>
                {record.session === undefined
                  ? ""
                  : (
                    <a href={pageUrl("/log", { root, session: record.session })}>
                      session <PlainText text={record.session} />
                    </a>
                  )}
                {record.round === undefined ? "" : <span>round {record.round}</span>}
                <span>
                  {formatCount(record.budget.used)}/{formatCounted(record.budget.limit, "token")}
                </span>
                <span>{formatCounted(record.passages, "passage")}</span>
              </p>
            </div>
          </li>
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
