import { formatBytes } from "@dossier/core/text";
import type { CheckedFinding, IndexStatus, SettingInForce, TreeHealth } from "@dossier/retrieval";
import type { Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { formatCount, formatCounted, formatTime } from "./figures.ts";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { CodeName, Fact, PageSection, Table, type TableColumn } from "./parts.tsx";
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

const SETTING_COLUMNS: readonly TableColumn<[name: string, setting: SettingInForce]>[] = [
  { head: "Setting", isHeading: true, cell: ([name]) => <CodeName text={name} /> },
  {
    head: "Value",
    cell: ([, { value }]) => (
      <code>
        <PlainText text={writeValue(value)} most={MAX_VALUE} />
      </code>
    ),
  },
  {
    head: "From",
    cell: ([, { origin }]) =>
      origin === "default" ? <span class="faint">default</span> : <CodeName text={origin} />,
  },
];

/** Adds the page of the health of an index and the settings of its tree. */
export function healthRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/health", async (c, state) => {
    const { root } = state;
    const health = await desk.service.call("health", { root }, callOptions(c));
    const status = await desk.service.call("status", { root }, callOptions(c)).catch(() =>
      undefined
    );
    return <HealthPage state={state} status={status} health={health} />;
  });
}

function HealthPage({ state, status, health: { findings, settings } }: {
  readonly state: PageState;
  /** Undefined when the index can not be read. */
  readonly status: IndexStatus | undefined;
  readonly health: TreeHealth;
}) {
  const wrong = findings.filter(({ level }) => level === "problem" || level === "warning").length;
  const aside = wrong === 0
    ? "nothing stands in the way"
    : formatCounted(wrong, "thing to look at");
  return (
    <PageFrame title="Health" aside={aside} state={state} current="health">
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
          : (
            <Table
              name="listing settings"
              columns={SETTING_COLUMNS}
              rows={Object.entries(settings)}
              rowClass={([, { origin }]) => origin === "default" ? undefined : "given"}
            />
          )}
      </PageSection>
    </PageFrame>
  );
}

function Index({ status, root }: { readonly status: IndexStatus; readonly root: string }) {
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

/** Returns a value as it would be written, a list with blanks so that it can go on in the next line. */
function writeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(String).join(", ");
  return JSON.stringify(value) ?? "none";
}
