import { defineConfig } from 'astro/config';
import { loftlingAdapter } from './scripts/astro-adapter.mjs';

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  // BUILD_DIR lets two builds of one checkout live side by side.
  outDir: process.env.BUILD_DIR ?? './dist',
  output: 'server',
  adapter: loftlingAdapter(),
  trailingSlash: 'ignore',
  session: false,
  compressHTML: true,
  build: { format: 'directory', inlineStylesheets: 'always', assets: '_assets', redirects: false },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  // Cross-site writes are refused where writes are answered; pages accept none.
  security: { checkOrigin: true },
  devToolbar: { enabled: false },
  vite: {
    build: { target: 'es2022' },
    ssr: { external: ['@electric-sql/pglite', 'pg', 'sharp', 'kysely', 'i18next', 'yaml'] },
  },
});
