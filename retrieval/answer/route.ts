import type { Issue } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { CheckedRequest, RoutedPlan } from "./request.ts";
import type { Delivery } from "../delivery/mod.ts";
import { openPackingOptions } from "../delivery/pack/mod.ts";
import type { Lease } from "../lease/mod.ts";
import { prepareQuery } from "./prepare_query.ts";
import { distinctNotes } from "./engine_notes.ts";

/** Returns the plan of a request, with its sources and the head of the bundle. */
export async function route(
  request: CheckedRequest,
  lease: Lease,
  delivery: Delivery,
): Promise<RoutedPlan> {
  switch (request.kind) {
    case "query":
      return routeQuery(request, lease, delivery);
    case "issue":
      return (await import("./route_task.ts")).routeIssue(request, lease, delivery);
    case "signals":
      return (await import("./route_task.ts")).routeSignals(request, lease, delivery);
  }
}

async function routeQuery(
  { query, options }: CheckedRequest & { readonly kind: "query" },
  lease: Lease,
  { issue, notes = [] }: Delivery,
): Promise<RoutedPlan> {
  const { embeddedQuery, names, notes: queryNotes } = await prepareQuery(query, lease, options);
  const { indexed: { root }, index } = lease;
  return {
    plan: {
      head: {
        ...await openPackingOptions(options, root),
        query: query.text,
        names,
        root,
        index,
        session: options.session,
      },
      visibility: issue === undefined ? lease.visibility : await narrowToIssue(lease, issue),
      search: options,
      preferences: options,
      embeddedQuery,
    },
    notes: [...distinctNotes([...lease.notes, ...queryNotes]), ...notes],
  };
}

/** Returns the visibility for a query in a session with an issue. */
async function narrowToIssue(lease: Lease, { manifest }: Issue): Promise<Visibility> {
  // Imported only here: most queries have no session.
  const { narrowVisibility } = await import("../lease/mod.ts");
  return await narrowVisibility(lease, { manifest });
}
