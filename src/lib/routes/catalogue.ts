/** Pages of the catalogue: all that shows prices. */
import { bare, page } from './route.ts';
import type { RouteDefinition } from './route.ts';

export const catalogueRoutes = {
  index: page('/', 'catalogue/front-page'),
  city: page('/city', 'catalogue/cities', bare),
  country_page: page('/country/:country', 'catalogue/country', { helpWidget: true }),
  new_list: page(null, 'catalogue/list', { wide: true, footer: false, helpWidget: true }),
  new_list2: page(null, 'catalogue/list', { wide: true, footer: false, helpWidget: true }),
  new_list3: page(null, 'catalogue/list', { wide: true, footer: false, helpWidget: true }),
  new_list_search_by_neighbourhood: page(null, 'catalogue/list', { wide: true, helpWidget: true }),
  new_list_search_by_property_type: page(null, 'catalogue/list', { wide: true, footer: false, helpWidget: true }),
  house_detail: page(null, 'catalogue/house', { bottomNav: true }),
  house_map: page(null, 'catalogue/house-map', { indexable: false }),
  house_street: page(null, 'catalogue/house-street', { indexable: false }),
  house_community_amenities: page(null, 'catalogue/house-amenities', { indexable: false }),
  house_review: page(null, 'catalogue/house-reviews', { indexable: false }),
  house_review_media: page(null, 'catalogue/house-review-media', { indexable: false }),
  house_media: page(null, 'catalogue/house-media', { indexable: false }),
  house_mattress_size: page(null, 'catalogue/house-mattress', { indexable: false }),
  house_offers: page(null, 'catalogue/house-offers', { indexable: false }),
  house_price_trend: page(null, 'catalogue/house-price-trend', { indexable: false }),
  house_faq: page(null, 'catalogue/house-faq', { indexable: false }),
  unit_detail: page(null, 'catalogue/unit', { bottomNav: true, indexable: false }),
  room_list: page(null, 'catalogue/rooms', { indexable: false }),
  house_share_list: page('/house-share/list', 'catalogue/house-share', { indexable: false }),
  house_compare: page('/house-compare', 'catalogue/compare', { wide: true, indexable: false }),
  recommendation: page('/recommendation', 'catalogue/recommendation', { helpWidget: true }),
  search: page('/search', 'catalogue/search', { wide: true, indexable: false }),
  map: page('/map', 'catalogue/map', { wide: true, footer: false, indexable: false }),
} as const satisfies Record<string, RouteDefinition>;
