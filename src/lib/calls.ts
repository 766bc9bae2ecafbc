/** Every call of the API, bound to the services that answer it. Another part of the composition root. */
import type { JWK } from 'jose';
import { placeCalls } from '#lib/features/places/places.api.ts';
import { houseDetailCalls } from '#lib/features/house/house-detail.api.ts';
import { houseSearchCalls } from '#lib/features/lists/house-search.api.ts';
import { mapCalls } from '#lib/features/map/map.api.ts';
import { resourceCalls } from '#lib/features/resources/resources.api.ts';
import { createTranslateService } from '#lib/features/translate/translate.service.ts';
import { createWhereabouts } from '#lib/features/whereabouts/whereabouts.service.ts';
import { trackingCalls } from '#lib/features/tracking/tracking.api.ts';
import { searchCalls } from '#lib/features/search/search.api.ts';
import { transportCalls } from '#lib/features/transport/transport.api.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { noGeoIp } from '#lib/ports/geo-ip/geo-ip.ts';
import { httpGeoIp } from '#lib/ports/geo-ip/http-geo-ip.ts';
import { webCode } from '#lib/ports/mini-program/web-code.ts';
import { wechatCode } from '#lib/ports/mini-program/wechat-code.ts';
import { libreTranslator } from '#lib/ports/translate/libre-translator.ts';
import { scriptTranslator } from '#lib/ports/translate/script-translator.ts';
import type { Services } from '#lib/services.ts';

export type CallParts = { readonly services: Services; readonly version: string; readonly sealKey: JWK };

export function apiCalls({ services, version, sealKey }: CallParts): readonly BoundCall[] {
  const { geo, config } = services;
  return [
    ...transportCalls(sealKey),
    ...resourceCalls({
      ...services,
      version,
      serverRegion: config.serverRegion,
      homeVideo: config.homeVideo,
      whereabouts: createWhereabouts(geo, config.geoIpUrl ? httpGeoIp(config.geoIpUrl) : noGeoIp),
      translate: createTranslateService([scriptTranslator, ...(config.translate ? [libreTranslator(config.translate.url, config.translate.key)] : [])]),
      phoneCodes: [...(config.wechatMini ? [wechatCode(config.wechatMini.appId, config.wechatMini.secret)] : []), webCode],
    }),
    ...placeCalls(services),
    ...houseSearchCalls({ ...services, discover: services.loaders.discover }),
    ...houseDetailCalls(services),
    ...mapCalls({ ...services, loader: services.loaders.map }),
    ...searchCalls(services.search, services.site),
    ...trackingCalls(services.tracking),
  ];
}
