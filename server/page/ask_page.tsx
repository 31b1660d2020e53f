import type { RecordSummary } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { RenderedBundle } from "../service/service.ts";
import { BundleView } from "./bundle_view.tsx";
import { LogList } from "./log_list.tsx";
import { PageFrame } from "./page_frame.tsx";
import type { PageState } from "./page_state.ts";
import { PlainText, toOneLine } from "./plain_text.tsx";
import { findQuestionUrl, type Question } from "./question.ts";
import { QuestionForm } from "./question_form.tsx";

/** Characters of a question that stand for it as a title. */
const TITLE_LENGTH = 60;

/** The query box, and below it the answer, what is wrong with the question, or the end of the log. */
export function AskPage({ state, question, answer, problem, recent = [] }: {
  readonly state: PageState;
  readonly question: Question;
  readonly answer?: RenderedBundle | undefined;
  /** One sentence. */
  readonly problem?: string | undefined;
  /** The newest records. */
  readonly recent?: readonly RecordSummary[];
}): JSX.Element {
  const { roots, root, now } = state;
  const isShort = findQuestionUrl(question) !== undefined;
  return (
    <PageFrame
      title={answer === undefined ? "Ask" : toOneLine(answer.bundle.query.slice(0, TITLE_LENGTH))}
      state={state}
      current="ask"
      carried={isShort ? { ...question, root: undefined } : {}}
    >
      <h1 class={answer === undefined ? "" : "visually-hidden"}>
        What should a coding agent read for this task?
      </h1>
      <QuestionForm question={question} roots={roots} root={root} />
      {problem === undefined ? "" : (
        <p class="problem" role="alert">
          <PlainText text={problem} />
        </p>
      )}
      {answer === undefined ? "" : <BundleView answer={answer} question={question} root={root} />}
      {recent.length === 0 ? "" : (
        <section aria-labelledby="recent">
          <h2 id="recent">Given last</h2>
          <LogList records={recent} root={root} now={now} />
        </section>
      )}
    </PageFrame>
  );
}
