/** Pages of the catalogue: all that shows prices. */
import { bare, page, questionParameters } from './route.ts';
import type { RouteDefinition } from './route.ts';

/** What the forms of the filters send. */
const filterForms = ['rent_from', 'rent_to', 'move_in', 'lease_band'] as const;
/**
 * Lists have place and filter in their path, and carry a campaign's code along (R2.225). `map`: with the map beside them; `unread`: words of the
 * sentence that led here which mean nothing, said once.
 */
const list = { wide: true, helpWidget: true, query: ['currency', 'map', 'unread', ...filterForms] } as const;
/** The question that a page about one home answers. */
const asked = { query: questionParameters } as const;
const part = { ...asked, indexable: false } as const;

export const catalogueRoutes = {
  index: page('/', 'catalogue/front-page', { ...asked, assistantEntry: true }),
  city: page('/city', 'catalogue/cities', bare),
  /** What the header's city picker shows, fetched when it is opened. */
  city_picker: page('/city/picker', 'catalogue/city-picker', { ...bare, layout: 'empty', indexable: false }),
  /** In which currency amounts are told besides; the panel of the header and of the menu is taken from here. */
  currency: page('/currency', 'catalogue/currency', { indexable: false, query: ['currency', 'redirect'] }),
  country_page: page('/country/:country', 'catalogue/country', { helpWidget: true }),
  new_list: page(null, 'catalogue/list', { ...list, footer: false }),
  new_list2: page(null, 'catalogue/list', { ...list, footer: false }),
  new_list3: page(null, 'catalogue/list', { ...list, footer: false }),
  new_list_search_by_neighbourhood: page(null, 'catalogue/list', list),
  new_list_search_by_property_type: page(null, 'catalogue/list', { ...list, footer: false }),
  house_detail: page(null, 'catalogue/house', { ...asked, bottomNav: true, assistantEntry: true }),
  house_map: page(null, 'catalogue/house-map', part),
  house_street: page(null, 'catalogue/house-street', part),
  house_community_amenities: page(null, 'catalogue/house-amenities', part),
  house_review: page(null, 'catalogue/house-reviews', part),
  house_review_media: page(null, 'catalogue/house-review-media', part),
  house_media: page(null, 'catalogue/house-media', part),
  house_mattress_size: page(null, 'catalogue/house-mattress', part),
  house_offers: page(null, 'catalogue/house-offers', part),
  house_price_trend: page(null, 'catalogue/house-price-trend', part),
  house_faq: page(null, 'catalogue/house-faq', part),
  unit_detail: page(null, 'catalogue/unit', { ...part, bottomNav: true }),
  room_list: page(null, 'catalogue/rooms', part),
  house_share_list: page('/house-share/list', 'catalogue/house-share', { indexable: false, query: ['currency'] }),
  house_compare: page('/house-compare', 'catalogue/compare', { indexable: false, query: ['ids', ...questionParameters, 'move_in', 'lease_band'] }),
  favourites: page('/favourites', 'catalogue/favourites', { indexable: false, query: ['ids', 'list_name', 'schoolunique', 'intake', 'currency'] }),
  recommendation: page('/recommendation', 'catalogue/recommendation', { helpWidget: true, query: ['currency'] }),
  search: page('/search', 'catalogue/search', {
    indexable: false,
    query: ['q', ...questionParameters, 'country_id', 'map', 'rent_to', 'move_in', 'lease_band'],
  }),
  map: page('/map', 'catalogue/map', { wide: true, footer: false, indexable: false, query: ['currency', ...filterForms] }),
} as const satisfies Record<string, RouteDefinition>;
