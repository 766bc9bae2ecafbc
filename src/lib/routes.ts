/**
 * The route table: every page Loftling has or has a place for. Middleware, header, footer, sitemap, guards
 * and tests read it; nothing else decides what a path means. Listing paths (`/uk/london/…`) have no fixed
 * pattern and are resolved by `features/catalogue/listing-path.rules.ts`.
 *
 * - `page`: the file under `src/pages` that renders it, `built` for pages written by the build,
 *   `file` for answers that are no page, `later` for a place kept for a page that does not exist yet
 *   (answers 404, is linked from nowhere).
 * - `layout`, `header`, `footer`: R2.185–R2.190.
 * - `render`: built, cached or private, as docs/decisions/0002 says.
 */
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

export type RouteDefinition = {
  readonly pattern: string | null;
  readonly page: string;
  readonly layout: 'default' | 'empty' | 'fill-content';
  readonly header: boolean;
  readonly footer: boolean;
  readonly access: 'public' | 'login' | 'partner';
  readonly render: 'built' | 'cached' | 'private';
  readonly indexable: boolean;
  /** `plain`: English, at one address without language prefix. */
  readonly locales: 'all' | 'english' | 'plain';
  /** Mobile bottom nav (R2.197), help widget (R2.198), AI entry (R2.199). */
  readonly bottomNav?: true;
  readonly helpWidget?: true;
};

const page = (pattern: string | null, file: string, more: Partial<RouteDefinition> = {}): RouteDefinition => ({
  pattern,
  page: file,
  layout: 'default',
  header: true,
  footer: true,
  access: 'public',
  render: 'cached',
  indexable: true,
  locales: 'all',
  ...more,
});
const built = (pattern: string, more: Partial<RouteDefinition> = {}): RouteDefinition => page(pattern, 'built', { render: 'built', ...more });
const bare = { header: false, footer: false } as const;
const later = (pattern: string, more: Partial<RouteDefinition> = {}): RouteDefinition => page(pattern, 'later', { indexable: false, ...more });
const login = (pattern: string, more: Partial<RouteDefinition> = {}): RouteDefinition => later(pattern, { access: 'login', render: 'private', ...more });
const partner = (pattern: string): RouteDefinition => later(pattern, { access: 'partner', render: 'private' });

const profilePages = [
  'order/oldComment',
  'order/myComment',
  'order/rentalOrder',
  'order/rentalDetail',
  'order/inspectionPayCenter',
  'order/payRentDetail',
  'order/form',
  'order/comments',
  'order/comment-result',
  'order/group-list',
  'messages-center',
  'wallet',
  'invite-friends',
  'invite-list',
  'account',
  'setting',
  'apply-information',
  'myHouse',
  'activity',
  'cash-out',
  'withdrawal',
  'income-detail',
  'withdrawal-detail',
  'card',
  'payment-card',
  'house-favorite',
  'service-evaluation',
  'reserve',
  'zelle',
] as const;
const salesPages = [
  'dashboard',
  'my-leads',
  'recommendation',
  'withdrawals-list',
  'withdrawals-detail',
  'bill-detail',
  'card-management',
  'applications',
  'bookings',
  'partner-sdk',
] as const;

function group<Prefix extends string, Names extends readonly string[]>(
  prefix: Prefix,
  names: Names,
  make: (name: string) => RouteDefinition,
): Record<`${Prefix}_${Names[number]}`, RouteDefinition> {
  return Object.fromEntries(names.map((name) => [`${prefix}_${name}`, make(name)])) as Record<`${Prefix}_${Names[number]}`, RouteDefinition>;
}

