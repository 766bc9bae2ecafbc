/** Where a reader probably is: what a proxy in front found out, else an address look-up, else what their language suggests. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { GeoIp } from '#lib/ports/geo-ip/geo-ip.ts';
import { dialCountry } from '#lib/geo/dial-codes.ts';

export type Whereabouts = {
  readonly iso2: string;
  readonly dialCode: string;
  readonly source: 'proxy' | 'address' | 'language';
};

type Reader = { readonly locale: Locale; readonly address: string; readonly country: string | undefined };

/** R9.09: whose dial code a language offers first. */
const countryOfDialCode: Readonly<Record<string, string>> = { '1': 'US', '86': 'CN' };

export type WhereaboutsService = ReturnType<typeof createWhereabouts>;

export function createWhereabouts(geo: GeoIndex, geoIp: GeoIp) {
  async function countryOf({ locale, address, country }: Reader): Promise<Whereabouts> {
    const ofProxy = country === undefined ? undefined : dialCountry(country);
    if (ofProxy) return { iso2: ofProxy.iso2, dialCode: ofProxy.dialCode, source: 'proxy' };
    // R8.33: a look-up that fails is as if there were none.
    const found = await geoIp.countryOf(address).catch(() => undefined);
    const ofAddress = found === undefined ? undefined : dialCountry(found);
    if (ofAddress) return { iso2: ofAddress.iso2, dialCode: ofAddress.dialCode, source: 'address' };
    const { dialCode } = localeFacts[locale];
    return { iso2: countryOfDialCode[dialCode] ?? 'CN', dialCode, source: 'language' };
  }

  return {
    countryOf,

    /** The most sought city of the reader's country; undefined where we have none there. */
    async cityOf(reader: Reader): Promise<{ readonly at: Whereabouts; readonly city: City | undefined }> {
      const at = await countryOf(reader);
      return { at, city: geo.countries.find(({ iso2 }) => iso2 === at.iso2)?.cities[0] };
    },
  };
}
