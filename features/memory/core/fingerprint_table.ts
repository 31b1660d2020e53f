/** Kinds of entries of a fingerprint. */
export type FingerprintKind = "language" | "framework" | "lib" | "tool";

/** Package ecosystems, as one name is another package elsewhere. */
export type Ecosystem = "npm" | "go" | "python" | "rust" | "ruby";

/** The kind and the name of a known package. */
interface KnownPackage {
  readonly kind: FingerprintKind;
  readonly name: string;
}

/** Words of a table: packages of one kind, each `package` or `package=name`. */
type Words = Readonly<Partial<Record<FingerprintKind, string>>>;

/**
 * Packages that are more than a library: frameworks that shape a whole project, and tools that
 * build, check and test it. All others are libraries. Our own list: the lists of the original
 * specification are not public.
 */
const WORDS: Readonly<Record<Ecosystem, Words>> = {
  npm: {
    language: "typescript coffeescript",
    framework: `react vue svelte solid-js=solid preact next nuxt @remix-run/react=remix
      @angular/core=angular @sveltejs/kit=sveltekit astro gatsby express fastify koa hono
      @hapi/hapi=hapi @nestjs/core=nestjs @adonisjs/core=adonis electron react-native expo
      lit ember-source=ember`,
    tool: `eslint prettier @biomejs/biome=biome oxlint jest vitest mocha ava cypress
      @playwright/test=playwright playwright webpack vite rollup esbuild parcel turbo nx lerna
      @babel/core=babel @swc/core=swc tsx ts-node tsup husky lint-staged nodemon storybook prisma`,
  },
  go: {
    framework: `github.com/gin-gonic/gin=gin github.com/labstack/echo=echo
      github.com/gofiber/fiber=fiber github.com/go-chi/chi=chi github.com/gorilla/mux=gorilla
      github.com/beego/beego=beego github.com/spf13/cobra=cobra google.golang.org/grpc=grpc
      github.com/charmbracelet/bubbletea=bubbletea`,
    tool: `github.com/stretchr/testify=testify github.com/onsi/ginkgo=ginkgo
      github.com/onsi/gomega=gomega github.com/golangci/golangci-lint=golangci-lint
      github.com/golang/mock=gomock go.uber.org/mock=gomock github.com/google/wire=wire`,
  },
  python: {
    framework: `django flask fastapi starlette tornado aiohttp sanic pyramid falcon litestar
      streamlit scrapy celery torch=pytorch tensorflow`,
    tool: `pytest tox nox mypy pyright ruff black isort flake8 pylint pre-commit coverage
      setuptools hatch hatchling=hatch poetry poetry-core=poetry flit-core=flit pdm
      pdm-backend=pdm uv uv-build=uv maturin sphinx mkdocs cython`,
  },
  rust: {
    framework: `actix-web axum rocket warp tide poem tokio async-std bevy tauri leptos yew dioxus
      clap tonic`,
    tool: "criterion proptest insta mockall trybuild bindgen cbindgen cc tonic-build",
  },
  ruby: {
    framework: "rails sinatra hanami roda grape jekyll dry-system=dry",
    tool: "rspec rspec-rails=rspec minitest rubocop rake capybara brakeman sorbet standard puma",
  },
};

/** By ecosystem, the known packages by their names. */
export const KNOWN_PACKAGES = Object.fromEntries(
  Object.entries(WORDS).map(([ecosystem, words]) => [ecosystem, readWords(words)]),
) as Readonly<Record<Ecosystem, ReadonlyMap<string, KnownPackage>>>;

function readWords(words: Words): ReadonlyMap<string, KnownPackage> {
  const entries = Object.entries(words) as [FingerprintKind, string][];
  return new Map(
    entries.flatMap(([kind, text]) =>
      text.split(/\s+/).map((word): [string, KnownPackage] => {
        const [name = word, known = name] = word.split("=");
        return [name, { kind, name: known }];
      })
    ),
  );
}
