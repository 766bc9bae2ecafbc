import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { readConfig } from '#lib/config.ts';
import { joinedScripts } from './scripts/joined-scripts.mjs';
import { loftlingAdapter } from './scripts/astro-adapter.mjs';
import { optionalMapbox } from './scripts/optional-mapbox.ts';
import { shortTokens } from './scripts/short-tokens.ts';
import { intentDirective } from './scripts/intent-directive.mjs';

const { siteUrl, buildDir } = readConfig(process.env);

/** `Features.LightDark` of Lightning CSS, which Vite minifies with. */
const lightDark = 1 << 20;

export default defineConfig({
  site: siteUrl,
  // BUILD_DIR lets two builds of one checkout live side by side.
  outDir: buildDir,
  output: 'server',
  adapter: loftlingAdapter(),
  integrations: [react(), intentDirective()],
  trailingSlash: 'ignore',
  session: false,
  compressHTML: true,
  build: { format: 'directory', inlineStylesheets: 'always', assets: '_assets', redirects: false },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  // Cross-site writes are refused where writes are answered; pages accept none.
  // Astro knows the hashes of the few lines that wake islands; the server puts them into its own policy.
  security: { checkOrigin: true, csp: true },
  devToolbar: { enabled: false },
  vite: {
    plugins: [optionalMapbox(), shortTokens()],
    // No sheet asks `light-dark()`, whose stand-in would be declared twice in each page.
    css: { lightningcss: { exclude: lightDark } },
    // The policy of scripts is 'self' alone: none may be written into a page, however small.
    build: { target: 'es2022', assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: joinedScripts } } } } } },
    // A map's worker loads parts of itself when it needs them.
    worker: { format: 'es' },
    ssr: { external: ['@electric-sql/pglite', 'pg', 'sharp', 'kysely', 'i18next', 'yaml'] },
  },
});
