import type { Context, Hono } from "hono";
import type { RequestEnv } from "../../request_env.ts";
import { callOptions } from "../../routes/route.ts";
import { SEARCH_REQUEST } from "../../schema/search_request.ts";
import type { PageDesk } from "../page_desk.tsx";
import { RankingPage } from "./ranking_page.tsx";

/** Chunks of each ranking. */
const RESULTS = 20;

/** Adds the page of two rankings of one question, one of them without a step. */
export function rankingRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/ranking", (c) => showRankings(c, desk));
}

async function showRankings(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const { q: query = "", without: step } = c.req.query();
  const shown = { state, query, step };
  if (query === "" || step === undefined) {
    return desk.send(c, <RankingPage {...shown} rankings={undefined} />);
  }
  try {
    const request = SEARCH_REQUEST.parse({ root: state.root, query, limit: RESULTS });
    const changed = SEARCH_REQUEST.parse({ ...request, disabled: [step], refresh: false });
    const before = await desk.service.search(request, callOptions(c));
    const after = await desk.service.search(changed, callOptions(c));
    const rankings = { before, after };
    return desk.send(
      c,
      <RankingPage {...shown} state={{ ...state, index: before.index }} rankings={rankings} />,
    );
  } catch (error) {
    const { detail, status } = desk.toProblem(error);
    const page = <RankingPage {...shown} rankings={undefined} problem={detail} />;
    return desk.send(c, page, status);
  }
}
