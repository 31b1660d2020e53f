import { FEATURES } from "@dossier/features";
import type { PageBody } from "@dossier/retrieval/feature";
import type { Hono } from "hono";
import { raw } from "hono/html";
import { callOptions, readForm, type RequestEnv } from "../request/mod.ts";
import { HiddenFields, Paging } from "./form_parts.tsx";
import type { PageRenderer } from "./page_renderer.tsx";
import { PageFrame } from "./page_frame.tsx";
import { pageUrl } from "./page_state.ts";
import { BodyView, PageSection } from "./report_view.tsx";

/**
 * Adds the pages of the features. A form that is sent to them changes something, and redirects to
 * the result.
 */
export function featureRoutes(app: Hono<RequestEnv>, renderer: PageRenderer): void {
  for (const { path, load } of FEATURES.flatMap(({ pages = [] }) => pages)) {
    renderer.addPage(app, path, async (c, state) => {
      const request = renderer.data.bindTree(state.root, callOptions(c));
      const { title, aside, sections } = await (await load()).show(c.req.query(), request);
      return (
        <PageFrame title={title} aside={aside} state={state} current={path}>
          {sections.map(({ heading, body }) => (
            <PageSection heading={heading}>
              <PageBodyView body={body} label={heading ?? title} path={path} root={state.root} />
            </PageSection>
          ))}
        </PageFrame>
      );
    });
    app.post(path, async (c) => {
      const values = await readForm(c);
      const { root } = await renderer.buildState(c, values["root"]);
      const request = renderer.data.bindTree(root, callOptions(c));
      const next = await (await load()).change(values, request);
      return c.redirect(pageUrl(path, { root, ...next }), 303);
    });
  }
}

/** Content of a section of such a page. */
function PageBodyView({ body, label, path, root }: {
  readonly body: PageBody;
  /** Name for users of screen readers. */
  readonly label: string;
  /** Path of the page. */
  readonly path: string;
  readonly root: string;
}) {
  switch (body.kind) {
    case "links":
      return (
        <Paging
          of={body.group}
          links={body.links.map(({ text, values }) => [text, pageUrl(path, { root, ...values })])}
        />
      );
    case "buttons":
      return (
        <form method="post" action={path} aria-label={label}>
          <p>{body.text}</p>
          <HiddenFields values={{ ...body.values, root }} />
          <p class="row">
            {body.buttons.map(({ text, action }) => (
              <button type="submit" name="action" value={action}>{text}</button>
            ))}
          </p>
        </form>
      );
    case "picture":
      return (
        <div class="beside">
          <div class="picture">{raw(body.svg)}</div>
          <BodyView body={body.table} label={label} root={root} />
        </div>
      );
    default:
      return <BodyView body={body} label={label} root={root} />;
  }
}
