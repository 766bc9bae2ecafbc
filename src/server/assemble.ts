/** Everything that answers, put together over a database, without a port. The server and the development server share it. */
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApi } from '#lib/api/bind.ts';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { createSharedLimits } from '#lib/api/shared-limits.ts';
import { newestOf } from '#lib/api/sealing.ts';
import { allMails } from '#lib/all-mails.ts';
import { allTexts } from '#lib/all-texts.ts';
import type { Composition } from '#lib/compose.ts';
import type { Config } from '#lib/config.ts';
import type { Database } from '#lib/db/database.ts';
import { hasRoom } from '#lib/db/disk-room.ts';
import { basemapPath, currentBasemap } from '#lib/features/basemap/basemap.files.ts';
import { createKeptTiles } from '#lib/features/basemap/kept-tiles.service.ts';
import type { KeptTiles } from '#lib/features/basemap/kept-tiles.service.ts';
import { createTileCache } from '#lib/features/basemap/tile-cache.files.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { createJobQueue, openJobStore } from '#lib/jobs/job-store.ts';
import { createJobRunner } from '#lib/jobs/runner.ts';
import { openMailer } from '#lib/mail/open-mailer.ts';
import { createSecurityLog } from '#lib/log/security-log.ts';
import { openLoftling } from '#lib/open.ts';
import { openMail } from '#lib/ports/mail/open-mail.ts';
import { createPublicWeb } from '#lib/ports/public-web/public-web.ts';
import { openSms } from '#lib/ports/sms/open-sms.ts';
import type { OpenSms } from '#lib/ports/sms/open-sms.ts';
import { createRenderContext } from '#lib/render-context.ts';
import { resolvePath } from '#lib/resolve.ts';
import { routeOf } from '#lib/routes.ts';
import { openSecrets } from '#lib/secrets.ts';
import type { Secrets } from '#lib/secrets.ts';
import { createSite } from '#lib/paths.ts';
import { openTexter } from '#lib/sms/open-texter.ts';
import { createApiHandler } from './api/api-handler.ts';
import { createUpstream } from './api/upstream.ts';
import { createBasemapHandler } from './files/basemap-handler.ts';
import { createMachineFiles, machineFilesHandler } from './files/machine-files.ts';
import { createOgHandler } from './files/og-handler.ts';
import { createOutboxHandler } from './files/outbox-handler.ts';
import { createPhotosHandler } from './files/photos-handler.ts';
import { createPicturesHandler } from './files/pictures-handler.ts';
import { createStaticFiles } from './files/static-files.ts';
import { otherBuilds } from './builds.ts';
import { createHealth } from './health.ts';
import { PageCache } from './pages/page-cache.ts';
import { createEntrance } from './pages/entrance.ts';
import { createPagesHandler } from './pages/pages-handler.ts';
import { createPartsHandler } from './pages/parts-handler.ts';
import { createPageRendering } from './pages/render-page.ts';
import type { PageRenderer, PageRendering } from './pages/render-page.ts';
import { watchQuietHeap } from './quiet-heap.ts';
import type { QuietHeap } from './quiet-heap.ts';
import { handlersOfPeople } from './people-handlers.ts';
import { createHttpServer, filesHandler } from './server.ts';

/** A page is rendered anew behind the reader's back after this long, so that ages on it stay true. */
const freshForMs = 5 * 60_000;
/** Link-preview pictures kept in memory; each has about 90 kB. */
const ogCacheBytes = 16 * 1_048_576;
/** Longest wait for answers under way when stopping, in milliseconds. */
const stopWithin = 10_000;

export type AssembleParts = {
  readonly config: Config;
  readonly version: string;
  readonly log: Logger;
  /** Receives a line for each step worth telling. */
  readonly progress: (line: string) => void;
  readonly render: PageRenderer;
  readonly openDatabase: () => Promise<Database>;
};

export type Assembled = {
  /** Does not listen yet. */
  readonly server: Server;
  readonly services: Composition;
  readonly rendering: PageRendering;
  /** From here on it says that it is ready, and works on what happens afterwards. */
  begin(): Promise<void>;
  readonly isOpen: () => boolean;
  /** Ends what is under way, then closes. `onStep` hears what is waited for. */
  stop(onStep?: (what: string) => void): Promise<void>;
};

type AfterwardsParts = {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mail: ReturnType<typeof openMail>;
  readonly sms: OpenSms;
  readonly log: Logger;
};

/** The queue of jobs, the mails and the messages to phones, over an open database. */
async function openAfterwards({ config, database, secrets, mail, sms, log }: AfterwardsParts) {
  const store = await openJobStore(database, log);
  const queue = createJobQueue(store);
  const site = createSite(config.siteUrl, config.localeHosts);
  const mailer = openMailer({ config, database, queue, port: mail.port, site, secrets, mails: allMails, log });
  const texter = openTexter({ config, database, queue, mailer, sms, secrets, texts: allTexts, log });
  return { store, queue, secrets, mailer, texter };
}

