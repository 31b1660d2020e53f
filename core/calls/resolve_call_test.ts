import assert from "node:assert/strict";
import { listImports } from "./list_imports.ts";
import { resolveCall } from "./resolve_call.ts";

interface Situation {
  readonly language: string;
  readonly imports?: string;
  readonly qualifier?: string;
  readonly name?: string;
}

/** Resolves a call in `src/net/upload` to definitions, written as `path` or `path Container`. */
function resolve(
  { language, imports = "", qualifier, name = "send" }: Situation,
  ...places: readonly string[]
): string {
  const definitions = places.map((place) => {
    const [path = "", ...containers] = place.split(" ");
    return { path, isIn: (container: string) => containers.includes(container) };
  });
  const call = {
    name,
    kind: "call" as const,
    ...(qualifier === undefined ? {} : { qualifier }),
  };
  const file = { path: "src/net/upload.x", language, imports: listImports(imports, language) };
  const resolved = resolveCall(call, { file, definitions });
  if (resolved === undefined) return "none";
  return [resolved.resolution, ...resolved.definitions.map(({ path }) => path)].join(" ");
}

const JAVA = "src/net/A.java";

Deno.test("resolveCall() prefers the file, then imports, then the folder", () => {
  const imports = '#include "mail/send.h"\n';
  const all = ["src/net/upload.x", "src/mail/send.c", "src/net/send.c", "src/other.c"];
  assert.equal(resolve({ language: "c", imports }, ...all), `file ${all[0]}`);
  assert.equal(resolve({ language: "c", imports }, ...all.slice(1)), `import ${all[1]}`);
  assert.equal(resolve({ language: "c" }, ...all.slice(1)), `folder ${all[2]}`);
  assert.equal(resolve({ language: "c" }, "src/other.c"), "only src/other.c");
  assert.equal(resolve({ language: "c" }, "a.c", "b.c"), "ambiguous a.c b.c");
});

Deno.test("resolveCall() takes a name that is imported from elsewhere for foreign", () => {
  const typescript = (imports: string, ...places: readonly string[]) =>
    resolve({ language: "typescript", imports }, ...places);
  assert.equal(typescript("import { send } from 'net-lib';", "src/mail.ts"), "none");
  assert.equal(
    typescript("import { send } from '../mail.ts';", "src/mail.ts", "src/a.ts"),
    "import src/mail.ts",
  );
  assert.equal(
    typescript("import { post as send } from '../mail.ts';", "src/mail.ts"),
    "import src/mail.ts",
  );
  assert.equal(typescript("import { send } from './index.ts';", "src/mail.ts"), "only src/mail.ts");
  assert.equal(typescript("import * as mail from '../mail.ts';", "src/mail.ts"), "none");
});

Deno.test("resolveCall() takes a name that nothing makes known for foreign where it must be made known", () => {
  assert.equal(resolve({ language: "python" }, "src/net/mail.py"), "none");
  assert.equal(
    resolve({ language: "python", imports: "from .mail import *\n" }, "src/net/mail.py"),
    "import src/net/mail.py",
  );
  assert.equal(resolve({ language: "java" }, JAVA), `folder ${JAVA}`);
});

Deno.test("resolveCall() follows modules that qualify a name", () => {
  const python = (imports: string, qualifier: string, ...places: readonly string[]) =>
    resolve({ language: "python", imports, qualifier }, ...places);
  assert.equal(python("import os\n", "os.path", "path.py"), "none");
  assert.equal(
    python("from .. import mail\n", "mail", "src/mail.py", "a.py"),
    "import src/mail.py",
  );
  assert.equal(
    python("import acme.mail as m\n", "m", "acme/mail.py", "a.py"),
    "import acme/mail.py",
  );
  assert.equal(
    python("import acme.mail\n", "acme.mail", "acme/mail.py", "a.py"),
    "import acme/mail.py",
  );
  assert.equal(
    resolve(
      { language: "go", imports: 'import "x.org/acme/mail"\n', qualifier: "mail" },
      "mail/send.go",
      "send.go",
    ),
    "import mail/send.go",
  );
  assert.equal(
    resolve({ language: "rust", qualifier: "crate.mail" }, "src/mail.rs", "src/a.rs"),
    "import src/mail.rs",
  );
});

