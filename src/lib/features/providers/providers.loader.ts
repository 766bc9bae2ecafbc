/** Read models of the index of providers and of a provider's page. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import { houseCard } from '#lib/features/lists/list-card.rules.ts';
import { pageNumbers } from '#lib/features/lists/list.rules.ts';
import type { HouseCardFacts, PageLink } from '#lib/features/lists/list.schema.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { readerConverter } from '#lib/features/rates/reader-currency.rules.ts';
import { pageCount } from '#lib/features/finding/question.rules.ts';
import type { Reader } from '#lib/reader.ts';
import { citiesOf, countsOf, placesOf, providersPerPage } from './providers.rules.ts';
import { providerKinds } from './providers.schema.ts';
import type { Provider, ProviderKind, ProviderRecord, Standing } from './providers.schema.ts';
import type { ProvidersService } from './providers.service.ts';

export type ProviderRow = {
  readonly provider: Provider;
  readonly href: string;
  readonly cities: readonly { readonly city: City; readonly homes: number }[];
  /** Of its first home; undefined where that cannot be shown. */
  readonly picture: PictureSource | undefined;
};

/** The pages of something, as links; undefined where some are left out. */
type Paged = {
  readonly page: number;
  readonly pages: readonly (PageLink | undefined)[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
};

export type ProvidersPage = Paged & {
  readonly total: number;
  readonly kind: ProviderKind | undefined;
  /** Kinds that there are, with how many; one alone is no choice. */
  readonly kinds: readonly { readonly kind: ProviderKind; readonly count: number; readonly href: string; readonly current: boolean }[];
  readonly all: { readonly count: number; readonly href: string };
  readonly rows: readonly ProviderRow[];
};

export type ProviderShown = Paged & {
  readonly record: ProviderRecord;
  readonly cities: readonly { readonly city: City; readonly homes: number }[];
  /** Its homes on this page. */
  readonly cards: readonly HouseCardFacts[];
};

function paged(page: number, last: number, href: (page: number) => string): Paged {
  return {
    page,
    pages: pageNumbers(page, last).map((number) => (number === undefined ? undefined : { number, href: href(number), current: number === page })),
    previous: page > 1 ? href(page - 1) : undefined,
    next: page < last ? href(page + 1) : undefined,
  };
}

export type ProvidersLoader = ReturnType<typeof createProvidersLoader>;

export function createProvidersLoader(service: ProvidersService, rates: RatesService, geo: GeoIndex) {
  const cardsOf = (homes: readonly ListedHouse[], reader: Reader): readonly HouseCardFacts[] => {
    const { convert } = readerConverter(rates, reader);
    return homes.map((home) => houseCard(home, home.city.country, reader, geo, convert));
  };
  const placed = ({ cityIds }: Provider) =>
    citiesOf(cityIds).flatMap(({ id, homes }) => {
      const city = geo.cityById(id);
      return city ? [{ city, homes }] : [];
    });

  return {
    /** Providers of `?kind=`, of every kind without it. Undefined beyond the last page, and where nobody is of that kind. */
    async index(reader: Reader): Promise<ProvidersPage | undefined> {
      const { query, paths, tags, now } = reader;
      tags.add('catalogue');
      const kind = providerKinds.find((one) => one === query.get('kind'));
      const page = Number(query.get('page') ?? '1');
      const order = await service.order();
      const counts = countsOf(order);
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const total = kind ? (counts.get(kind) ?? 0) : all;
      const last = pageCount(total, providersPerPage);
      if (page < 1 || page > last || (kind && total === 0)) return undefined;
      const { providers, homes } = await service.some(placesOf(order, kind, page), now);
      const cards = cardsOf(homes, reader);
      const base = paths.to('providers');
      const href = (of: ProviderKind | undefined, number = 1): string => {
        const asked = [...(of ? [`kind=${of}`] : []), ...(number > 1 ? [`page=${number}`] : [])].join('&');
        return asked === '' ? base : `${base}?${asked}`;
      };
      const kinds = providerKinds.flatMap((one) => {
        const count = counts.get(one) ?? 0;
        return count > 0 ? [{ kind: one, count, href: href(one), current: one === kind }] : [];
      });
      return {
        total,
        kind,
        kinds: kinds.length > 1 ? kinds : [],
        all: { count: all, href: href(undefined) },
        rows: providers.map((provider) => ({
          provider,
          href: paths.to('provider_record', { slug: provider.slug }),
          cities: placed(provider),
          picture: cards.find(({ id }) => provider.houseIds.includes(id))?.picture,
        })),
        ...paged(page, last, (number) => href(kind, number)),
      };
    },

    /** What the page about the site counts; undefined while there is no home to count. */
    standing(reader: Reader): Promise<Standing | undefined> {
      reader.tags.add('catalogue');
      return service.standing();
    },

    /** A provider's page with `?page=` of its homes; undefined where nobody has this name, and beyond the last page. */
    async record(reader: Reader, slug: string): Promise<ProviderShown | undefined> {
      const page = Number(reader.query.get('page') ?? '1');
      const found = page < 1 ? undefined : await service.record(slug, page, reader.now);
      if (!found) return undefined;
      const { record, homes } = found;
      const last = pageCount(record.homes);
      if (page > last) return undefined;
      const base = reader.paths.to('provider_record', { slug: record.slug });
      reader.tags.add(`supplier:${record.id}`);
      return {
        record,
        cities: placed(record),
        cards: cardsOf(homes, reader),
        ...paged(page, last, (number) => `${number > 1 ? `${base}?page=${number}` : base}#homes`),
      };
    },
  };
}