export const routes = {
  // Catalogue
  index: page('/', 'catalogue/front-page'),
  city: page('/city', 'catalogue/cities', bare),
  country_page: page('/country/:country', 'catalogue/country', { helpWidget: true }),
  new_list: page(null, 'catalogue/list', { footer: false, helpWidget: true }),
  new_list2: page(null, 'catalogue/list', { footer: false, helpWidget: true }),
  new_list3: page(null, 'catalogue/list', { footer: false, helpWidget: true }),
  new_list_search_by_neighbourhood: page(null, 'catalogue/list', { helpWidget: true }),
  new_list_search_by_property_type: page(null, 'catalogue/list', { footer: false, helpWidget: true }),
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
  house_compare: page('/house-compare', 'catalogue/compare', { indexable: false, render: 'cached' }),
  recommendation: page('/recommendation', 'catalogue/recommendation', { helpWidget: true }),
  search: page('/search', 'catalogue/search', { indexable: false }),
  // Editorial
  about: built('/general-pages/about-uhomes'),
  partners: built('/general-pages/partners'),
  contact_us: built('/general-pages/contact-us'),
  join_us: built('/general-pages/join-us'),
  consultants: built('/general-pages/consultants'),
  appdownload: built('/general-pages/appdownload'),
  helps: built('/general-pages/helps'),
  help: built('/general-pages/helps/:id'),
  document: built('/general-pages/:id'),
  guides: built('/guides'),
  guide: built('/guides/:country/:city'),
  providers: built('/providers', { locales: 'english' }),
  provider: built('/providers/:slug', { locales: 'english' }),
  blog: built('/blog', { locales: 'english' }),
  blog_entry: built('/blog/:slug', { locales: 'english' }),
  blog_feed: page('/blog/rss.xml', 'file', { ...bare, render: 'built', indexable: false, locales: 'english' }),
  api_reference: built('/docs/api', { ...bare, layout: 'empty', indexable: false, locales: 'plain' }),
  server_status: page('/server_status', 'file', { ...bare, indexable: false }),
  // Places kept for what is not built yet
  apartment_apply: later('/general-pages/apartment-apply'),
  map: page('/map', 'catalogue/map', { footer: false, indexable: false }),
  login: later('/users/login', { render: 'private' }),
  reset_password: later('/users/reset-password', { render: 'private' }),
  reg_mobile: later('/users/reg-mobile', { render: 'private' }),
  bind_mobile: later('/users/bind-mobile', { render: 'private' }),
  activity: later('/activity/:id'),
  forms: later('/forms/:id'),
  activity_general: later('/activity/general'),
  activity_reserve: later('/activity/reserve'),
  activity_uk_student: later('/activity/uk_student'),
  apply_result: later('/houses/apply-result'),
  apply_form: later('/apply/form/:code'),
  apply_review_info: later('/apply/review-info/:code'),
  mini_apply_form: later('/mini-apply/form'),
  schoolpromotion: later('/schoolpromotion', bare),
  schoolinvitation: later('/schoolinvitation', bare),
  uiuc: later('/uiuc', bare),
  'uiuc-detail': later('/uiuc/detail', bare),
  'uiuc-login': later('/uiuc/login', bare),
  uiuc_merchant: later('/uiuc/merchant', bare),
  uiuc_schoolinvitation: later('/uiuc/schoolinvitation', bare),
  success_uc: later('/success/uc'),
  partner_list: later('/order/partner-list'),
  pay_center: later('/order/pay-center'),
  pay_result: later('/order/pay-result'),
  bank_transfer: later('/bank-transfer'),
  transfer_information: later('/transfer-information'),
  boa_transfer: later('/boa-transfer'),
  transfer_link: later('/transfer-link'),
  sale_channel_applicant: later('/sale-channel-applicant'),
  sale_introduction: later('/sale-channel-introduction', bare),
  cooperate: later('/cooperate'),
  live_detail: later('/live/:id'),
  live_playback: later('/liveplayback/:id'),
  live_list: later('/live-list'),
  live_reserve: later('/live-reserve'),
  topic: later('/topic'),
  list_topic: later('/list-topic'),
  send_resume: later('/send-resume'),
  plus: later('/plus', { helpWidget: true }),
  plus_detail: later('/plus/:ename', { helpWidget: true }),
  rental_manager: later('/rental-manager', bare),
  rental: later('/rental'),
  widget: later('/widget/:region/:school', { ...bare, layout: 'empty' }),
  refer_to_earn: later('/refer-to-earn'),
  referral_link: later('/referral/:active', bare),
  intent_askform: later('/intent/askform', { ...bare, layout: 'fill-content' }),
  'advocate-home': later('/advocate/home', bare),
  advocate_invite_list: later('/advocate/invite-list', bare),
  'advocate-rule': later('/advocate/rule', bare),
  'advocate-share': later('/advocate/share', bare),
  partners_detail: later('/partners/:pname', { helpWidget: true }),
  university_collaboration: later('/university-collaboration/:sname', bare),
  special_promotion: later('/special-promotion/:sname', bare),
  must_stay: later('/must-stay', bare),
  happenings_live: later('/happenings/live/:id'),
  happenings_raf: later('/happenings/raf/:id', bare),
  happenings_overview: later('/happenings/overview/:id'),
  ai_sdk_lead_form: later('/ai-sdk/lead-form', { layout: 'empty' }),
  service_commentary: later('/service-commentery'),
  service_commentary_result: later('/service-commentery/result'),
  gift_card: later('/gift-card'),
  retail_form: later('/retail-form'),
  retail_form_success: later('/retail-form-success'),
  retail_lead_form: later('/retail-lead-form'),
  payrent: later('/payrent'),
  price_war: later('/price-war'),
  mchat: later('/mchat', bare),
  rname_list: later('/rname-list', bare),
  uv_center: login('/uvCenter'),
  order_mobile: login('/order'),
  wish_list: login('/wishList'),
  book_rent: login('/houses/book-rent'),
  fill_info: login('/houses/fill-info'),
  house_apply: login('/order/house-apply'),
  cash_out_detail: login('/cash-out-detail'),
  findhousecard: login('/findhousecard'),
  profile: login('/profile'),
  profile_refer_to_earn: later('/profile/refer-to-earn', { render: 'private' }),
  ...group('profile', profilePages, (name) => login(`/profile/${name}`)),
  sale_channel: partner('/sale-channel'),
  ...group('sale_channel', salesPages, (name) => partner(`/sale-channel/${name}`)),
  rental_pay: login('/rental_pay/order'),
  rental_house_type: login('/rental_house_type/order'),
  rental_message: login('/rental_message/order'),
  payrent_basic_info: login('/payrent-basic-info'),
  payrent_rental_info: login('/payrent-rental-info'),
  payrent_order: login('/payrent-order'),
} as const satisfies Record<string, RouteDefinition>;

