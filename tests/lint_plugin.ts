/** Functions of which ECMAScript leaves the last digits to the engine. */
const INEXACT = new Set(
  ("acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot log log10 log1p log2 pow sin sinh tan " +
    "tanh").split(" "),
);

/** The program, without its tests. */
const PROGRAM_REGEXP =
  /^(?!.*_test\.ts$).*(?:^|\/)(?:core|retrieval|features|server|cli|library)\//;

const INEXACT_REPORT = {
  message: "The last digits of this differ between engines",
  hint: "Import `exp`, `log`, `log2` or `pow` of `@dossier/core/math`",
};

/** Folders whose names and comments keep to the glossary of CONTRIBUTING.md. */
const PLAIN_REGEXP =
  /^(?!.*_test\.tsx?$).*(?:^|\/)(?:core|retrieval|features|server|cli|library|platform|build|training|bench|tests)\//;

/** Words of names for which the glossary has another one. */
const UNUSUAL_WORDS = new Set(
  "tell tells told hear hears heard mend mends gone settle settles bury heed heeds".split(" "),
);

/** Words and phrases of comments for which the glossary has another one. */
const UNUSUAL_PHRASE_REGEXP =
  /\b(?:behind|whoever|whatever|nobody|somebody|tells?|told|hears?|heard|mends?|gone|heeds?|what there is|(?<!there )is none(?! of)|go(?:es)? by|stands? for)\b/i;

/** A doc comment that begins with a question and not with what is returned or done. */
const QUESTION_REGEXP = /^\*\s*(?:\*\s*)?(?:How|What|Where|Whether|Which|Who)\b/;

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
    /** A stranger must understand each name and comment at first reading. */
    "plain-words": {
      create: (context) => {
        if (!PLAIN_REGEXP.test(context.filename)) return {};
        const hint = "CONTRIBUTING.md has the words to use";
        // What another file calls something is reported there.
        const imported = new Set<string>();
        return {
          ImportSpecifier({ local }) {
            imported.add(local.name);
          },
          Program() {
            for (const { range, value } of context.sourceCode.getAllComments()) {
              if (QUESTION_REGEXP.test(value)) {
                const message = "A comment begins with a question word";
                context.report({ range, message, hint });
              }
              const [phrase] = UNUSUAL_PHRASE_REGEXP.exec(value) ?? [];
              if (phrase === undefined) continue;
              context.report({ range, message: `"${phrase}" is not a word of the glossary`, hint });
            }
          },
          Identifier(node) {
            if (imported.has(node.name)) return;
            const { parent } = node;
            if (parent?.type === "MemberExpression" && parent.property === node) return;
            const words = node.name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase());
            const unusual = words.find((word) => UNUSUAL_WORDS.has(word));
            if (unusual === undefined) return;
            const message = `"${unusual}" is not a word of the glossary`;
            context.report({ node, message, hint });
          },
        };
      },
    },
    /** Answers are equal bytes on every engine, so all computations must be exact. */
    "no-inexact-math": {
      create: (context) => {
        if (!PROGRAM_REGEXP.test(context.filename)) return {};
        return {
          MemberExpression(node) {
            if (node.object.type !== "Identifier" || node.object.name !== "Math") return;
            const name = node.property.type === "Identifier" ? node.property.name : "";
            if (!node.computed && !INEXACT.has(name)) return;
            context.report({ node, ...INEXACT_REPORT });
          },
          VariableDeclarator({ id, init }) {
            if (id.type !== "ObjectPattern" || init?.type !== "Identifier") return;
            if (init.name === "Math") context.report({ node: id, ...INEXACT_REPORT });
          },
          BinaryExpression(node) {
            // Of two literals it is an integer that is written so.
            const isConstant = node.left.type === "Literal" && node.right.type === "Literal";
            if (node.operator === "**" && !isConstant) context.report({ node, ...INEXACT_REPORT });
          },
          AssignmentExpression(node) {
            if (node.operator === "**=") context.report({ node, ...INEXACT_REPORT });
          },
        };
      },
    },
  },
};

export default PLUGIN;
