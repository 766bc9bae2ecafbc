/**
 * The composition root: each feature made once, after those it needs, and handed on by argument. Where two need each other, the one made first takes
 * a function, which asks for the other when it is used (`() => groups.service`).
 */
import { join } from 'node:path';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Afterwards } from '#lib/afterwards.ts';
import { composeCatalogue } from '#lib/compose-catalogue.ts';
import { composePeople } from '#lib/compose-people.ts';
import { objectionToOpening, operatorParty } from '#lib/operator.ts';
import type { Config } from '#lib/config.ts';
import { TagCache } from '#lib/db/tag-cache.ts';
import type { Database } from '#lib/db/database.ts';
import { createAssistant } from '#lib/features/assistant/assistant.feature.ts';
import { createAuditFeature, sealOf } from '#lib/features/audit/audit.feature.ts';
import { createCaptcha } from '#lib/features/captcha/captcha.feature.ts';
import { createDocuments } from '#lib/features/documents/documents.feature.ts';
import { createEditorial } from '#lib/features/editorial/editorial.feature.ts';
import { readEditorialEntries } from '#lib/features/editorial/editorial.files.ts';
import { createFinding } from '#lib/features/finding/finding.feature.ts';
import { createFrontPage } from '#lib/features/front-page/front-page.feature.ts';
import { createHouse } from '#lib/features/house/house.feature.ts';
import { createLimits } from '#lib/features/limits/limits.feature.ts';
import { createLists } from '#lib/features/lists/lists.feature.ts';
import { createMap } from '#lib/features/map/map.feature.ts';
import { createMiniProgram } from '#lib/features/mini-program/mini-program.feature.ts';
import { ownPhotographsFolder, readOwnPhotographs } from '#lib/features/photographs/own-photographs.files.ts';
import { createPicturesFeature } from '#lib/features/pictures/pictures.feature.ts';
import { createPlaces } from '#lib/features/places/places.feature.ts';
import { createProviders } from '#lib/features/providers/providers.feature.ts';
import { createQuotes } from '#lib/features/quotes/quotes.feature.ts';
import { createReports } from '#lib/features/reports/reports.feature.ts';
import { readRegions } from '#lib/features/search/region.files.ts';
import { createSearch } from '#lib/features/search/search.feature.ts';
import { createSitemapsFeature } from '#lib/features/sitemaps/sitemaps.feature.ts';
import { createTrackingFeature } from '#lib/features/tracking/tracking.feature.ts';
import { createTranslate } from '#lib/features/translate/translate.feature.ts';
import { createTransport } from '#lib/features/transport/transport.feature.ts';
import type { Process } from '#lib/features/transport/transport.feature.ts';
import { createWhereaboutsFeature } from '#lib/features/whereabouts/whereabouts.feature.ts';
import { createSite } from '#lib/paths.ts';
import { openPorts } from '#lib/ports/ports.ts';
import { resolvePath } from '#lib/resolve.ts';

export type Composition = Awaited<ReturnType<typeof compose>>;
/** Read models for pages. */
export type Loaders = Composition['loaders'];

/** Milliseconds for which rows are kept at most: some answers depend on the day. */
const cachedFor = 5 * 60_000;

/**
 * Makes every feature over an open, migrated database.
 * @param progress receives a line for each step worth telling.
 * @param afterwards what services may cause to happen; nothing, for commands.
 * @throws {PlaceFileError}
 */
