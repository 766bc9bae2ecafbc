/** What surrounds a page, decided from the route table, the locale and the clock. Pure. */
import type { Country } from '#lib/features/geo/geo.schema.ts';
import { isChinese } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { RouteDefinition } from '#lib/routes.ts';

export type Chrome = {
  readonly header: boolean;
  readonly footer: boolean;
  /** Notes, banners and bars at the foot of the window. */
  readonly dock: boolean;
  /** R2.197. */
  readonly bottomNav: boolean;
  /** R2.198: English only. */
  readonly helpWidget: boolean;
  /** R2.199: a way to the assistant in narrow windows, English only. */
  readonly assistantEntry: boolean;
  /** Whether the app is offered (R2.185): on pages that anybody may see, and not over what somebody fills in, signs or pays. */
  readonly appOffer: boolean;
  /** R4.096: what to look at, said on the first home a reader opens. */
  readonly firstVisitHint: boolean;
  /** Header as wide as lists are (R9.37). */
  readonly wide: boolean;
};

/** Where who leaves a page goes that has one way out instead of menus, and what that is called. */
export type WayOut = { readonly href: string; readonly name: string };

const none: Chrome = {
  header: false,
  footer: false,
  dock: false,
  bottomNav: false,
  helpWidget: false,
  assistantEntry: false,
  appOffer: false,
  firstVisitHint: false,
  wide: false,
};

/** R2.185–R2.190, R2.197, R2.198: the parts a page shows. Inside the in-app web view, and on the empty layout, nothing. */
export function chromeOf(route: RouteDefinition, environment: 'web' | 'app', locale: Locale): Chrome {
  if (environment === 'app' || route.layout === 'empty') return none;
  return {
    header: route.header,
    footer: route.footer,
    dock: route.layout === 'default',
    bottomNav: route.bottomNav === true,
    helpWidget: route.helpWidget === true && locale === 'en-us',
    assistantEntry: route.assistantEntry === true && locale === 'en-us',
    appOffer: route.render !== 'private',
    firstVisitHint: route.page === 'catalogue/house',
    wide: route.wide === true,
  };
}

export type PaymentMark = 'visa' | 'mastercard' | 'american_express' | 'paypal' | 'alipay' | 'wechat' | 'ecny';

/** R1.56, R1.57: Chinese readers pay by wallet, everybody else by card. */
export function paymentMarks(locale: Locale): readonly PaymentMark[] {
  return isChinese(locale) ? ['alipay', 'wechat', 'ecny'] : ['visa', 'mastercard', 'american_express', 'paypal'];
}

const notInFooter: ReadonlySet<number> = new Set([180]);

/** R9.57: the footer's main list leaves out country id 180. */
export function footerCountries<C extends Pick<Country, 'id'>>(countries: readonly C[]): readonly C[] {
  return countries.filter(({ id }) => !notInFooter.has(id));
}
