/** Serves one script of tests/browser/fixtures as a page, bundled as it is asked for. Nothing of it is part of the site. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createViteServer } from 'vitest/node';

export type FixturePage = { readonly address: string; close(): Promise<void> };

export async function serveFixture(script: string, placeId: string): Promise<FixturePage> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'loftling-fixture-'));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Fixture</title></head><body><div id="${placeId}"></div><script type="module" src="/${script}"></script></body></html>`;
  const server = await createViteServer({
    configFile: false,
    root: process.cwd(),
    appType: 'custom',
    logLevel: 'error',
    cacheDir,
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: { entries: [script], include: ['react', 'react-dom/client', 'react/jsx-dev-runtime', 'zod/mini'] },
    plugins: [
      {
        name: 'fixture-page',
        configureServer: ({ middlewares }) => {
          middlewares.use('/fixture', (_, response) => void response.setHeader('content-type', 'text/html').end(html));
        },
      },
    ],
  });
  await server.listen();
  const [address] = server.resolvedUrls?.local ?? [];
  if (!address) throw new Error('The fixture is served nowhere');
  return {
    address: `${address}fixture`,
    async close() {
      await server.close();
      rmSync(cacheDir, { recursive: true, force: true });
    },
  };
}
