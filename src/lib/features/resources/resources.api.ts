import type { GeoIndex } from '#lib/features/geo/geo-index.ts';
import type { Country } from '#lib/features/geo/geo.schema.ts';
import { pictureWidths } from '#lib/features/pictures/picture-source.ts';
import type { BoundCall } from '#lib/http/bind.ts';
import { bind } from '#lib/http/bind.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { currencies, currencyCodes } from '#lib/money/currencies.ts';
import { leaseUnits } from '#lib/money/money.ts';
import { commonDataContract, countryCodesContract } from './resources.contract.ts';

/** How many countries a phone field offers before the full list. */
const hotCount = 6;

function dialEntry(country: Country, locale: Locale) {
  return { country_id: country.id, country_ab: country.iso2, country_code: country.dialCode, name: country.names[locale] };
}

/** Binds the resource calls. */
export function resourceCalls(geo: GeoIndex, version: string, serverRegion: string): readonly BoundCall[] {
  return [
    bind(countryCodesContract, async (_, { locale }) => {
      const collator = new Intl.Collator(localeFacts[locale].intl);
      const all = geo.countries.map((country) => ({ initial: country.iso2.slice(0, 1), entry: dialEntry(country, locale) }));
      const groups = Map.groupBy(all, ({ initial }) => initial);
      return {
        ok: true,
        data: {
          hot: geo.countries.slice(0, hotCount).map((country) => dialEntry(country, locale)),
          grouped: [...groups]
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([initial, members]) => ({
              initial,
              countries: members.map(({ entry }) => entry).sort((a, b) => collator.compare(a.name, b.name)),
            })),
        },
      };
    }),
    bind(commonDataContract, async (_, { locale }) => ({
      ok: true,
      data: {
        version,
        server_region: serverRegion,
        default_dial_code: localeFacts[locale].dialCode,
        languages: [...locales],
        lease_units: [...leaseUnits],
        image_variants: [...pictureWidths],
        currencies: currencyCodes.map((code) => ({ currency_id: currencies[code].id, code, symbol: currencies[code].symbol.trim() })),
      },
    })),
  ];
}
