import type { Note, Omission, OmissionReason } from "@dossier/core";
import { explainPlan, type SettledPlan } from "@dossier/core/plan";
import type { Child } from "hono/jsx";
import { cutText, MAX_EXACT_WEIGHT } from "./cut_text.ts";
import { formatCount, formatCounted, formatShare } from "./figures.ts";
import { CappedItems, Group, PageSection } from "./parts.tsx";
import { FramedText, OneLine, Place } from "./plain_text.tsx";
import { ExplanationTree } from "./score_bar.tsx";

/** The reasons of omissions in words. */
const REASONS: Readonly<Record<OmissionReason, string>> = {
  budget: "does not fit what is left of the budget",
  relevance: "scores too far below the best, or is too unlikely to be needed",
  duplicate: "says the same as another passage",
  changed: "changed or went away after it was indexed",
  limit: "as many of its kind are shown as the plan allows",
  shortened: "only some of its lines, an outline or its name are shown",
  "already_present": "the session holds it already",
  suppressed: "a profile does without it",
  missing: "a profile, a hook or a tier asks for it, and it is not there",
  empty: "a profile, a hook or a tier asks for it, and it says nothing",
  failed: "a profile, a hook or a tier asks for it, and it can not be used",
  excluded: "a profile, a hook or a tier asks for it, and a rule leaves it out",
};

/** The notes of an answer; nothing where there are none. */
export function NoteList({ notes }: { readonly notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <PageSection id="notes" title="Notes" name="notes">
      <ul>
        <CappedItems
          items={notes}
          noun="note"
          render={({ code, message }) => (
            <>
              <code>{code}</code> <OneLine text={message} />
            </>
          )}
        />
      </ul>
    </PageSection>
  );
}

/** The ranges that are not shown, by reason; each reason can be opened. */
export function OmissionList({ omitted }: { readonly omitted: readonly Omission[] }) {
  const groups = [...Map.groupBy(omitted, ({ reason }) => reason)];
  return (
    <PageSection id="omitted" title="Left out" aside={formatCounted(omitted.length, "range")}>
      {groups.length === 0 && <p class="faint">Nothing that was found is left out.</p>}
      {groups.map(([reason, ranges]) => (
        <Group
          summary={
            <>
              <b>{reason.replaceAll("_", " ")}</b> {REASONS[reason]}
              <span class="faint">
                {formatCounted(ranges.length, "range")},{" "}
                {formatCounted(ranges.reduce((sum, { tokens }) => sum + tokens, 0), "token")}
              </span>
            </>
          }
        >
          <CappedItems
            items={ranges}
            noun="range"
            render={(range) => (
              <>
                <Place {...range.location ?? { path: range.source }} />
                <span class="figure">{formatCounted(range.tokens, "token")}</span>
              </>
            )}
          />
        </Group>
      ))}
    </PageSection>
  );
}

/** The plan of a task: how much of it is documents, and why. */
export function PlanSummary({ plan }: { readonly plan: SettledPlan }) {
  return (
    <PageSection
      id="plan"
      title="Plan"
      aside={`complexity ${plan.complexity.value.toFixed(2)} of 1`}
      name="plan"
    >
      <p>
        {formatCounted(plan.documents, "document")} at most, in {formatShare(plan.docFractionLimit)}
        {" "}
        of the prompt: they took {formatCount(plan.documentTokens)} of{" "}
        {formatCounted(plan.promptTokens, "token")}, {formatShare(plan.docFraction)}.
      </p>
      <details>
        <summary>How the plan comes about</summary>
        {explainPlan(plan).map((tree) => <ExplanationTree explanation={tree} />)}
      </details>
    </PageSection>
  );
}

/** The id and the title of an issue. */
export function IssueName({ issue: { id, title } }: {
  readonly issue: { readonly id: string; readonly title: string };
}) {
  return (
    <b>
      <OneLine text={[id, title].filter((part) => part !== "").join(": ")} />
    </b>
  );
}

/** A text as an agent reads it, byte for byte: all of it to be copied, or else its beginning. */
export function ExactText({ text, summary, label, button, wholeUrl }: {
  readonly text: string;
  /** What opens it. */
  readonly summary: Child;
  /** Names it for those who can not see it. */
  readonly label: string;
  /** The button that copies it. */
  readonly button: string;
  /** Where all of it can be had. @default nowhere */
  readonly wholeUrl?: string;
}) {
  const isCut = cutText(text, MAX_EXACT_WEIGHT).length < text.length;
  return (
    <PageSection id="exact" title="The exact text">
      <details id="bundle">
        <summary>{summary}</summary>
        <FramedText text={text} most={MAX_EXACT_WEIGHT} label={label} />
      </details>
      {!isCut && (
        <p>
          <button type="button" id="copy" hidden>{button}</button>
        </p>
      )}
      {isCut && wholeUrl && (
        <p>
          <a href={wholeUrl}>The whole text</a>
        </p>
      )}
    </PageSection>
  );
}
