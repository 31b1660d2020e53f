import { formatBytes } from "@dossier/core/text";
import type { CheckedFinding, IndexStatus, SettingInForce, TreeHealth } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount, formatCounted, formatTime } from "./figures.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { CodeName, Fact, PageSection } from "./parts.tsx";
import { OneLine, PlainText } from "./plain_text.tsx";
import { NoteList } from "./report_parts.tsx";

/** The levels of a finding in words. */
const LEVELS: Readonly<Record<CheckedFinding["level"], string>> = {
  ok: "well",
  note: "note",
  warning: "warning",
  problem: "problem",
};

/** Most characters of a setting that are shown. */
const MAX_VALUE = 1000;

/** The health of an index and the settings of its tree. */
export function HealthPage({ state, status, health: { findings, settings } }: {
  readonly state: PageState;
  /** Undefined when the index can not be read. */
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
              {mend !== undefined && (
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
      {status && <Index status={status} root={state.root} />}
      {status && <NoteList notes={status.notes} />}
      <PageSection id="settings" title="Settings" aside="in force, and where each comes from">
        {settings === undefined
          ? <p class="faint">They can not be read before the configuration is mended.</p>
          : <Settings settings={settings} />}
      </PageSection>
    </PageFrame>
  );
}

function Index({ status, root }: {
  readonly status: IndexStatus;
  readonly root: string;
}): JSX.Element {
  const skipped = Object.values(status.skipped).reduce((sum, count) => sum + count, 0);
  return (
    <PageSection id="index" title="Index">
      <dl class="tiles">
        <Fact name="Documents">
          <a href={pageUrl("/documents", { root })}>{formatCount(status.documents)}</a>
        </Fact>
        <Fact name="Chunks">{formatCount(status.chunks)}</Fact>
        <Fact name="Segments">{formatCount(status.segments)}</Fact>
        <Fact name="On disk">{formatBytes(status.indexBytes)}</Fact>
        <Fact name="Left out for what they hold">
          <a href={pageUrl("/left-out", { root })}>{formatCount(skipped)}</a>
        </Fact>
      </dl>
      <dl class="about">
        <Fact name="Tree">
          <CodeName text={status.root} />
        </Fact>
        <Fact name="Index file">
          <CodeName text={status.indexPath} />
        </Fact>
        <Fact name="Written">
          {status.updatedAt === undefined ? "never" : formatTime(status.updatedAt)}
        </Fact>
      </dl>
    </PageSection>
  );
}

function Settings({ settings }: {
  readonly settings: Readonly<Record<string, SettingInForce>>;
}): JSX.Element {
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
              <CodeName text={name} />
            </th>
            <td>
              <code>
                <PlainText text={writeValue(value)} most={MAX_VALUE} />
              </code>
            </td>
            <td>
              {origin === "default"
                ? <span class="faint">default</span>
                : <CodeName text={origin} />}
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
