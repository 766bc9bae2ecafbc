/** What every process of the export needs: settings, services, the built pages, and a writer of files. */
import { join } from 'node:path';
import { readConfig } from '#lib/config.ts';
import type { Config } from '#lib/config.ts';
import { isWritten, mayBeWritten, takeCensus } from '#lib/features/sitemaps/catalogue-pages.service.ts';
import type { ListCensus } from '#lib/features/sitemaps/catalogue-pages.service.ts';
import { createSitemapRepository } from '#lib/features/sitemaps/sitemaps.repository.ts';
import { createPageWriter } from '#server/pages/export.ts';
import type { WrittenPage, Writer } from '#server/pages/export.ts';
import { createPageRendering } from '#server/pages/render-page.ts';
import { openBuild } from '#server/start.ts';
import { pino } from 'pino';
import { createRenderContext } from '#lib/render-context.ts';
import { openLoftling } from '#lib/open.ts';
import type { Composition } from '#lib/compose.ts';

export type PageOrder = { readonly id: number; readonly path: string; readonly group: string };
/** `processor`: microseconds that the process has used of it since it was ready. */
export type PageResult = ({ readonly id: number; readonly page: WrittenPage } | { readonly id: number; readonly error: string }) & {
  readonly processor: number;
};

/** Microseconds of the processor that this process has used. */
export function processorUsed(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

export type OpenedExport = {
  readonly config: Config;
  readonly services: Composition;
  readonly census: ListCensus;
  readonly writer: Writer;
  close(): Promise<void>;
};

/** @param all also pages that are not for search engines. */
export async function openExport(all: boolean): Promise<OpenedExport> {
  const given = readConfig(process.env);
  // React chooses its build when it is first loaded; the one for development renders islands slowly.
  process.env['NODE_ENV'] ??= 'production';
  const { folder, render } = await openBuild(given.buildDir);
  const config = { ...given, buildDir: folder };
  const services = await openLoftling(config, 'beside', (line) => process.stderr.write(`${line}\n`));
  const { geo, site, loaders } = services;
  const context = createRenderContext({ geo, site, localeHosts: config.localeHosts, loaders, siteVariant: config.siteVariant });
  const census = await takeCensus(createSitemapRepository(services.database.db), geo, all);
  const writer = createPageWriter({
    rendering: createPageRendering({ render, context, log: pino({ level: config.logLevel, base: null }) }),
    origin: config.siteUrl,
    folder: join(config.buildDir, 'client'),
    isWritten: (page) => isWritten(page, census, all),
    mayBeWritten: (path) => mayBeWritten(path, all),
    picture: async (path) => (path.startsWith('/photos/') ? (await services.storage.get(path.slice(1)))?.bytes : services.pictures.service.make(path)),
  });
  return { config, services, census, writer, close: () => services.close() };
}