/** Tiles of a service outside, which nobody asks before a map does. */
function openTiles({ address, cacheBytes, mostBytes, perMinute, within }: NonNullable<Config['tiles']>, folder: string, log: Logger): KeptTiles {
  return createKeptTiles({
    address,
    perMinute,
    web: createPublicWeb({
      atMost: mostBytes,
      within,
      accept: 'application/vnd.mapbox-vector-tile,application/x-protobuf,application/json',
      purpose: 'maps',
      trusted: new URL(address).origin,
    }),
    cache: createTileCache(folder, cacheBytes),
    onChange: (state, why) => (state === 'lost' ? log.warn({ why }, 'maps have no streets: their tiles') : log.info({ why }, 'maps have streets')),
  });
}

/** Resolves when the last connection is closed; what goes on for too long is cut. */
async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was busy is kept open for its next request unless it is looked at again.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => server.closeAllConnections(), stopWithin);
  await done;
  clearInterval(idle);
  clearTimeout(late);
}

export async function assemble({ config, version, log, progress, render, openDatabase }: AssembleParts): Promise<Assembled> {
  const secrets = openSecrets({ ...config, manyNodes: config.databaseUrl !== undefined });
  for (const note of secrets.notes) progress(note);
  const mail = openMail(config);
  const sms = openSms(
    config,
    allTexts.map(({ name }) => name),
  );
  for (const note of sms.notes) progress(note);
  let afterwards: Awaited<ReturnType<typeof openAfterwards>> | undefined;
  const services = await openLoftling(config, 'alone', progress, openDatabase, async (database) => {
    afterwards = await openAfterwards({ config, database, secrets, mail, sms, log });
    return afterwards;
  });
  if (!afterwards) throw new Error('the queue of jobs was not opened');
  const { store, mailer, texter } = afterwards;
  let open = false;
  const cache = new PageCache({ maxBytes: config.pageCacheBytes, freshFor: freshForMs });
  await services.database.onChange((tags, pace) => {
    const count = cache.invalidate(tags, pace);
    log.debug({ tags: tags.length, pages: count, pace }, 'pages changed');
  });

  const siteUrls = [config.siteUrl, ...config.localeHosts.values()].map((origin) => new URL(origin));
  const siteHosts = new Set(siteUrls.map(({ host }) => host));
  const ownOrigins = new Set(siteUrls.map(({ origin }) => origin));
  const shared = createSharedLimits({ store: services.limits.counters, digest: (text) => secrets.sign('limits', text), factor: config.rateLimitFactor });
  const limits = createRateLimits(config.rateLimitFactor, shared);
  const csrf = csrfOf({ secrets });
  const withSessions = services.people ? { sessions: services.people.sessions } : {};
  const withNames = services.people ? { names: services.people.names } : {};
  const onRefused = createSecurityLog(log, Date.now, (alarm) => {
    services.audit.alarms.note(alarm).catch((error: Error) => log.error({ error: error.message }, 'an alarm could not be kept'));
  });
  const sealKey = config.sealKey ? [config.sealKey, ...secrets.sealKeys] : secrets.sealKeys;
  const calls = services.callsOf({ version, sealKey: newestOf(sealKey) });
  const api = createApi({
    calls,
    limits,
    idempotency: services.transport.idempotency,
    sealKey,
    ownOrigins,
    csrf,
    isSecure: services.site.origin.startsWith('https:'),
    onRenewed: services.people?.onRenewed,
    ...(services.captcha ? { captcha: services.captcha } : {}),
    formSeconds: config.formSeconds,
    ...withSessions,
    ...withNames,
    onRefused,
    now: () => new Date(),
    onFailure: ({ trace, call, error }) => log.error({ trace, call, error: (error as Error).message, stack: (error as Error).stack }, 'a call failed'),
  });
  const rendering = createPageRendering({
    render,
    log,
    context: createRenderContext({
      geo: services.geo,
      site: services.site,
      localeHosts: config.localeHosts,
      loaders: services.loaders,
      siteVariant: config.siteVariant,
      cityPathOfHouse: services.catalogue.cityPathOfHouse,
    }),
    mapboxToken: config.mapboxToken,
    basemapUrl: config.basemapUrl,
    captchaHosts: services.captcha?.hostsFor,
    hasOneTap: services.people?.accounts.loader.asksGoogle,
    signInHosts: services.people?.accounts.leadsTo,
    payTo: services.people?.payTo,
    queryCount: config.exposeQueryCount ? services.database.queryCount : undefined,
  });
  const runner = createJobRunner({ store, jobs: [...services.jobs, ...mailer.jobs, ...texter.jobs], log, now: () => new Date() });
  const health = createHealth({
    version,
    engine: services.database.engine,
    started: new Date(),
    cache,
    ping: services.database.ping,
    hasRoom: () => (services.database.engine === 'pglite' ? hasRoom(config.dataDir, config.diskReserveBytes) : Promise.resolve(true)),
    isResponsive: services.database.isResponsive,
    isOpen: () => open,
    measures: [runner.measure],
    metricsToken: config.metricsToken,
  });
  /** What every door needs to turn somebody away. */
  const asking = { limits, trustedProxies: config.trustedProxies, onRefused };
  const pages = createPagesHandler({
    rendering,
    cache,
    log,
    site: services.site,
    localeHosts: config.localeHosts,
    maxRendering: 200,
    isClosed: services.people === undefined,
    ...withNames,
    ...asking,
    entrance: createEntrance({
      api,
      csrf,
      ...withSessions,
      ...(services.captcha ? { captcha: services.captcha } : {}),
      seal: (text) => secrets.encrypt('sign-in', text),
      keptForms: services.people?.accounts.keptForms,
      formAt: services.people?.customForms.formAt,
      external: services.people?.accounts.external,
      limits,
      origin: services.site.origin,
      countryHeader: config.countryHeader,
      ownOrigins,
      onRefused,
    }),
  });
  const files = createStaticFiles(join(config.buildDir, 'client'), 32 * 1_048_576, {
    isRendered(pathname) {
      const found = resolvePath(services.geo, pathname);
      return found.kind === 'page' && routeOf(found.name).render !== 'built';
    },
    others: () => otherBuilds(config.buildDir).map((folder) => join(folder, 'client')),
  });
  const hostPrefixes = new Map(
    [...config.localeHosts].map(([locale, origin]) => [new URL(origin).host, localeFacts[locale].prefix && `/${localeFacts[locale].prefix}`]),
  );
  let quiet: QuietHeap | undefined;
  const server = createHttpServer({
    siteUrl: config.siteUrl,
    canonicalHosts: config.siteUrlGiven ? siteHosts : undefined,
    localeHosts: config.localeHosts,
    bounds: { most: config.maxConnections },
    trustedProxies: config.trustedProxies,
    onRefused,
    handlers: [
      health.handler,
      createPicturesHandler(services.pictures.service, asking),
      createPhotosHandler(services.storage),
      createBasemapHandler({
        url: config.basemapUrl,
        current: () => currentBasemap(config.dataDir),
        pathOf: (name) => basemapPath(config.dataDir, name),
        tiles: config.tiles && { kept: openTiles(config.tiles, join(config.dataDir, 'tiles'), log), asking },
      }),
      ...(config.devOutbox && (mail.outbox ?? sms.outbox) ? [createOutboxHandler(mail.outbox, sms.outbox, { mails: allMails, site: services.site })] : []),
      ...(config.devOutbox ? [createPartsHandler(rendering)] : []),
      ...(services.people ? handlersOfPeople({ people: services.people, site: services.site, config, limits, shared, onRefused, log }) : []),
      createOgHandler(services.pictures.linkPictures, ogCacheBytes, asking),
      machineFilesHandler(createMachineFiles({ ...services, sitemaps: services.sitemaps.service })),
      createApiHandler({
        api,
        upstreams: new Map(
          [...config.upstreams].map(([prefix, base]) => [
            prefix,
            createUpstream(
              base,
              calls.map(({ contract }) => contract),
            ),
          ]),
        ),
        trustedProxies: config.trustedProxies,
        countryHeader: config.countryHeader,
        ownOrigins,
        limits,
        log,
        onRefused,
      }),
      filesHandler(files.find, (host) => hostPrefixes.get(host) ?? ''),
      pages,
    ],
    forms: pages,
    log,
    onRequest(status, milliseconds, by) {
      health.onRequest(status, milliseconds, by);
      quiet?.onRequest(by);
    },
  });
  return {
    server,
    services,
    rendering,
    isOpen: () => open,
    async begin() {
      // Who is sent here once it says so may sign in at once, which makes a job due.
      await runner.start();
      open = true;
      void services.search.settled();
      quiet = watchQuietHeap();
      // What changes makes jobs due; while the sample is written there is no queue yet, and nobody waits for news.
      const told = services.people?.onChange;
      if (told) await services.database.onChange((tags) => void told(tags));
    },
    async stop(onStep = () => undefined) {
      const wasOpen = open;
      open = false;
      quiet?.stop();
      onStep('the proxy in front');
      // Whoever asks for /readyz hears of it, while requests that are on their way are still taken.
      if (wasOpen) await wait(config.drainSeconds * 1_000);
      onStep('requests under way');
      const rested = runner.stop(stopWithin);
      await closed(server);
      onStep('jobs under way');
      await rested;
      onStep('the mail');
      await Promise.all([mail.port.close(), sms.port.close()]);
      onStep('the database');
      await store.close();
      await services.close();
    },
  };
}
