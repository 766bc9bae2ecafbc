/**
 * Tells search engines that speak IndexNow (Bing, Yandex, Naver, Seznam …) which house pages changed or went away.
 * Each change is told once: the mark moves on only after the endpoint has taken a batch. The first run tells nothing
 * and only sets the mark, because what is already there is what sitemaps are for.
 */
import { FetchError, ofetch } from 'ofetch';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import type { ChangedHouse, IndexNowRepository } from './indexnow.repository.ts';

/** The protocol's bound on one message. */
const urlsPerMessage = 10_000;
const timeoutMs = 8_000;
/** A change is told when it is this old: a long import commits changes that bear the time of its beginning. */
const settleMs = 10 * 60_000;
/** Longer than any run; after it another process may take over from one that died. */
const claimMs = 10 * 60_000;

export type IndexNowOutcome =
  | { readonly kind: 'sent'; readonly urls: number }
  /** First run: from now on changes are told. */
  | { readonly kind: 'started' }
  | { readonly kind: 'busy' }
  /** The endpoint refused or did not answer; what it took before is not told again. `status` is absent without answer. */
  | { readonly kind: 'failed'; readonly urls: number; readonly status: number | undefined };

export type IndexNow = { run(): Promise<IndexNowOutcome> };

type Parts = {
  readonly repository: IndexNowRepository;
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly key: string;
  readonly endpoint: string;
  readonly now?: () => Date;
};

function summary(outcomes: readonly IndexNowOutcome[]): IndexNowOutcome {
  const urls = outcomes.reduce((sum, one) => sum + ('urls' in one ? one.urls : 0), 0);
  const failed = outcomes.find((one) => one.kind === 'failed');
  if (failed) return { ...failed, urls };
  return outcomes.every(({ kind }) => kind === 'started') ? { kind: 'started' } : { kind: 'sent', urls };
}

type Refusal = { readonly status: number | undefined };

export function createIndexNow({ repository, geo, site, key, endpoint, now = () => new Date() }: Parts): IndexNow {
  /** One message may speak of one host only; without hosts of their own all locales share one. */
  const localesByOrigin = Map.groupBy(locales, (locale) => site.absolute(locale, ''));

  function pagesOf({ id, cityId, houseType }: ChangedHouse, spoken: readonly Locale[]): string[] {
    const city = geo.cityById(cityId);
    return city ? spoken.map((locale) => site.absolute(locale, site.paths(locale).house({ id: asId(id), city, houseType }))) : [];
  }

  async function post(origin: string, urlList: readonly string[]): Promise<Refusal | undefined> {
    try {
      await ofetch(endpoint, {
        method: 'POST',
        // A redirect could lead anywhere; the host is the operator's.
        redirect: 'error',
        body: { host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList },
        timeout: timeoutMs,
        retry: 0,
        responseType: 'text',
      });
      return undefined;
    } catch (error) {
      if (error instanceof FetchError) return { status: error.status };
      throw error;
    }
  }

  async function tell(origin: string, spoken: readonly Locale[], settled: Date): Promise<IndexNowOutcome> {
    const { host } = new URL(origin);
    let mark = await repository.mark(host);
    if (!mark) {
      await repository.setMark(host, { changed: settled.toISOString(), houseId: 0 });
      return { kind: 'started' };
    }
    let urls = 0;
    for (;;) {
      const batch = await repository.changedAfter(mark, settled, Math.floor(urlsPerMessage / spoken.length));
      const last = batch.at(-1);
      if (!last) return { kind: 'sent', urls };
      const pages = batch.flatMap((house) => pagesOf(house, spoken));
      const refusal = pages.length > 0 ? await post(origin, pages) : undefined;
      if (refusal) return { kind: 'failed', urls, status: refusal.status };
      urls += pages.length;
      mark = last.mark;
      await repository.setMark(host, mark);
    }
  }

  return {
    async run() {
      const time = now();
      if (!(await repository.claim(time, new Date(time.getTime() + claimMs)))) return { kind: 'busy' };
      try {
        const settled = new Date(time.getTime() - settleMs);
        const outcomes: IndexNowOutcome[] = [];
        for (const [origin, spoken] of localesByOrigin) outcomes.push(await tell(origin, spoken, settled));
        return summary(outcomes);
      } finally {
        await repository.release();
      }
    },
  };
}
