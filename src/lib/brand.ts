/**
 * Who runs this site, as readers see it. An operator rebrands by editing this file alone and running `npm run icons`
 * (docs/go-live.md, "Logo and brand"); a guard keeps names and mark from being written anywhere else.
 */
import { dateTimeFormat } from '#lib/i18n/formats.ts';
import type { Locale } from '#lib/i18n/locales.ts';

type Brand = {
  /** What the product is called where no language is meant: in the API, in authenticator apps, beside a Chinese name. */
  readonly name: string;
  /** The product's name as each locale writes it. */
  readonly names: Readonly<Record<Locale, string>>;
  readonly company: string;
  readonly email: string;
  /** ICP filing line in the footer of mainland pages (R1.55). */
  readonly icp: { readonly number: string; readonly url: string };
  /** Contact lines (R1.58): E.164 for the link, grouped for reading. China's 400 numbers cannot be called from abroad. */
  readonly phones: Readonly<Record<Locale, { readonly e164: string; readonly shown: string }>>;
  /** The contact lines, profiles and filing number below are examples: pages say so until an operator has put in their own. */
  readonly contactsAreExamples: boolean;
  /** Who writes guides and blog, where the operator has editors of its own; texts are signed by a role and marked as a sample until then. */
  readonly editors: Readonly<Record<Locale, string>> | undefined;
  /** Payment marks stand in the footer only where something can be paid on this site (R1.53). */
  readonly takesPayments: boolean;
  /** WhatsApp number without plus; not offered on zh-cn (R2.203). */
  readonly whatsapp: string;
  /** For Chinese pages: the id to look for, and the link that the QR code holds. Not offered without. */
  readonly wechat: { readonly id: string; readonly link: string } | undefined;
  /** How a link opens the operator's app at a path, `loftling://open`; not offered without (R9.40). */
  readonly appLink: string | undefined;
  readonly social: Readonly<Record<Locale, readonly { readonly name: string; readonly url: string }[]>>;
};

type Shape = {
  /** Of the mark's colours. */
  readonly colour: 'line' | 'dot';
  /** A path of SVG in a square of 32. */
  readonly path: string;
  /** Width of the line along the path; without one the path is filled. */
  readonly width?: number;
};

type BrandMark = {
  readonly shapes: readonly Shape[];
  /** Each by what it is on pages (a name of tokens.css) and as a colour on light and dark ground, for what has no styles. */
  readonly colours: Readonly<Record<Shape['colour'], { readonly token: string; readonly light: string; readonly dark: string }>>;
};

/** The mark: a loft's roof over a nest, one window lit. */
export const brandMark: BrandMark = {
  shapes: [
    { colour: 'line', path: 'M3.5 15.5 16 5l12.5 10.5M7 18.5c.6 5 4.3 8.5 9 8.5s8.4-3.5 9-8.5', width: 2.6 },
    { colour: 'dot', path: 'M13.4 17.5a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0z' },
  ],
  colours: { line: { token: '--harbour', light: '#0f5c6e', dark: '#7cc4d4' }, dot: { token: '--persimmon', light: '#c8421f', dark: '#ff8d6b' } },
};

const chinaLine = { e164: '+864001200100', shown: '400 120 0100' };
/** From the range that Ofcom keeps free for fiction: it rings nobody. */
const ukLine = { e164: '+442079460120', shown: '+44 20 7946 0120' };
const vietnamLine = { e164: '+842871000100', shown: '+84 28 7100 0100' };
const international = [
  { name: 'Instagram', url: 'https://www.instagram.com/loftling' },
  { name: 'LinkedIn', url: 'https://www.linkedin.com/company/loftling' },
] as const;
const xiaohongshu = 'https://www.xiaohongshu.com/user/profile/loftling';
const chinese = [
  { name: '小红书', url: xiaohongshu },
  { name: '微博', url: 'https://weibo.com/loftling' },
] as const;

export const brand: Brand = {
  name: 'Loftling',
  names: { 'zh-cn': '栖学', 'en-us': 'Loftling', 'zh-hk': '棲學', 'zh-tw': '棲學', 'vi-vn': 'Loftling' },
  company: 'Loftling',
  contactsAreExamples: true,
  editors: undefined,
  takesPayments: false,
  email: 'hello@loftling.example',
  icp: { number: '沪ICP备00000000号-1', url: 'https://beian.miit.gov.cn/' },
  phones: { 'zh-cn': chinaLine, 'en-us': ukLine, 'zh-hk': ukLine, 'zh-tw': ukLine, 'vi-vn': vietnamLine },
  whatsapp: '442079460120',
  wechat: { id: 'loftling-help', link: 'https://u.wechat.com/loftling-help' },
  appLink: undefined,
  social: {
    'zh-cn': chinese,
    'en-us': international,
    'zh-hk': [
      { name: 'Instagram', url: 'https://www.instagram.com/loftling' },
      { name: '小紅書', url: xiaohongshu },
    ],
    'zh-tw': [{ name: 'Instagram', url: 'https://www.instagram.com/loftling' }],
    'vi-vn': [
      { name: 'Facebook', url: 'https://www.facebook.com/loftling' },
      { name: 'TikTok', url: 'https://www.tiktok.com/@loftling' },
    ],
  },
};

/** The product's name as the locale writes it. */
export function brandName(locale: Locale): string {
  return brand.names[locale];
}

/** Who runs the site, as the locale writes it: where that is the product's own name, in the locale's script. */
export function companyName(locale: Locale): string {
  return brand.company === brand.name ? brandName(locale) : brand.company;
}

export type ServiceHours = { readonly from: number; readonly to: number };

const usualHours: ServiceHours = { from: 9, to: 21 };

/** Periods with other hours, days inclusive in China time: R9.60 is the Spring Festival of 2023. */
const otherHours: readonly { readonly first: string; readonly last: string; readonly hours: ServiceHours }[] = [
  { first: '2023-01-21', last: '2023-01-25', hours: { from: 10, to: 19 } },
];

/** Hours from the office's zone (UTC+8) to the readers': the United Kingdom for English, with its summer time; Vietnam is an hour behind. */
function hoursToReader(locale: Locale, now: Date): number {
  if (locale === 'vi-vn') return -1;
  if (locale !== 'en-us') return 0;
  const hour = Number(dateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: 'numeric', hourCycle: 'h23' }).format(now));
  return ((hour - now.getUTCHours() + 24) % 24) - 8;
}

/** Service hours as a message says them. */
export type SaidHours = { readonly from: string; readonly to: string };

/**
 * The service hours on the clock of the locale's readers, for a message that names their zone and the office's. Where a day has 24
 * hours the message writes the minutes; on the clock of twelve the hour decides between am and pm, so it comes with the number.
 */
export function serviceHoursFor(locale: Locale, now: Date): SaidHours {
  const { from, to } = serviceHours(now);
  const shift = hoursToReader(locale, now);
  const said = (hour: number): string => (locale === 'en-us' ? `${hour % 12 || 12}\u00A0${hour < 12 ? 'am' : 'pm'}` : String(hour));
  return { from: said(from + shift), to: said(to + shift) };
}

/** R9.59, R9.60: when people answer, in full hours of UTC+8 (R9.63). */
export function serviceHours(now: Date): ServiceHours {
  const day = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  return otherHours.find(({ first, last }) => first <= day && day <= last)?.hours ?? usualHours;
}
