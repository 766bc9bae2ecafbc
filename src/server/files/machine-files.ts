/** Files for machines: robots.txt, sitemaps, llms.txt, the IndexNow key, and the API's own description. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { brand } from '#lib/brand.ts';
import type { Config } from '#lib/config.ts';
import { contracts } from '#lib/contracts.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { sitemapTypes } from '#lib/features/sitemaps/sitemaps.service.ts';
import type { Sitemaps } from '#lib/features/sitemaps/sitemaps.service.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Site } from '#lib/paths.ts';
import { llmsText } from '#lib/seo/llms.ts';
import { robotsText } from '#lib/seo/robots.ts';
import { sitemapIndexXml, sitemapXml } from '#lib/seo/sitemap.ts';
import { openApiDocument } from '#lib/api/openapi.ts';
import { acceptedEncodings, send } from '../respond.ts';
import type { Handler } from '#server/handler.ts';
import { apiVersion } from '#lib/api/signing.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';

export type MachineFile = {
  readonly status: 200 | 404;
  readonly type: string;
  /** Sitemaps come in pieces and are to be sent as they come. */
  readonly body: string | AsyncIterable<string>;
};

/** Undefined at once when the path is no such file; a path below `/sitemaps/` is always answered here. */
export type MachineFiles = (pathname: string) => Promise<MachineFile> | undefined;

type Parts = {
  readonly config: Pick<Config, 'indexNow'>;
  readonly site: Site;
  readonly geo: GeoIndex;
  readonly editorial: readonly EditorialEntry[];
  readonly sitemaps: Sitemaps;
};

const plain = 'text/plain; charset=utf-8';
const xml = 'application/xml; charset=utf-8';
const json = 'application/json; charset=utf-8';
/** Shorter texts are not worth zipping, in characters. */
const leastZipped = 10_000;
const missing: MachineFile = { status: 404, type: plain, body: 'There is no such file.\n' };

/** The address of a sitemap file. @example sitemapPath('en-us', 'houses', 1) // '/sitemaps/en-us-houses-1.xml' */
export function sitemapPath(locale: string, type: string, part: number): string {
  return `/sitemaps/${locale}-${type}-${part}.xml`;
}

function readSitemapPath(pathname: string) {
  const match = /^\/sitemaps\/([a-z]{2}-[a-z]{2})-([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(pathname);
  const locale = locales.find((one) => one === match?.[1]);
  const type = sitemapTypes.find((one) => one === match?.[2]);
  return locale && type ? { locale, type, part: Number(match?.[3]) } : undefined;
}

/** Answers for the files of crawlers; `undefined` means the path belongs to someone else. */
export function createMachineFiles({ config, site, geo, editorial, sitemaps }: Parts): MachineFiles {
  const text = (body: string): Promise<MachineFile> => Promise.resolve({ status: 200, type: plain, body });

  async function index(): Promise<MachineFile> {
    const files = await sitemaps.files();
    return {
      status: 200,
      type: xml,
      body: sitemapIndexXml(files.map(({ locale, type, part, changed }) => ({ address: `${site.origin}${sitemapPath(locale, type, part)}`, changed }))),
    };
  }

  async function sitemap(pathname: string): Promise<MachineFile> {
    const asked = readSitemapPath(pathname);
    const urls = asked && (await sitemaps.urls(asked.locale, asked.type, asked.part));
    return urls ? { status: 200, type: xml, body: sitemapXml(urls) } : missing;
  }

  let openApi: MachineFile | undefined;

  return (pathname) => {
    if (pathname === '/openapi.json') {
      openApi ??= {
        status: 200,
        type: json,
        body: JSON.stringify(openApiDocument({ contracts, origin: site.origin, version: apiVersion, title: brand.name })),
      };
      return Promise.resolve(openApi);
    }
    if (pathname === '/robots.txt') return text(robotsText(site.origin));
    if (pathname === '/llms.txt') return text(llmsText(site, geo, editorial));
    if (pathname === '/sitemap.xml') return index();
    if (pathname.startsWith('/sitemaps/')) return sitemap(pathname);
    if (config.indexNow && pathname === `/${config.indexNow.key}.txt`) return text(config.indexNow.key);
    return undefined;
  };
}

/** Sends them, sitemaps piece by piece at the pace of the reader. */
export function machineFilesHandler(files: MachineFiles): Handler {
  return async (request, response, { pathname }) => {
    const answer = files(pathname);
    if (!answer) return undefined;
    const { status, type, body } = await answer;
    const headers = { 'content-type': type, 'cache-control': status === 200 ? 'public, max-age=3600' : 'no-store', vary: 'Accept-Encoding' };
    if (typeof body === 'string' && body.length >= leastZipped && acceptedEncodings(request).gzip) {
      send(request, response, { status, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) });
      return 'machine-file';
    }
    if (typeof body === 'string' || request.method === 'HEAD') {
      send(request, response, { status, headers, body: typeof body === 'string' ? body : '' });
      return 'machine-file';
    }
    const zipped = acceptedEncodings(request).gzip;
    response.writeHead(status, zipped ? { ...headers, 'content-encoding': 'gzip' } : headers);
    // A crawler that hangs up half-way is its own affair.
    await (zipped ? pipeline(Readable.from(body), createGzip({ level: 6 }), response) : pipeline(Readable.from(body), response)).catch(() =>
      response.destroy(),
    );
    return 'machine-file';
  };
}
