/** The words the islands of the map are given, in one language. Pure. */
import { formatMinutes } from '#lib/geo/distance-words.ts';
import type { T } from '#lib/i18n/t.ts';

/** Every word the islands of the map say, in the page's language. */
export type MapWords = Readonly<ReturnType<typeof mapWords>>;

export function mapWords(t: T, intl: string, title: string) {
  return {
    title,
    help: t('map.help'),
    show: t('map.show'),
    loading: t('map.loading'),
    failed: t('map.failed'),
    again: t('map.again'),
    listFailed: t('map.list_failed'),
    viewMap: t('map.map'),
    viewList: t('map.list'),
    zoomIn: t('map.zoom_in'),
    zoomOut: t('map.zoom_out'),
    layers: t('map.layers'),
    schools: t('map.layer_schools'),
    stations: t('map.layer_stations'),
    rings: t('map.rings'),
    ringsNone: t('map.rings_none'),
    draw: t('map.draw'),
    drawHint: t('map.draw_hint'),
    cancel: t('map.cancel'),
    here: t('map.area_here'),
    wholeMap: t('map.area_clear'),
    close: t('map.close'),
    save: t('kept.save_name', { name: '{{name}}' }),
    compare: t('kept.compare'),
    compareName: t('kept.compare_name', { name: '{{name}}' }),
    full: t('map.full'),
    cluster: t('map.cluster', { count: '{{count}}' }),
    clusterFrom: t('map.cluster_from', { count: '{{count}}', rent: '{{rent}}' }),
    from: t('map.from', { rent: '{{rent}}' }),
    home: t('map.home', { rent: '{{rent}}' }),
    homeMonth: t('map.home_month', { rent: '{{rent}}' }),
    frontPageFull: t('map.home_full'),
    none: t('map.none'),
    back: t('map.back'),
    previous: t('listings.page_previous'),
    next: t('listings.page_next'),
    page: t('map.page', { number: '{{number}}', of: '{{of}}' }),
    ring10: formatMinutes(10, intl),
    ring20: formatMinutes(20, intl),
    ring30: formatMinutes(30, intl),
    schematic: t('map.schematic'),
    streets: t('map.streets'),
    credit: t('map.credit'),
  };
}