Deno.test("resolveCall() goes by the type that qualifies a name", () => {
  const of = (qualifier: string, imports = "") => (...places: readonly string[]) =>
    resolve({ language: "java", qualifier, imports }, ...places);
  assert.equal(of("Mail")("a/Mail.java Mail", "b/Post.java Post"), "only a/Mail.java");
  assert.equal(of("Collections")("a/Mail.java Mail"), "none");
  assert.equal(
    of("Mail", "import a.Mail;\n")("a/Mail.java Mail", "b/Mail.java Mail"),
    "import a/Mail.java",
  );
  assert.equal(of("this")("src/net/upload.x Upload", "b/Mail.java Mail"), "file src/net/upload.x");
});

Deno.test("resolveCall() goes by what a file imports where the receiver says nothing", () => {
  const imports = "from acme.mail import Mail\n";
  assert.equal(
    resolve(
      { language: "python", imports, qualifier: "mail", name: "deliver" },
      "acme/mail.py Mail",
      "post.py Post",
    ),
    "import acme/mail.py",
  );
  assert.equal(
    resolve({ language: "python", imports, qualifier: "" }, "x.py", "y.py"),
    "ambiguous x.py y.py",
  );
});

Deno.test("resolveCall() marks what may well be a member of a standard type as ambiguous", () => {
  const called = { language: "python", qualifier: "options" };
  assert.equal(resolve({ ...called, name: "setdefault" }, "a.py"), "ambiguous a.py");
  assert.equal(resolve({ ...called, name: "deliver" }, "a.py"), "only a.py");
  assert.equal(resolve({ ...called, qualifier: "self", name: "get" }, "a.py"), "only a.py");
});

Deno.test("resolveCall() does not take the own file for that of an inherited member", () => {
  const called = { language: "python", qualifier: "super", name: "close" };
  assert.equal(resolve(called, "src/net/upload.x", "b.py"), "ambiguous src/net/upload.x b.py");
  assert.equal(resolve(called, "b.py"), "only b.py");
});

Deno.test("resolveCall() prefers an imported name to a member of that name in the file", () => {
  const imports = "from .mail import send\n";
  assert.equal(
    resolve({ language: "python", imports }, "src/net/upload.x", "src/net/mail.py"),
    "import src/net/mail.py",
  );
});

Deno.test("resolveCall() takes what is imported out of no module for the language's own, or for that of the root", () => {
  const called = {
    language: "php",
    imports: "<?php\nnamespace App;\n\nuse Exception;\n",
    name: "Exception",
  };
  assert.equal(resolve(called, "src/Render/Exception.php"), "none");
  assert.equal(resolve(called, "src/Exception.php"), "import src/Exception.php");
});

Deno.test("resolveCall() looks for members of a value of the tree everywhere", () => {
  const imports = "from .state import current\nfrom acme import other\n";
  const called = { language: "python", imports, name: "deliver" };
  assert.equal(resolve({ ...called, qualifier: "current" }, "src/app.py"), "only src/app.py");
  assert.equal(resolve({ ...called, qualifier: "other" }, "src/app.py"), "none");
});

Deno.test("resolveCall() finds nothing among no definitions", () => {
  assert.equal(resolve({ language: "python" }), "none");
});

Deno.test("resolveCall() chooses among any number of definitions", () => {
  const definitions = Array.from({ length: 200_000 }, (_, index) => ({
    path: index === 7 ? "src/mail.py" : `lib/a${index % 100}.py`,
    isIn: () => false,
  }));
  const file = {
    path: "src/net.py",
    language: "python",
    imports: listImports("import mail", "python"),
  };
  const call = { name: "deliver", qualifier: "mail", kind: "call" } as const;
  const resolved = resolveCall(call, { file, definitions });
  assert.deepEqual(resolved?.definitions.map(({ path }) => path), ["src/mail.py"]);
});