export type RouteName = keyof typeof routes;

/** A route by name, seen as the general shape. */
export function routeOf(name: RouteName): RouteDefinition {
  return routes[name];
}

/** The languages a page of the route may be in. */
export function localesOf({ locales: offered }: Pick<RouteDefinition, 'locales'>): readonly Locale[] {
  return offered === 'all' ? locales : ['en-us'];
}

/** Whether the page exists, so that it may be linked. */
export function isOpen(name: RouteName): boolean {
  return routeOf(name).page !== 'later';
}

type Compiled = { name: RouteName; segments: readonly string[] };

const compiled: readonly Compiled[] = (Object.keys(routes) as RouteName[])
  .flatMap((name) => {
    const { pattern } = routeOf(name);
    return pattern === null ? [] : [{ name, segments: pattern.split('/').filter(Boolean) }];
  })
  // Literal segments win over parameters: /general-pages/helps before /general-pages/:id.
  .sort((a, b) => a.segments.filter((s) => s.startsWith(':')).length - b.segments.filter((s) => s.startsWith(':')).length);

/** Finds the route with a fixed pattern for the segments after the locale. */
export function matchRoute(segments: readonly string[]): { name: RouteName; params: Readonly<Record<string, string>> } | undefined {
  for (const { name, segments: pattern } of compiled) {
    if (pattern.length !== segments.length) continue;
    const params: Record<string, string> = {};
    const fits = pattern.every((part, index) => {
      const given = segments[index] ?? '';
      if (!part.startsWith(':')) return part === given;
      params[part.slice(1)] = given;
      return true;
    });
    if (fits) return { name, params };
  }
  return undefined;
}

/** Former and short forms of editorial addresses, answered with 308. */
export const aliases: Readonly<Record<string, string>> = {
  'about-uhomes': '/general-pages/about-uhomes',
  'contact-us': '/general-pages/contact-us',
  'join-us': '/general-pages/join-us',
  consultants: '/general-pages/consultants',
  appdownload: '/general-pages/appdownload',
  'server-status': '/server_status',
};
