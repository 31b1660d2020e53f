import { countByRatio, type SkipReason } from "@dossier/policy/core";
import type { ComposedBlock } from "@dossier/policy";
import type { RenderedPrompt } from "../service/mod.ts";
import { formatCount, formatCounted } from "./figures.ts";
import {
  Bar,
  type BarPiece,
  CodeName,
  PageSection,
  Swatch,
  Table,
  toLayerPieces,
} from "./parts.tsx";
import { BrokenName, FramedText, OneLine } from "./plain_text.tsx";

/** Most characters of a text that are shown. */
const MAX_TEXT = 20_000;

/** The parts of what an agent is told, in the order in which it reads them. */
const LAYERS = {
  system: "System prompt",
  before: "Before the prompt",
  prompt: "The prompt",
  after: "Behind the prompt",
  tools: "Tools",
} as const;

type LayerName = keyof typeof LAYERS;

/** Why something is left out, in words. */
const REASONS: Readonly<Record<SkipReason, string>> = {
  suppressed: "a profile of the chain does without it",
  "not_found": "it is not there",
  empty: "it says nothing",
  excluded: "it is given elsewhere",
  "over_budget": "it does not fit the budget",
  failed: "it can not be used",
};

/** A part of what an agent is told. */
interface Layer {
  readonly name: LayerName;
  readonly pieces: readonly LayerPiece[];
  /** Most tokens of what is not a hook's in it; absent where nothing limits that. */
  readonly budget: number | undefined;
}

/** A text of a layer, and who contributed it. */
interface LayerPiece {
  readonly id: string;
  readonly tokens: number;
  /** Who asked for it, as half a sentence. */
  readonly by: string;
  /** Whether a hook did, which no budget holds back. */
  readonly isHook: boolean;
  readonly text: string;
  /** Absent for what is no file of its own. */
  readonly origin?: ComposedBlock["origin"];
}

/** What an agent is told as a picture: its layers, who contributed each text, and what is left out. */
export function ComposedPicture({ composed }: { readonly composed: RenderedPrompt }) {
  const layers = listLayers(composed);
  const total = layers.reduce((sum, layer) => sum + sumTokens(layer), 0);
  const longest = Math.max(...layers.map((layer) => Math.max(sumTokens(layer), layer.budget ?? 0)));
  let end = 0;
  const pieces = layers.map((layer): BarPiece => {
    const start = end;
    const tokens = sumTokens(layer);
    end += tokens;
    return [`layer-${layer.name}`, start, tokens, `${LAYERS[layer.name]}, ${formatCount(tokens)}`];
  });
  return (
    <>
      <PageSection
        id="layers"
        title={formatCounted(total, "token")}
        aside="four characters each, as their budgets count them"
        name="budget"
      >
        <Bar
          pieces={pieces}
          whole={total}
          height={26}
          ground="free"
          label={layers.map((layer) => `${LAYERS[layer.name]}: ${formatCount(sumTokens(layer))}`)
            .join(", ")}
        />
        <ul class="legend">
          {layers.map((layer) => (
            <li>
              <Swatch name={`layer-${layer.name}`} />
              {LAYERS[layer.name]} <b>{formatCount(sumTokens(layer))}</b>
            </li>
          ))}
        </ul>
      </PageSection>
      {layers.map((layer) => <LayerSection layer={layer} longest={longest} />)}
      <SkippedList skipped={composed.skipped} omitted={composed.palette.omitted} />
    </>
  );
}

/** A layer with its budget and its texts. */
function LayerSection({ layer, longest }: {
  readonly layer: Layer;
  /** Tokens that take the whole width. */
  readonly longest: number;
}) {
  const { name, pieces, budget } = layer;
  const figure = tellUse(layer);
  const ground: readonly BarPiece[] = budget === undefined ? [] : [["free", 0, budget]];
  return (
    <PageSection id={`layer-${name}`} title={LAYERS[name]} aside={figure} name="layer">
      <Bar
        pieces={[...ground, ...toLayerPieces(name, pieces)]}
        whole={longest}
        height={14}
        label={`${LAYERS[name]}: ${figure}`}
      />
      {pieces.length === 0 ? <p class="faint">Nothing.</p> : (
        <ol class="pieces">
          {pieces.map((piece) => (
            <li>
              <details>
                <summary>
                  <b>
                    <BrokenName text={piece.id} />
                  </b>{" "}
                  {piece.origin && (
                    <span class={`badge in-${piece.origin.space}`}>{piece.origin.space}</span>
                  )} <span class="faint">{piece.by}, {formatCounted(piece.tokens, "token")}</span>
                </summary>
                {piece.origin && (
                  <p>
                    <CodeName text={piece.origin.path} />
                  </p>
                )}
                <FramedText text={piece.text} most={MAX_TEXT} label={`Text of ${piece.id}`} />
              </details>
            </li>
          ))}
        </ol>
      )}
    </PageSection>
  );
}

