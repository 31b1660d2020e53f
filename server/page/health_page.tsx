import { formatBytes } from "@dossier/core/text";
import type { CheckedFinding, IndexStatus, SettingInForce, TreeHealth } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount, formatCounted, formatTime } from "./figures.ts";
import { NoteList } from "./lists.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { BrokenName, OneLine, PlainText } from "./plain_text.tsx";

/** What the levels of a finding are called. */
const LEVELS: Readonly<Record<CheckedFinding["level"], string>> = {
  ok: "well",
  note: "note",
  warning: "warning",
  problem: "problem",
};

/** Most characters of a setting that are shown. */
const MAX_VALUE = 1000;

/** How the index and the settings of a tree are. */
export function HealthPage({ state, status, health: { findings, settings } }: {
  readonly state: PageState;
  /** What the index holds; undefined when it can not be told. */
  readonly status: IndexStatus | undefined;
  readonly health: TreeHealth;
}): JSX.Element {
  const wrong = findings.filter(({ level }) => level === "problem" || level === "warning").length;
  return (
    <PageFrame title="Health" state={state} current="health">
      <h1>
        Health
        <span class="faint">
          {wrong === 0 ? "nothing stands in the way" : formatCounted(wrong, "thing to look at")}
        </span>
      </h1>
      <ul class="findings">
        {findings.map(({ check, level, message, mend }) => (
          <li class={`is-${level}`}>
            <span class={`badge is-${level}`}>{LEVELS[level]}</span>
            <div>
              <b>{check}</b> <OneLine text={message} />
              {mend === undefined ? "" : (
                <p class="faint">
                  What helps:{" "}
                  <code>
                    <OneLine text={mend} />
                  </code>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {status === undefined ? "" : <Index status={status} root={state.root} />}
      {status === undefined ? "" : <NoteList notes={status.notes} />}
      <section aria-labelledby="settings">
        <h2 id="settings">
          Settings<span class="faint">in force, and where each comes from</span>
        </h2>
        {settings === undefined
          ? <p class="faint">They can not be read before the configuration is mended.</p>
          : <Settings settings={settings} />}
      </section>
    </PageFrame>
  );
}

function Index({ status, root }: { readonly status: IndexStatus; readonly root: string }) {
  const skipped = Object.values(status.skipped).reduce((sum, count) => sum + count, 0);
  return (
    <section aria-labelledby="index">
      <h2 id="index">Index</h2>
      <dl class="tiles">
        <div>
          <dt>Documents</dt>
          <dd>
            <a href={pageUrl("/documents", { root })}>{formatCount(status.documents)}</a>
          </dd>
        </div>
        <div>
          <dt>Chunks</dt>
          <dd>{formatCount(status.chunks)}</dd>
        </div>
        <div>
          <dt>Segments</dt>
          <dd>{formatCount(status.segments)}</dd>
        </div>
        <div>
          <dt>On disk</dt>
          <dd>{formatBytes(status.indexBytes)}</dd>
        </div>
        <div>
          <dt>Left out for what they hold</dt>
          <dd>
            <a href={pageUrl("/left-out", { root })}>{formatCount(skipped)}</a>
          </dd>
        </div>
      </dl>
      <dl class="about">
        <div>
          <dt>Tree</dt>
          <dd>
            <code>
              <BrokenName text={status.root} />
            </code>
          </dd>
        </div>
        <div>
          <dt>Index file</dt>
          <dd>
            <code>
              <BrokenName text={status.indexPath} />
            </code>
          </dd>
        </div>
        <div>
          <dt>Written</dt>
          <dd>{status.updatedAt === undefined ? "never" : formatTime(status.updatedAt)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Settings({ settings }: { readonly settings: Readonly<Record<string, SettingInForce>> }) {
  return (
    <table class="listing settings">
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">Value</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(settings).map(([name, { value, origin }]) => (
          <tr class={origin === "default" ? undefined : "given"}>
            <th scope="row">
              <code>
                <BrokenName text={name} />
              </code>
            </th>
            <td>
              <code>
                <PlainText text={writeValue(value)} most={MAX_VALUE} />
              </code>
            </td>
            <td>
              {origin === "default" ? <span class="faint">default</span> : (
                <code>
                  <BrokenName text={origin} />
                </code>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns a value as it would be written, a list with blanks so that it can go on in the next line. */
function writeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(String).join(", ");
  return JSON.stringify(value) ?? "none";
}
