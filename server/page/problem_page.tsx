import type { JSX } from "hono/jsx/jsx-runtime";
import { PageFrame } from "./page_frame.tsx";
import type { PageState } from "./page_state.ts";
import { pageUrl } from "./page_url.ts";
import { PlainText } from "./plain_text.tsx";

/** What went wrong, in one sentence. */
export function ProblemPage({ state, sentence, status }: {
  readonly state: PageState;
  readonly sentence: string;
  readonly status: number;
}): JSX.Element {
  const { root } = state;
  return (
    <PageFrame title="Not shown" state={state}>
      <h1>
        This can not be shown<span class="faint">status {status}</span>
      </h1>
      <p class="problem" role="alert">
        <PlainText text={sentence} />
      </p>
      <p>
        <a href={pageUrl("/", { root })}>Ask something</a>, or look at{" "}
        <a href={pageUrl("/log", { root })}>the log</a>,{" "}
        <a href={pageUrl("/documents", { root })}>what is indexed</a>, and{" "}
        <a href={pageUrl("/health", { root })}>what stands in the way</a>
      </p>
    </PageFrame>
  );
}
