/** The serving process: what is put together, listening. Tests start it in the same way as `server.ts` does. */
import type { AddressInfo, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { Composition } from '#lib/compose.ts';
import { SettingError } from '#lib/config.ts';
import type { Config } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { locales } from '#lib/i18n/locales.ts';
import { tellWhere } from '#lib/serving.ts';
import { assemble } from './assemble.ts';
import { takeBuild } from './builds.ts';
import type { PageRenderer } from './pages/render-page.ts';

export type Running = {
  readonly url: string;
  readonly port: number;
  /** Ends what is under way, then closes. `onStep` hears what is waited for. */
  stop(onStep?: (what: string) => void): Promise<void>;
};

/**
 * The build that a setting names, which is this process's until it ends or releases it.
 * @returns its folder, and the renderer of its pages.
 * @throws {SettingError} when there is none.
 */
export async function openBuild(buildDir: string): Promise<{ readonly folder: string; readonly render: PageRenderer; release(): void }> {
  const taken = takeBuild(buildDir);
  if (!taken) throw new SettingError('The pages are not built yet. Run `npm start`, or `npm run build` first.');
  const bundle: { render: PageRenderer } = await import(pathToFileURL(join(taken.folder, 'server/entry.mjs')).href);
  return { ...taken, render: bundle.render };
}

/** @param isShared other processes of this server listen there too; where the kernel cannot share a port, the one that started them hands connections out. */
export function listen(server: NetServer, port: number, host: string, isShared = false): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') error.message = `Port ${port} on ${host} is taken by another program. Stop that one, or choose another with PORT.`;
      reject(error);
    });
    server.listen({ port, host, reusePort: isShared && process.platform === 'linux' }, () => resolve(server.address() as AddressInfo));
  });
}

/** Home pages and the most sought cities: what the first readers after a start ask for. */
function pagesToWarm({ geo, site }: Pick<Composition, 'geo' | 'site'>): string[] {
  const cities = geo.cities.slice(0, 4);
  return locales.flatMap((locale) => {
    const paths = site.paths(locale);
    return [paths.to('index'), ...cities.map((city) => paths.place(city))];
  });
}

/** Asks this server for its own most read pages, one after another, until done or stopped. */
async function warm(origin: string, paths: readonly string[], isOpen: () => boolean): Promise<void> {
  for (const path of paths) {
    if (!isOpen()) return;
    await fetch(`${origin}${path}`, { redirect: 'manual' }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  }
}

/**
 * Puts everything together, listens, warms the most read pages.
 * @param progress receives a line for each step worth telling.
 * @param onLost called when the embedded database fell silent and could not be opened anew: only a new process helps.
 */
export async function startLoftling(
  config: Config,
  version: string,
  log: Logger,
  progress: (line: string) => void,
  onLost: (error: Error) => void = () => undefined,
): Promise<Running> {
  const { folder, render, release } = await openBuild(config.buildDir);
  const settings = { ...config, buildDir: folder };
  const made = await assemble({ config: settings, version, log, progress, render, openDatabase: () => openDatabase(config, 'alone', { onLost }) });
  try {
    const address = await listen(made.server, config.port, config.host, config.processes > 1);
    await made.begin();
    // A site with a name of its own redirects other hosts, so it is left to its first readers.
    if (config.port !== 0 && !config.siteUrlGiven) void warm(`http://127.0.0.1:${address.port}`, pagesToWarm(made.services), made.isOpen);
    const shown = config.host === '0.0.0.0' || config.host === '127.0.0.1' ? 'localhost' : config.host;
    const local = `http://${shown}:${address.port}`;
    const { takeBack } = tellWhere(config.dataDir, local);
    return {
      url: config.siteUrlGiven ? config.siteUrl : local,
      port: address.port,
      stop: (onStep) => {
        takeBack();
        return made.stop(onStep).finally(release);
      },
    };
  } catch (error) {
    await made.stop().finally(release);
    throw error;
  }
}
