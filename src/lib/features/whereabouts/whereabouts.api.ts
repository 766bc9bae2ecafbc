/** Binds the calls that tell where the asker seems to be. */
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { Site } from '#lib/paths.ts';
import { countryByIpContract, userCityContract } from './whereabouts.contract.ts';
import type { Whereabouts, WhereaboutsService } from './whereabouts.service.ts';

/** R9.08, in seconds. */
const countryKept = 172_800;
/** R9.10, in seconds. */
const cityKept = 1_800;

const toWhereabouts = ({ iso2, dialCode, source }: Whereabouts) => ({ country_code: dialCode, country_ab: iso2, source });

export function whereaboutsCalls(whereabouts: WhereaboutsService, site: Site): readonly BoundCall[] {
  const secure = site.origin.startsWith('https:');
  return [
    bind(countryByIpContract, async (_, caller) => {
      const at = await whereabouts.countryOf(caller);
      // What is only guessed from the language is not worth keeping.
      const kept = at.source === 'language' ? [] : [setCookie('country_code', at.dialCode, countryKept, secure)];
      return { ok: true, data: toWhereabouts(at), cookies: kept };
    }),

    bind(userCityContract, async (_, caller) => {
      const { at, city } = await whereabouts.cityOf(caller);
      const shown = (one: City) => ({
        city_id: one.id,
        city_name: one.names[caller.locale],
        city_unique_name: one.slug,
        country_unique_name: one.country.slug,
        url: site.paths(caller.locale).place(one),
      });
      const kept = at.source === 'language' ? [] : [setCookie('user_city', at.iso2, cityKept, secure)];
      return { ok: true, data: { ...toWhereabouts(at), city: city ? shown(city) : null }, cookies: kept };
    }),
  ];
}