/** What was asked for and is not given, and why. */
function SkippedList({ skipped, omitted }: {
  readonly skipped: RenderedPrompt["skipped"];
  readonly omitted: RenderedPrompt["palette"]["omitted"];
}) {
  const rows = [
    ...skipped.map((block) => ({
      ...{ id: block.id, layer: LAYERS[block.position], by: tellAsking(block) },
      ...{ reason: block.reason, why: block.detail ?? REASONS[block.reason] },
    })),
    ...omitted.map(({ itemId: id, reason }) => ({
      ...{ id, layer: LAYERS.tools, by: "permissions", reason, why: TOOL_REASONS[reason] },
    })),
  ];
  return (
    <PageSection id="left-out" title="Left out" aside={formatCounted(rows.length, "item")}>
      {rows.length === 0 ? <p class="faint">Nothing that was asked for is left out.</p> : (
        <Table
          name="listing"
          rows={rows}
          columns={[
            { head: "Item", isHeading: true, cell: ({ id }) => <BrokenName text={id} /> },
            { head: "For", cell: ({ layer }) => layer },
            { head: "Asked for by", cell: ({ by }) => <OneLine text={by} /> },
            {
              head: "Why not",
              cell: ({ reason, why }) => (
                <>
                  <span class="badge is-warning">{reason.replaceAll("_", " ")}</span>{" "}
                  <OneLine text={why} />
                </>
              ),
            },
          ]}
        />
      )}
    </PageSection>
  );
}

/** Why a tool is not offered, in words. */
const TOOL_REASONS: Readonly<Record<"budget" | "schema" | "name", string>> = {
  budget: "it does not fit the budget of tools",
  schema: "its file says no parameters",
  name: "another tool has its name",
};

/** Returns the layers with their texts; what the prompt itself says is what no block is. */
function listLayers(
  { blocks, messages, palette, budgets, profile }: RenderedPrompt,
): readonly Layer[] {
  const at = (position: ComposedBlock["position"]) =>
    blocks.filter((block) => block.position === position).map((block): LayerPiece => ({
      ...{ id: block.id, tokens: countByRatio(block.text), text: block.text },
      ...{ by: tellAsking(block), isHook: block.source === "hook", origin: block.origin },
    }));
  const [before, after] = [at("before"), at("after")];
  const message = messages.map(({ content }) => content).join("\n\n");
  const around = [...before, ...after].reduce((sum, { tokens }) => sum + tokens, 0);
  const prompt: LayerPiece = {
    ...{ id: profile, by: "the profile itself, in its message", text: message },
    ...{ isHook: false, tokens: Math.max(countByRatio(message) - around, 0) },
  };
  const tools = palette.definitions.map(({ name, description, schema, itemId }): LayerPiece => {
    const parameters = JSON.stringify(schema, null, 2);
    const tokens = countByRatio(description + JSON.stringify(schema));
    return {
      id: name,
      tokens,
      isHook: false,
      by: `permissions, as ${itemId}`,
      text: `${description}\n\n${parameters}`,
    };
  });
  return [
    { name: "system", pieces: at("system"), budget: budgets.system },
    { name: "before", pieces: before, budget: budgets.before },
    { name: "prompt", pieces: [prompt], budget: undefined },
    { name: "after", pieces: after, budget: budgets.after },
    { name: "tools", pieces: tools, budget: budgets.tools },
  ];
}

function tellAsking({ source, profile }: Pick<ComposedBlock, "source" | "profile">): string {
  if (source === "hook") return profile === undefined ? "a hook" : `a hook of ${profile}`;
  return profile ?? "the profile";
}

/** Returns what a layer takes, and of which budget. */
function tellUse(layer: Layer): string {
  const used = sumTokens(layer);
  const { pieces, budget } = layer;
  if (budget === undefined) return `${formatCounted(used, "token")}, no budget`;
  const limited = sumTokens({ pieces: pieces.filter(({ isHook }) => !isHook) });
  const share = `${formatCount(limited)} of ${formatCounted(budget, "token")}`;
  return limited === used ? share : `${share}, and ${formatCount(used - limited)} of hooks`;
}

function sumTokens({ pieces }: Pick<Layer, "pieces">): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}
