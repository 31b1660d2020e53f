import type { JSX } from "hono/jsx/jsx-runtime";
import { PageFrame, type PageState } from "./page_frame.tsx";
import { PlainText } from "./plain_text.tsx";

/** What went wrong, in one sentence. */
export function ProblemPage({ state, sentence, status }: {
  readonly state: PageState;
  readonly sentence: string;
  readonly status: number;
}): JSX.Element {
  return (
    <PageFrame title="Not shown" state={state}>
      <h1>
        This can not be shown<span class="faint">status {status}</span>
      </h1>
      <p class="problem" role="alert">
        <PlainText text={sentence} />
      </p>
      <p>
        <a href="/">Ask something</a> or <a href="/log">look at the log</a>
      </p>
    </PageFrame>
  );
}