export async function compose(
  config: Config,
  database: Database,
  progress: (line: string) => void,
  { queue, mailer, texter, secrets, identities }: Afterwards = {},
) {
  const { db } = database;
  const content = join(process.cwd(), 'src/content');
  const site = createSite(config.siteUrl, config.localeHosts);
  const ports = openPorts(config);
  const cache = new TagCache({ freshFor: cachedFor, bound: config.dataMemoryBytes });
  const editorial = readEditorialEntries(content);

  const { geo, rates, catalogue, photographs } = await composeCatalogue(database, ports, progress);
  const shared = { db, geo, site, cache, editorial, rates: rates.service };

  const transport = createTransport({
    db,
    serverRegion: config.serverRegion,
    onUnkept: (error) => progress(`idempotency: an answer could not be kept: ${error instanceof Error ? error.message : String(error)}`),
  });
  const finding = createFinding(shared);
  const own = readOwnPhotographs(join(content, ownPhotographsFolder));
  const house = createHouse({ ...shared, own, policies: join(content, 'cancellation-policies'), canTranslate: config.translate !== undefined });
  const quotes = createQuotes({ content, policies: house.policies });
  const limits = createLimits({ db });
  const captcha = createCaptcha({ counters: limits.counters, judges: ports.captchas, fallbackAfter: config.captchaFallbackCount, secrets });
  const reports = createReports({
    ...shared,
    secrets,
    houses: house.service,
    readHouses: house.loader,
    asksForProof: captcha.service !== undefined,
    mailer,
    operator: { email: config.operatorEmail, locale: config.operatorLocale },
  });
  const audit = createAuditFeature({ db, seal: secrets && sealOf(secrets) });
  const regionFile = join(content, 'regions.yaml');
  const regions = readRegions(regionFile, geo);
  const lists = createLists({ ...shared, lists: finding.service, houses: house.service, regions });
  const providers = createProviders({ ...shared, lists: finding.service });
  const search = createSearch({
    ...shared,
    ...config,
    lists: finding.service,
    regions: regionFile,
    elsewhere: join(content, 'elsewhere.yaml'),
    progress,
    ofAccounts: () => people?.history.searches,
  });
  const translate = createTranslate(ports.translators);
  const assistant = createAssistant({
    content,
    site,
    readHouses: house.loader,
    writer: ports.answers,
    counters: limits.counters,
    dailyTokens: config.assistantDailyTokens,
    customerChat: config.customerChatUrl,
  });
  // Commands know nobody; nor do several nodes without one secret, of which one could not read what another writes; nor a site without a party.
  const objection = mailer && texter ? objectionToOpening(config) : undefined;
  if (objection) progress(objection);
  const people =
    mailer && texter && secrets?.isShared && !objection
      ? composePeople({
          ...shared,
          ...ports,
          ...(identities ? { identities } : {}),
          config,
          secrets,
          mailer,
          texter,
          counters: limits.counters,
          audit,
          houses: house.service,
          quotes: quotes.service,
          documents: createDocuments(content, operatorParty(config)),
          readHouses: house.loader,
          search: search.service,
          asksForProof: captcha.service !== undefined,
          catalogue: catalogue.service,
          reports,
          photographs: photographs.service,
          queue,
          translate: translate.service.translate,
          lists: finding.service,
          freshLists: finding.fresh,
          showCards: lists.loader.cards,
          showBoard: lists.loader.board,
          progress,
        })
      : undefined;
  const map = createMap({ ...shared, ...ports, regions, lists: finding.service, index: finding.index, mapboxToken: config.mapboxToken });
  const frontPage = createFrontPage({ ...shared, lists: finding.service, frontPageFilm: config.frontPageFilm });
  const editorialTexts = createEditorial({ root: content, site });
  const places = createPlaces(shared);
  const whereabouts = createWhereaboutsFeature({ ...shared, ...ports });
  const miniProgram = createMiniProgram({ ...shared, ...ports });
  const sitemaps = createSitemapsFeature(shared);
  const tracking = createTrackingFeature({
    db,
    routeOfPath: (path, locale) => {
      const found = resolvePath(geo, path, locale);
      return found.kind === 'page' ? found.name : undefined;
    },
  });
  const pictures = createPicturesFeature({
    ...shared,
    own,
    storage: ports.storage,
    folder: join(config.dataDir, 'pictures'),
    maxBytes: config.pictureCacheBytes,
  });

  for (const changed of [(tags: readonly string[]) => cache.invalidate(tags), rates.onChange, finding.onChange, search.onChange])
    await database.onChange(changed);

  return {
    config,
    database,
    site,
    geo,
    editorial,
    rates: rates.service,
    catalogue,
    finding,
    house,
    reports,
    /** Undefined while accounts are closed. */
    people,
    audit,
    limits,
    captcha: captcha.service,
    lists,
    map,
    search,
    frontPage,
    sitemaps,
    tracking,
    pictures,
    photographs: photographs.service,
    transport,
    storage: ports.storage,
    loaders: {
      frontPage: frontPage.loader,
      house: house.loader,
      list: lists.loader,
      discover: lists.discover,
      providers: providers.loader,
      map: map.loader,
      search: search.loader,
      reports: reports.loader,
      assistant: assistant.loader,
      operator: operatorParty(config),
      /** Undefined while accounts are closed, as are those below. */
      accounts: people?.loaders.accounts,
      shortlist: people?.loaders.shortlist,
      history: people?.loaders.history,
      enquiries: people?.loaders.enquiries,
      staff: people?.loaders.staff,
      desk: people?.loaders.desk,
      deskFind: people?.loaders.deskFind,
      realname: people?.loaders.realname,
      feedback: people?.loaders.feedback,
      resumes: people?.loaders.resumes,
      payments: people?.loaders.payments,
      customForms: people?.loaders.customForms,
      wishes: people?.loaders.wishes,
      stock: people?.loaders.stock,
      orders: people?.loaders.orders,
      couponStep: people?.loaders.couponStep,
      groups: people?.loaders.groups,
      coupons: people?.loaders.coupons,
      payouts: people?.loaders.payouts,
      statements: people?.loaders.statements,
      supplierTerms: people?.loaders.supplierTerms,
      securityAlarms: people?.loaders.securityAlarms,
      supplierParties: people?.loaders.supplierParties,
      news: people?.loaders.news,
      overview: people?.loaders.overview,
      today: people?.loaders.today,
      viewings: people?.loaders.viewings,
      payrent: people?.loaders.payrent,
      reviews: people?.loaders.reviews,
      evidence: people?.loaders.evidence,
      feeds: people?.loaders.feeds,
    },
    /** What happens afterwards and by the clock. */
    jobs: [catalogue, photographs, tracking, search, transport, reports, limits, ...(people ? [people] : [])].flatMap(({ jobs }) => jobs),
    /** Every call of the API with what answers it. */
    callsOf: (self: Process): readonly BoundCall[] => [
      ...transport.callsOf(self),
      ...[
        captcha,
        editorialTexts,
        frontPage,
        places,
        whereabouts,
        translate,
        miniProgram,
        lists,
        house,
        assistant,
        reports,
        map,
        search,
        tracking,
        ...(people ? [people] : []),
      ].flatMap(({ calls }) => calls),
    ],
    async close(): Promise<void> {
      search.stop();
      await database.close();
    },
  };
}
