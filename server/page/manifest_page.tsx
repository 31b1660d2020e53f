import { isContextError } from "@dossier/core/errors";
import type {
  BuiltTier,
  ManifestStatus,
  ManifestWarning,
  PluginReport,
  RecentInjection,
  TierSourceReport,
} from "@dossier/tiers/core";
import type { Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { formatCount, formatCounted } from "./figures.ts";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import type { PageState } from "./page_state.ts";
import { Age, Bar, CodeName, PageSection, Table, toLayerPieces } from "./parts.tsx";
import { BrokenName, OneLine } from "./plain_text.tsx";

/** When a tier is given. */
const TIERS: Readonly<Record<BuiltTier["tier"], readonly [title: string, when: string]>> = {
  identity: ["Identity", "when a session begins"],
  workflow: ["Workflow", "when a trigger goes off"],
  reference: ["Reference", "when it is asked for"],
};

/** Adds the page of what the manifest of a tree declares, and what comes of it. */
export function manifestRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/manifest", async (c, state) => {
    try {
      const status = await desk.service.call("manifest", { root: state.root }, callOptions(c));
      return <ManifestPage {...{ state, status }} />;
    } catch (error) {
      if (!isContextError(error) || error.code !== "manifest-not-found") throw error;
      return (
        <PageFrame title="Manifest" state={state} current="manifest">
          <p class="faint">There is none. {error.message}</p>
        </PageFrame>
      );
    }
  });
}

function ManifestPage({ state, status }: {
  readonly state: PageState;
  readonly status: ManifestStatus;
}) {
  const { path, isDefault, tiers, warnings, plugins, injections } = status;
  const longest = Math.max(1, ...tiers.map(({ used, budget }) => Math.max(used, budget)));
  const isChanged = warnings.some(({ code }) => code === "manifest_changed");
  return (
    <PageFrame
      title="Manifest"
      aside="what sessions are given, whatever they do"
      state={state}
      current="manifest"
    >
      <p>
        <CodeName text={path} /> {isDefault
          ? "There is no such file: the default holds."
          : isChanged
          ? <span class="badge is-warning">changed since it was agreed to</span>
          : <span class="badge good">as it was agreed to</span>}
      </p>
      {warnings.length > 0 && (
        <ul class="findings">
          {warnings.map(({ code, message }) => (
            <li class="is-warning">
              <WarningBadge code={code} />
              <div>
                <OneLine text={message} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {tiers.map((tier) => <TierSection {...{ tier, status, longest }} />)}
      {plugins.length > 0 && <PluginSection plugins={plugins} />}
      <InjectionSection injections={injections} now={state.now} />
    </PageFrame>
  );
}

function WarningBadge({ code }: Pick<ManifestWarning, "code">) {
  return <span class="badge is-warning">{code.replaceAll("_", " ")}</span>;
}

/** A tier with its budget, and what became of its sources. */
function TierSection({ tier: { tier, sources, used, budget }, status, longest }: {
  readonly tier: BuiltTier;
  readonly status: ManifestStatus;
  /** Tokens that take the whole width. */
  readonly longest: number;
}) {
  const [title, when] = TIERS[tier];
  const figure = `${formatCount(used)} of ${formatCounted(budget, "token")}`;
  const pieces = toLayerPieces(tier, sources.map(({ uri: id, tokens }) => ({ id, tokens })));
  return (
    <PageSection id={`tier-${tier}`} title={title} aside={`${when}, ${figure}`} name="layer">
      <Bar
        pieces={[["free", 0, budget], ...pieces]}
        whole={longest}
        height={14}
        label={`${title}: ${figure}`}
      />
      {tier === "workflow" && status.triggers.length > 0 && (
        <p>
          Triggers: {status.triggers.map((trigger) => (
            <>
              <CodeName text={trigger} />
              {" "}
            </>
          ))}
        </p>
      )}
      {tier === "reference" && (
        <p class="faint">
          {formatCounted(status.edges, "edge")} of the RFC in progress
        </p>
      )}
      {sources.length > 0 && <SourceTable sources={sources} warnings={status.warnings} />}
    </PageSection>
  );
}

function SourceTable({ sources, warnings }: {
  readonly sources: readonly TierSourceReport[];
  readonly warnings: readonly ManifestWarning[];
}) {
  return (
    <Table
      name="listing"
      rows={sources}
      columns={[
        {
          head: "Source",
          isHeading: true,
          cell: ({ uri, label }) => (
            <>
              <CodeName text={uri} /> {label && <OneLine text={label} />}
            </>
          ),
        },
        {
          head: "Is",
          cell: ({ uri, status, reason }) => (
            <>
              <span class={`badge ${status === "injected" ? "good" : "is-warning"}`}>
                {status === "injected" ? "given" : status.replaceAll("_", " ")}
              </span>{" "}
              {warnings.some(({ code, source }) => code === "stale" && source === uri) && (
                <WarningBadge code="stale" />
              )} {reason && <OneLine text={reason} />}
            </>
          ),
        },
        {
          head: "Tokens",
          name: "number",
          label: "tokens",
          cell: ({ tokens, available }) =>
            tokens === available
              ? formatCount(tokens)
              : `${formatCount(tokens)} of ${formatCount(available)}`,
        },
      ]}
    />
  );
}

function PluginSection({ plugins }: { readonly plugins: readonly PluginReport[] }) {
  return (
    <PageSection id="plugins" title="Plugins" aside="they share what is left of the reference tier">
      <Table
        name="listing"
        rows={plugins}
        columns={[
          { head: "Plugin", isHeading: true, cell: ({ uri }) => <CodeName text={uri} /> },
          { head: "Gives", cell: ({ provides }) => <OneLine text={provides.join(", ")} /> },
          { head: "Triggers", cell: ({ triggers }) => <BrokenName text={triggers.join(", ")} /> },
          {
            head: "Is",
            cell: ({ status, reason }) => (
              <>
                <span class="badge">{status}</span> {reason && <OneLine text={reason} />}
              </>
            ),
          },
        ]}
      />
    </PageSection>
  );
}

function InjectionSection({ injections, now }: {
  readonly injections: readonly RecentInjection[];
  readonly now: number;
}) {
  return (
    <PageSection id="injections" title="Last injections" aside="to all sessions, newest first">
      {injections.length === 0 ? <p class="faint">Nothing was given yet.</p> : (
        <Table
          name="listing"
          rows={injections}
          columns={[
            { head: "When", cell: ({ time }) => <Age time={time} now={now} /> },
            { head: "Tier", cell: ({ tier }) => TIERS[tier][0] },
            { head: "Source", isHeading: true, cell: ({ uri }) => <CodeName text={uri} /> },
            { head: "Why not", cell: ({ reason }) => reason && <OneLine text={reason} /> },
            {
              head: "Tokens",
              name: "number",
              label: "tokens",
              cell: ({ tokens }) => formatCount(tokens),
            },
          ]}
        />
      )}
    </PageSection>
  );
}
