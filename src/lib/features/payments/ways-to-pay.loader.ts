/** Which ways to pay there are, by country and currency: asked of the same service as the page that takes the money (R2.029). */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Country } from '#lib/features/geo/geo.schema.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';
import { listFormat } from '#lib/i18n/formats.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import type { Reader } from '#lib/reader.ts';
import type { PaymentsService } from './payments.service.ts';
import { onlineMinutes, transferDays } from './payments.rules.ts';
import { methodLabels, methodLimits, methodNotes, methodPlaces } from './payments.words.ts';

type Parts = {
  readonly payments: Pick<PaymentsService, 'methodsFor' | 'providers'>;
  readonly geo: Pick<GeoIndex, 'countries' | 'countryById'>;
};

export type WaysToPay = ReturnType<typeof waysToPay>;

type Group = {
  readonly currencies: readonly CurrencyCode[];
  /** Whose homes are paid in them. */
  readonly countries: readonly Country[];
  readonly methods: readonly PaymentMethod[];
};

export function waysToPay({ payments, geo }: Parts) {
  /** Currencies that can be paid the same ways, together. */
  function groupsOf(currencies: readonly CurrencyCode[]): readonly Group[] {
    const alike = Map.groupBy(currencies, (one) =>
      payments
        .methodsFor(one)
        .map(({ method }) => method)
        .join(),
    );
    return [...alike.values()].map((of) => ({
      currencies: of,
      countries: geo.countries.filter(({ currency }) => of.includes(currency)),
      methods: of[0] === undefined ? [] : payments.methodsFor(of[0]).map(({ method }) => method),
    }));
  }

  return {
    ways({ query, locale, t, intl }: Pick<Reader, 'query' | 'locale' | 't' | 'intl'>) {
      const all = [...new Set(geo.countries.map(({ currency }) => currency))];
      const country = geo.countryById(parseId(query.get('country_id')) ?? -1);
      const currency = all.find((one) => one === query.get('currency')) ?? country?.currency;
      const named = (code: CurrencyCode): string => `${code} · ${currencyName(code, locale)}`;
      const nameOf = ({ names }: { readonly names: Readonly<Record<Locale, string>> }): string => names[locale];
      const together = listFormat(intl);
      return {
        country: country && { id: country.id, name: nameOf(country), currency: country.currency },
        currency,
        /** What the page is asked about besides everything; one that is asked is not for search engines. */
        isAsked: country !== undefined || currency !== undefined,
        countries: geo.countries.map((one) => ({ id: one.id, label: `${nameOf(one)} · ${one.currency}` })),
        currencies: all.toSorted().map((code) => ({ code, label: named(code) })),
        /** No money moves by any of them. */
        isTrial: payments.providers.length > 0 && payments.providers.every(({ isLive }) => !isLive),
        groups: groupsOf(currency ? [currency] : all).map(({ currencies, countries, methods }) => ({
          title: currency ? named(currency) : currencies.join(', '),
          countries: together.format(countries.map(nameOf)),
          currency: currencies.length === 1 ? currencies[0] : undefined,
          ways: methods.map((method) => ({
            method,
            label: t(methodLabels[method]),
            cost: t(methodNotes[method]),
            place: t(methodPlaces[method]),
            limit: t(methodLimits[method], { days: transferDays, minutes: onlineMinutes }),
          })),
        })),
      };
    },
  };
}
