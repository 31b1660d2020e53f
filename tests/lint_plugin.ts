/** Rules of our own for `deno lint`; `deno.json` names this file. */
const PLUGIN: Deno.lint.Plugin = {
  name: "dossier",
  rules: {
    /** `{ ...{ a, b }, c }` makes an object only to copy it: `{ a, b, c }` says the same. */
    "no-fresh-spread": {
      create: (context) => ({
        SpreadElement(node) {
          if (node.argument.type !== "ObjectExpression") return;
          const message = "An object literal is spread where its fields can be written";
          context.report({
            node: node.argument,
            message,
            hint: "Write the fields without `...{` and `}`",
          });
        },
      }),
    },
  },
};

export default PLUGIN;
