/** Package whose source files become part of the corpus. */
export interface CorpusPackage {
  /** Name and exact version, in the form of `npm pack`. */
  readonly spec: string;
  /** Used folder of the package, so that no file is included in two module formats. */
  readonly folder: string;
  /** Only used ending of files, when a folder contains several module formats. */
  readonly extension?: string;
}

/**
 * Packages of the corpus: about 160 MB of source that people wrote, or that still reads like that.
 * The versions are exact, so that everyone measures on the same text.
 */
export const CORPUS_PACKAGES: readonly CorpusPackage[] = [
  { spec: "@babylonjs/core@7.54.3", folder: "." },
  { spec: "@cesium/engine@24.0.0", folder: "Source" },
  { spec: "@elastic/eui@95.12.0", folder: "es" },
  { spec: "@fluentui/react@8.125.7", folder: "lib" },
  { spec: "@mui/material@6.5.0", folder: "modern" },
  { spec: "@nestjs/common@12.5.1", folder: "." },
  { spec: "@nestjs/core@12.5.1", folder: "." },
  { spec: "antd@5.29.3", folder: "es" },
  { spec: "core-js@3.51.0", folder: "." },
  { spec: "devextreme@26.1.5", folder: "esm" },
  { spec: "discord.js@14.28.1", folder: "src" },
  { spec: "echarts@6.1.0", folder: "lib" },
  { spec: "effect@4.1.0", folder: "src" },
  { spec: "element-plus@2.14.8", folder: "es" },
  { spec: "eslint@10.15.0", folder: "lib" },
  { spec: "ethers@6.17.0", folder: "src.ts" },
  { spec: "graphql@16.15.0", folder: ".", extension: ".mjs" },
  { spec: "handsontable@18.1.1", folder: ".", extension: ".mjs" },
  { spec: "highcharts@13.1.1", folder: "es-modules" },
  { spec: "hls.js@1.7.4", folder: "src" },
  { spec: "knex@3.3.0", folder: "lib" },
  { spec: "maplibre-gl@6.17.0", folder: "src" },
  { spec: "mathjs@15.2.0", folder: "lib/esm" },
  { spec: "monaco-editor@0.52.2", folder: "esm" },
  { spec: "mongoose@9.12.1", folder: "lib" },
  { spec: "ol@10.11.0", folder: "." },
  { spec: "phaser@4.2.1", folder: "src" },
  { spec: "phaser@4.2.1", folder: "tests" },
  { spec: "pixi.js@8.22.0", folder: "lib", extension: ".mjs" },
  { spec: "plotly.js@3.7.0", folder: "src" },
  { spec: "primeng@22.1.1", folder: "fesm2022" },
  { spec: "react-native@0.76.9", folder: "Libraries" },
  { spec: "rxdb@17.6.0", folder: "src" },
  { spec: "rxjs@7.8.2", folder: "src" },
  { spec: "sequelize@6.37.8", folder: "lib" },
  { spec: "stripe@23.1.0", folder: "esm" },
  { spec: "svelte@5.57.3", folder: "src" },
  { spec: "three@0.187.0", folder: "examples" },
  { spec: "three@0.187.0", folder: "src" },
  { spec: "tone@15.5.44", folder: "Tone" },
  { spec: "typeorm@1.1.1", folder: "browser" },
  { spec: "webpack@5.112.2", folder: "lib" },
];
