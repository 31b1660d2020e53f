import type { ProfileEntry } from "@dossier/policy";
import type { Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { parseRequest } from "../schema/mod.ts";
import { ComposedPicture } from "./composed_picture.tsx";
import { formatCounted } from "./figures.ts";
import { Filter, HiddenFields, TextField } from "./form_parts.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { CodeName, PageSection, Table, type TableColumn } from "./parts.tsx";
import { BrokenName, OneLine } from "./plain_text.tsx";
import type { RenderedPrompt } from "../service/mod.ts";

/** Before the names of inputs in an address, so that none is taken for something else. */
const INPUT_PREFIX = "input.";

/** Adds the page of all profiles, and that of what one is composed to. */
export function profileRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/profiles", async (c, state) => {
    const profiles = await desk.service.call("profiles", { root: state.root }, callOptions(c));
    return <ProfilesPage state={state} profiles={profiles} />;
  });
  desk.page(app, "/profile", async (c, state) => {
    const query = c.req.query();
    const { id } = await parseRequest("profile", { root: state.root, id: query["id"] ?? "" });
    const inputs = Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) =>
        name.startsWith(INPUT_PREFIX) && value !== ""
          ? [[name.slice(INPUT_PREFIX.length), value]]
          : []
      ),
    );
    const request = { root: state.root, profile: id, inputs, partial: true };
    const composed = await desk.service.call("compose", request, callOptions(c));
    return <ProfilePage {...{ state, composed, inputs }} />;
  });
}

/** The profiles there are. */
function ProfilesPage({ state, profiles }: {
  readonly state: PageState;
  readonly profiles: readonly ProfileEntry[];
}) {
  const columns: readonly TableColumn<ProfileEntry>[] = [
    {
      head: "Profile",
      isHeading: true,
      cell: ({ id, fault }) =>
        fault === undefined
          ? (
            <a href={pageUrl("/profile", { root: state.root, id })}>
              <BrokenName text={id} />
            </a>
          )
          : <BrokenName text={id} />,
    },
    { head: "Extends", cell: ({ extends: parent }) => parent && <BrokenName text={parent} /> },
    {
      head: "Space",
      cell: ({ origin }) =>
        origin && <span class={`badge in-${origin.space}`}>{origin.space}</span>,
    },
    {
      head: "What it is for",
      cell: ({ description, fault }) =>
        fault === undefined ? <OneLine text={description} /> : (
          <>
            <span class="badge bad">can not be read</span> <OneLine text={fault} />
          </>
        ),
    },
  ];
  return (
    <PageFrame
      title="Profiles"
      aside="what agents are told before they start"
      state={state}
      current="profiles"
    >
      <PageSection id="profiles" title={formatCounted(profiles.length, "profile")}>
        <Table name="listing" columns={columns} rows={profiles} />
      </PageSection>
    </PageFrame>
  );
}

/** What a profile is composed to. */
function ProfilePage({ state, composed, inputs }: {
  readonly state: PageState;
  readonly composed: RenderedPrompt;
  /** As they are typed. */
  readonly inputs: Readonly<Record<string, string>>;
}) {
  const { profile, chain, inherited, notes, route } = composed;
  const heading = (
    <>
      Profile <BrokenName text={profile} />
    </>
  );
  return (
    <PageFrame title={`Profile ${profile}`} heading={heading} state={state} current="profiles">
      <p>
        <OneLine text={chain.at(-1)?.description ?? ""} />
      </p>
      {inherited.inputs.length > 0 && (
        <Filter action="/profile" label="Inputs" root={state.root}>
          <HiddenFields values={{ id: profile }} />
          {inherited.inputs.map(({ name, required, description }) => (
            <TextField
              label={`${name}${required ? ", required" : ""}${
                description ? `: ${description}` : ""
              }`}
              name={`${INPUT_PREFIX}${name}`}
              value={Object.hasOwn(inputs, name) ? inputs[name] ?? "" : ""}
            />
          ))}
          <button type="submit">Compose</button>
        </Filter>
      )}
      <ComposedPicture composed={composed} />
      <PageSection id="chain" title="Chain" aside="the root first">
        {route !== undefined && (
          <p>
            The hook <CodeName text={route.hook.id ?? "?"} /> makes it extend{" "}
            <CodeName text={route.parent} />
            {route.replaced !== undefined && (
              <>
                {" "}in place of <CodeName text={route.replaced} />
              </>
            )}.
          </p>
        )}
        <ol class="chain">
          {chain.map(({ id, origin: { space, path, signature, shadows } }) => (
            <li>
              <a href={pageUrl("/profile", { root: state.root, id })}>
                <BrokenName text={id} />
              </a>{" "}
              <span class={`badge in-${space}`}>{space}</span> <CodeName text={path} />
              {signature === "valid" && <span class="badge good">signed</span>}
              {signature === "partial" && <span class="badge">signed in part</span>}
              {signature === "unverified" && <span class="badge">unverified</span>}
              {shadows.map((hidden) => (
                <span class="faint">
                  hides <CodeName text={hidden} />
                </span>
              ))}
            </li>
          ))}
        </ol>
      </PageSection>
      {notes.length > 0 && (
        <PageSection id="notes" title="Notes" name="notes">
          <ul>
            {notes.map((note) => (
              <li>
                <OneLine text={note} />
              </li>
            ))}
          </ul>
        </PageSection>
      )}
    </PageFrame>
  );
}
