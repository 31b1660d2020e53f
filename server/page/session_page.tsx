import { renderMetrics, renderTimelineTable } from "@dossier/retrieval/report";
import type { Context, Hono } from "hono";
import { refuseRequest } from "../problem/mod.ts";
import { callOptions, readForm, type RequestEnv } from "../request/mod.ts";
import { formatCount } from "./figures.ts";
import { HiddenFields } from "./form_parts.tsx";
import type { SessionView } from "./page_data.ts";
import type { PageRenderer } from "./page_renderer.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { PlainText } from "./plain_text.tsx";
import { PageSection, ReportView } from "./report_view.tsx";

/** Maximum number of shown lines of a timeline, the last ones. */
const MAX_LINES = 200;

/**
 * Adds the page of a session. Its form changes nothing. It is sent as a body, as a transcript is
 * long.
 */
export function sessionRoutes(app: Hono<RequestEnv>, renderer: PageRenderer): void {
  app.get("/session", (c) => {
    const { root, session } = c.req.query();
    return showSession(c, renderer, { root, session });
  });
  app.post(
    "/session",
    async (c) => await showSession(c, renderer, { transcript: "", ...await readForm(c) }),
  );
}

async function showSession(
  c: Context<RequestEnv>,
  renderer: PageRenderer,
  // The agent's own text, when it is known, and the files that it changed, one per line.
  { root, session, transcript, touched = "" }: Readonly<Record<string, string | undefined>>,
): Promise<Response> {
  const state = await renderer.buildState(c, root);
  if (!session) {
    throw refuseRequest("Cannot show a session without its name: choose one in the log");
  }
  const paths = touched.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const request = {
    root: state.root,
    session,
    ...(transcript !== undefined && { transcript, touched: paths }),
  };
  const view = await renderer.data.session(request, callOptions(c));
  return await renderer.sendPage(
    c,
    <SessionPage {...{ state, session, view, transcript, touched }} />,
  );
}

/** Events of a session, oldest first, and the metrics of the context that it was given. */
function SessionPage({ state, session, view, transcript, touched }: {
  readonly state: PageState;
  readonly session: string;
  readonly view: SessionView;
  readonly transcript: string | undefined;
  readonly touched: string;
}) {
  const { root } = state;
  const { timeline, metrics } = view;
  const shown = timeline.slice(-MAX_LINES);
  const heading = (
    <>
      Session <PlainText text={session} />
    </>
  );
  return (
    <PageFrame title="Session" heading={heading} state={state} current="/log">
      <p>
        <a href={pageUrl("/log", { root, session })}>Its records in the log</a>
      </p>
      {shown.length < timeline.length && (
        <p class="faint">
          {formatCount(timeline.length - shown.length, "earlier line")} left out
        </p>
      )}
      <ReportView
        report={[renderTimelineTable(shown), ...(metrics ? [renderMetrics(metrics)] : [])]}
        root={root}
      />
      <PageSection heading="Measure the use">
        <p class="faint">
          The agent's text and the files it changed show more: how much of the text that it received
          was used, and what was missing. Nothing of this is stored.
        </p>
        <form method="post" action="/session">
          <HiddenFields values={{ root, session }} />
          <TextArea label="Transcript" name="transcript" value={transcript} />
          <TextArea label="Changed files, one per line" name="touched" value={touched} />
          <button type="submit">Measure</button>
        </form>
      </PageSection>
    </PageFrame>
  );
}

function TextArea({ label, name, value = "" }: {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
}) {
  return (
    <label>
      <span>{label}</span>
      <textarea name={name} rows={3} spellcheck={false}>{`\n${value}`}</textarea>
    </label>
  );
}
