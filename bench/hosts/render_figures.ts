import { markdownTable } from "../markdown_table.ts";
import type { CrowdFigures } from "./measure_crowd.ts";
import type { PromptOutcome } from "./measure_prompts.ts";
import type { StartFigures } from "./measure_start.ts";
import type { TreeFigures } from "./measure_tree.ts";
import type { WarmHook } from "./measure_warm.ts";

/** Figures by the names of trees. */
type FiguresOfTrees = ReadonlyMap<string, TreeFigures>;

const WARM_HOOKS: Readonly<Record<Exclude<WarmHook, "none">, string>> = {
  prompt: "a prompt that is given something",
  thanks: '"thanks, that fixed it"',
  read: "a file was read",
  start: "a session begins",
};

/** Returns tables of the figures of hooks. */
export function renderTreeFigures(trees: FiguresOfTrees): string {
  return [
    "## A new clone\n",
    renderStarts(trees),
    "## Warm: the server has a complete index\n",
    renderWarm(trees),
    "## After a checkout of another branch\n",
    renderSwitches(trees),
    "## Many hooks at once\n",
    renderCrowds(trees),
  ].join("\n");
}

function renderStarts(trees: FiguresOfTrees): string {
  const cells = (server: string, figures: StartFigures, none: number) => [
    server,
    seconds(figures.startMs),
    String(figures.startBytes),
    afterSeconds(figures.mappedAfterS),
    afterSeconds(figures.answeredAfterS),
    String(figures.prompts),
    seconds(figures.longestMs),
    seconds(figures.longestMs - none),
  ];
  const rows = [...trees].flatMap(([name, { files, served, alone, warm }]) => {
    const none = warm.latencies.none.p50;
    return [
      [name, String(files), ...cells("yes", served, none)],
      [name, String(files), ...cells("no", alone, none)],
    ];
  });
  const head = [
    ...["tree", "files", "server", "start took, s", "and gave, bytes", "map after, s"],
    ...["first answer after, s", "prompts", "longest wait, s", "beyond `deno eval 0`, s"],
  ];
  return markdownTable(head, rows);
}

function renderWarm(trees: FiguresOfTrees): string {
  const rows = [...trees].flatMap(([name, { warm: { latencies } }]) =>
    Object.entries(WARM_HOOKS).map(([hook, what]) => {
      const { p50, p95 } = latencies[hook as WarmHook];
      const { none } = latencies;
      return [
        ...[name, what, p50.toFixed(0), p95.toFixed(0)],
        ...[(p50 / none.p50).toFixed(1), (p95 / none.p95).toFixed(1)],
        `${none.p50.toFixed(0)}, ${none.p95.toFixed(0)}`,
      ];
    })
  );
  const memory = [...trees].map(([name, { warm: { size, idleMb, usedMb }, reopenedMb }]) => [
    ...[name, String(size.documents), String(size.chunks)],
    ...[reopenedMb, idleMb, usedMb].map((mb) => mb.toFixed(0)),
  ]);
  const head = ["tree", "event", "p50, ms", "p95, ms", "p50, ×", "p95, ×", "`deno eval 0`, ms"];
  return [
    markdownTable(head, rows),
    markdownTable([
      "tree",
      "documents",
      "chunks",
      "idle, MB",
      "after indexing, MB",
      "after the hooks, MB",
    ], memory),
  ].join("\n");
}

function renderSwitches(trees: FiguresOfTrees): string {
  const rows = [...trees].map(([name, { switched }]) =>
    switched === undefined ? [name, "no such branch"] : [
      ...[name, switched.isAnswered ? "yes" : "no", seconds(switched.milliseconds)],
      afterSeconds(switched.answeredAfterS),
    ]
  );
  return markdownTable(["tree", "first prompt answered", "it waited, s", "answer after, s"], rows);
}

function renderCrowds(trees: FiguresOfTrees): string {
  const cells = (server: string, figures: CrowdFigures) => [
    ...[server, String(figures.hooks), String(figures.unanswered), String(figures.stopped)],
    ...[seconds(figures.allMs), seconds(figures.longestMs)],
    `${figures.madeUpFor} of ${figures.retried}`,
  ];
  const rows = [...trees].flatMap(([name, { warmCrowd, coldCrowd }]) => [
    [name, ...cells("yes", warmCrowd)],
    [name, ...cells("no", coldCrowd)],
  ]);
  const head = [
    ...["tree", "server", "hooks", "unanswered", "stopped", "all took, s", "longest wait, s"],
    "answered at the next tool",
  ];
  return markdownTable(head, rows);
}

/** Returns a table of the answers to prompts, by language and split. */
export function renderPromptOutcomes(outcomes: readonly PromptOutcome[]): string {
  const languages = [...new Set(outcomes.map(({ language }) => language))].sort();
  const splits = [...new Set(outcomes.map(({ split }) => split))].sort();
  const row = (name: string, split: string, of: readonly PromptOutcome[]) => {
    const needed = of.filter((each) => each.needed);
    const idle = of.filter((each) => !each.needed);
    const delivered = needed.filter(hasDelivery);
    const known = delivered.filter(({ files }) => files.length > 0);
    return [
      ...[name, split, share(delivered.length, needed.length)],
      share(delivered.filter((each) => each.delivered === "passages").length, delivered.length),
      share(known.filter(({ isRight }) => isRight).length, known.length),
      share(idle.filter(hasDelivery).length, idle.length),
    ];
  };
  const rows = ["all", ...languages].flatMap((language) =>
    splits.map((split) =>
      row(
        language,
        split,
        outcomes.filter((each) =>
          each.split === split && (language === "all" || each.language === language)
        ),
      )
    )
  );
  const head = [
    ...["language", "split", "needed that get a text", "of these passages"],
    ...["of these with a right file", "idle that get a text"],
  ];
  return `## What prompts are given\n\n${markdownTable(head, rows)}`;
}

function hasDelivery({ delivered }: PromptOutcome): boolean {
  return delivered !== "nothing";
}

function share(count: number, of: number): string {
  return of === 0 ? "—" : `${count} of ${of} (${(100 * count / of).toFixed(0)} %)`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}

function afterSeconds(value: number | undefined): string {
  return value === undefined ? "never" : value.toFixed(1);
}
