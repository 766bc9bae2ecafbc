/**
 * Wishes in a typed search: which kind of room, for how much, from when, for how long, in the five languages. What is left names the place.
 * A fixed number of patterns, each walked once over the text, so that the cost grows with its length alone. Pure.
 */
import { leaseBands } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import { openEnd, withMonths } from '#lib/features/lists/list.rules.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { fillers } from '#lib/search-text/fillers.ts';
import { folded, isHan, wordsOf } from '#lib/search-text/text.ts';

/** `dollar` and `yen` are signs of several currencies, among which the place decides; undefined: the place's own. */
type ToldCurrency = CurrencyCode | 'dollar' | 'yen' | undefined;

export type Wish =
  | { readonly kind: 'type'; readonly type: UnitType }
  /** Whole units a week, both inclusive. */
  | { readonly kind: 'rent'; readonly from: number; readonly to: number; readonly currency: ToldCurrency }
  /** yyyymm */
  | { readonly kind: 'month'; readonly month: number }
  /** Position in `leaseBands`. */
  | { readonly kind: 'lease'; readonly band: number };

export type UsedWords = {
  /** As they were typed. */
  readonly words: string;
  /** The text without them. */
  readonly without: string;
  readonly wish: Wish;
};

export type SearchIntent = {
  /** What is left of the text. */
  readonly place: string;
  readonly used: readonly UsedWords[];
};

const types: readonly (readonly [UnitType, string, string])[] = [
  ['studio', '(?:(?:can ho|phong) )?studios?(?: (?:apartments?|flats?|rooms?|units?))?', '单人公寓|单身公寓|工作室|独立套房|开放式(?:单位|公寓)?'],
  ['ensuite', '(?:phong )?en[ -]?suites?(?: rooms?)?|(?:phong )?khep kin', '独卫(?:套间|房间?)?|独立(?:卫浴|浴室|卫生间)(?:套房|套间)?|分租套房|套间|套房'],
  [
    'one-bedroom',
    '(?:1|one)[ -]?bed(?:room)?(?: (?:flat|apartment|apt|unit))?s?|(?:can ho )?(?:1|mot) phong ngu',
    '一居室?|[一1]室[一1]厅|一室|[一1]房[一1]厅|一房(?!间)(?:单位|公寓)?',
  ],
  [
    'two-bedroom',
    '(?:2|two)[ -]?bed(?:room)?(?: (?:flat|apartment|apt|unit))?s?|(?:can ho )?(?:2|hai) phong ngu',
    '[两二]居室?|[两二2]室[一1两二2]厅|[两二]室|[两二2]房[一1两二2]厅|[两二]房(?!间)(?:单位|公寓)?',
  ],
  ['shared-room', 'shared (?:bed)?rooms?|room ?shares?|bed ?spaces?|(?:phong )?o ghep|phong ghep', '床位|宿位|双人间|多人[间房]|合住'],
  ['whole-apartment', '(?:whole|entire) (?:apartment|flat|place|unit)s?|(?:can ho |nha )?nguyen can', '整租|整套(?:公寓)?|整层(?:住家)?|整个单位'],
  ['house', '(?:whole|detached) houses?|biet thu', '独栋(?:住宅|别墅)?|别墅|独立屋'],
  ['homestay', 'home ?stays?|host famil(?:y|ies)|o cung (?:gia dinh |nguoi )?ban xu', '寄宿家庭|住家'],
];

const signs: Readonly<Record<string, ToldCurrency>> = {
  '£': 'GBP',
  '€': 'EUR',
  us$: 'USD',
  hk$: 'HKD',
  nt$: 'TWD',
  au$: 'AUD',
  a$: 'AUD',
  ca$: 'CAD',
  c$: 'CAD',
  nz$: 'NZD',
  s$: 'SGD',
  $: 'dollar',
  '¥': 'yen',
  '₩': 'KRW',
  rm: 'MYR',
};
/** Longer ones first: they are taken whole. */
const named: readonly (readonly [string, ToldCurrency])[] = [
  ['gbp|pounds?|quid|bang(?: anh)?|英镑|镑|磅|£', 'GBP'],
  ['usd|us dollars?|do(?: la)? my|美元|美金|美刀', 'USD'],
  ['aud|do(?: la)? uc|澳元|澳币|澳刀', 'AUD'],
  ['cad|do(?: la)? canada|加元|加币|加刀', 'CAD'],
  ['nzd|纽币|纽元', 'NZD'],
  ['sgd|新币|坡币', 'SGD'],
  ['hkd|港币|港元|港纸', 'HKD'],
  ['twd|ntd|台币|新台币', 'TWD'],
  ['eur|euros?|欧元|欧|€', 'EUR'],
  ['cny|rmb|nhan dan te|人民币', 'CNY'],
  ['jpy|yen|日元|日圆', 'JPY'],
  ['krw|won|韩元|韩币', 'KRW'],
  ['myr|ringgit|令吉|马币', 'MYR'],
  ['thb|baht|泰铢', 'THB'],
  ['dollars?|bucks|do(?: la)?|刀|\\$', 'dollar'],
  ['元|块|蚊', undefined],
];

const amount = '\\d{1,3}(?:,\\d{3})+|\\d{2,6}|\\d(?:\\.\\d)?k';
const weekly = '(?:(?:/|per|an?|each|every) ?)?(?:weekly|week|wk)|/ ?w|pw|p/w|[/每一1]个?(?:周|星期)|(?:/|moi|mot|1) ?tuan';
const monthly = '(?:(?:/|per|an?|each|every) ?)?(?:monthly|month)|pcm|pm|p/m|每个?月|一个月|/月|(?:/|moi|mot|1) ?thang';
const most =
  'under|below|(?:less|no more|not more) than|up to|at most|max(?:imum)?(?: of)?|within|budget(?: of| is|:)?|<=?|≤|duoi|khong qua|toi da|ngan sach(?: la)?|gia duoi|预算(?:是|为|在)?|租金|低于|少于|不超过|不高于|最多|最高|小于';
const least = 'over|above|more than|at least|min(?:imum)?(?: of)?|>=?|≥|tren|it nhat|gia tren|高于|至少|超过|最低|大于';
const about = 'around|about|between|from|roughly|~|tam|khoang|tu|gia|大概|大约|约';
const sign = Object.keys(signs)
  .sort((a, b) => b.length - a.length)
  .map((one) => one.replaceAll('$', '\\$'))
  .join('|');
const name = named.map(([words]) => words).join('|');
const after = '以下|以内|之内|内|左右|上下|or (?:less|under)|max|tro xuong|do lai';
const afterLeast = '以上|起|or more|tro len';
const gap = ' ?';
/** A Latin letter or figure neither before nor after: words are taken whole. Chinese parts without a space. */
const [begin, end] = ['(?<![\\p{Script=Latin}\\d.,])', '(?![\\p{Script=Latin}\\d])'];

const rentPattern = new RegExp(
  `${begin}(?:(?<most>${most})|(?<least>${least})|(?<about>${about}))?${gap}(?:(?<weekBefore>每周|周租|每星期)|(?<monthBefore>月租|每个?月))?${gap}` +
    `(?<sign>${sign})?${gap}(?<![\\d.,])(?<one>${amount})(?:${gap}(?:-|–|—|~|to|and|到|至|den|toi|va)${gap}(?:${sign})?${gap}(?<two>${amount}))?(?![\\d])` +
    `(?:${gap}(?<name>${name})(?!\\p{Script=Latin}))?(?:${gap}(?:(?<week>${weekly})|(?<month>${monthly}))(?!\\p{Script=Latin}))?(?:${gap}(?:(?<after>${after})|(?<afterLeast>${afterLeast})))?${end}`,
  'gu',
);

const monthNames = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|');
const monthWord = 'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const hanMonths = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
const year = '20[2-9]\\d';
const monthPatterns: readonly RegExp[] = [
  new RegExp(
    `${begin}(?:(?:mov(?:e|ing)[ -]?in|start(?:s|ing)?|available) )?(?<when>(?:in|from|for|by|early|mid|late) )?(?<word>${monthWord})(?: (?<year>${year}))?(?: (?:intake|start|move[ -]?in))?${end}`,
    'gu',
  ),
  new RegExp(
    `(?:(?:(?<year>${year}) ?年)|(?<next>明年)|今年)? ?(?<!\\d)(?<han>十[一二]?|[一二三四五六七八九]|1[0-2]|0?[1-9]) ?月(?:份|初|中|底)? ?(?:入住|搬入|起租|开始|入学|开学)?`,
    'gu',
  ),
  new RegExp(`${begin}(?:(?:vao|tu|don vao|chuyen vao|nhan phong) )?thang (?<number>1[0-2]|0?[1-9])(?:(?:/| nam | )(?<year>${year}))?${end}`, 'gu'),
  new RegExp(`${begin}(?:(?:in|from|vao|tu) )?(?<year>${year})[-/.](?<number>1[0-2]|0?[1-9])${end}`, 'gu'),
  new RegExp(`${begin}(?:(?:in|from|vao|tu) )?(?<number>1[0-2]|0?[1-9])/(?<year>${year})${end}`, 'gu'),
];
const leasePattern = new RegExp(`${begin}(?:for )?(?<weeks>[1-9]\\d?)[ -]?(?:weeks?|周|个?星期|tuan)${end}`, 'gu');

/** Wishes looked for in one text: nobody has more, and each costs a filter. */
const mostWishes = 6;

/** The text folded letter by letter, with the place of each in the text it came from. */
function letters(text: string): { readonly plain: string; readonly at: readonly number[] } {
  let plain = '';
  const at: number[] = [];
  let from = 0;
  for (const one of text) {
    const letter = /\s/u.test(one) ? (plain.endsWith(' ') ? '' : ' ') : folded(one);
    for (let part = 0; part < letter.length; part++) at.push(from);
    plain += letter;
    from += one.length;
  }
  return { plain, at: [...at, text.length] };
}

const tidy = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(/^[\s,;，、。·+&/-]+|[\s,;，、。·+&/-]+$/gu, '');

const numberOf = (text: string): number => (text.endsWith('k') ? Number(text.slice(0, -1)) * 1_000 : Number(text.replaceAll(',', '')));

function rentOf(groups: Readonly<Record<string, string | undefined>>): Wish | undefined {
  const { one, two } = groups;
  if (one === undefined) return undefined;
  const toldCurrency = groups['sign'] ?? groups['name'];
  const isTold =
    toldCurrency !== undefined || [groups['week'], groups['month'], groups['weekBefore'], groups['monthBefore']].some((text) => text !== undefined);
  const isBound = [groups['most'], groups['least'], groups['after'], groups['afterLeast']].some((text) => text !== undefined);
  const [first, second] = [numberOf(one), two === undefined ? undefined : numberOf(two)];
  // A number alone is a house's or a year, not a rent.
  if (!isTold && (!isBound || (first >= 2020 && first < 2100))) return undefined;
  const isMonthly = groups['month'] !== undefined || groups['monthBefore'] !== undefined;
  const aWeek = (given: number, round: (value: number) => number): number => (isMonthly ? round((given * 12) / 52) : round(given));
  const isLeast = second === undefined && (groups['least'] ?? groups['afterLeast']) !== undefined;
  const from = second !== undefined ? Math.min(first, second) : isLeast ? first : 0;
  const to = second !== undefined ? Math.max(first, second) : isLeast ? openEnd : first;
  const currency =
    groups['sign'] !== undefined ? signs[groups['sign']] : named.find(([words]) => new RegExp(`^(?:${words})$`, 'u').test(groups['name'] ?? ''))?.[1];
  return { kind: 'rent', from: aWeek(from, Math.floor), to: to === openEnd ? to : aWeek(to, Math.ceil), currency };
}

/** @param today yyyy-mm-dd. A month without a year is the next of its name; one that is past is none. */
function monthOf(groups: Readonly<Record<string, string | undefined>>, today: string): Wish | undefined {
  const { word, when, han, number: figure, next } = groups;
  // March and May are words of other meanings, too.
  if (word !== undefined && /^(?:mar|march|may)$/.test(word) && when === undefined && groups['year'] === undefined) return undefined;
  const month =
    word !== undefined
      ? monthNames.findIndex((one) => one.startsWith(word.slice(0, 3))) + 1
      : han !== undefined && hanMonths.includes(han)
        ? hanMonths.indexOf(han) + 1
        : Number(han ?? figure);
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const told = groups['year'] === undefined ? (next === undefined ? undefined : thisYear + 1) : Number(groups['year']);
  const of = told ?? (month >= thisMonth ? thisYear : thisYear + 1);
  const value = of * 100 + month;
  return value >= thisYear * 100 + thisMonth ? { kind: 'month', month: value } : undefined;
}

/**
 * The wishes in a text, in the order in which they stand there. @param today yyyy-mm-dd
 * @example wishesIn('studio near UCL under £300', '2026-11-30').place // 'near UCL'
 */
export function wishesIn(typed: string, today: string): SearchIntent {
  const text = typed.normalize('NFC');
  const { plain, at } = letters(text);
  let left = plain;
  const found: { readonly from: number; readonly to: number; readonly wish: Wish }[] = [];
  /** Takes what a pattern means out of what is still to be read. */
  function take(pattern: RegExp, wishOf: (groups: Readonly<Record<string, string | undefined>>) => Wish | undefined): void {
    for (const match of left.matchAll(pattern)) {
      const wish = found.length < mostWishes ? wishOf(match.groups ?? {}) : undefined;
      if (!wish) continue;
      const [words] = match;
      const lead = words.length - words.trimStart().length;
      const [from, to] = [match.index + lead, match.index + words.trimEnd().length];
      found.push({ from, to, wish });
      left = left.slice(0, from) + ' '.repeat(to - from) + left.slice(to);
    }
  }
  take(rentPattern, rentOf);
  for (const pattern of monthPatterns) take(pattern, (groups) => monthOf(groups, today));
  take(leasePattern, ({ weeks }) => {
    const band = leaseBands.findIndex(({ from, to }) => Number(weeks) >= from && Number(weeks) <= to);
    return band < 0 ? undefined : { kind: 'lease', band };
  });
  for (const [type, latin, han] of types) take(new RegExp(`${begin}(?:${latin})${end}|${han}`, 'gu'), () => ({ kind: 'type', type }));
  const spans = found.sort((a, b) => a.from - b.from).map(({ from, to, wish }) => ({ from: at[from] ?? 0, to: at[to] ?? text.length, wish }));
  const without = (gone: readonly { readonly from: number; readonly to: number }[]): string => {
    let rest = '';
    let last = 0;
    for (const { from, to } of gone) {
      rest += `${text.slice(last, from)} `;
      last = to;
    }
    return tidy(rest + text.slice(last));
  };
  return {
    place: without(spans),
    used: spans.map((span) => ({ words: text.slice(span.from, span.to).trim(), without: without([span]), wish: span.wish })),
  };
}

/** Texts tried for one name. */
const mostNames = 8;

/**
 * What of a text may be the name of a place, likeliest first: all of it, then without the words around it.
 * @example namesIn('gần UCL') // ['gần UCL', 'gan ucl', 'ucl']
 */
export function namesIn(text: string): readonly string[] {
  const words = wordsOf(folded(text)).flatMap((one) => {
    if (!isHan(one)) return [one];
    const [only, ...others] = one.split(fillers.chinese).filter(Boolean);
    return only === undefined ? [] : others.length === 0 ? [only] : [one];
  });
  const isFiller = (at: number): boolean => fillers.words.has(words[at] ?? '');
  let last = words.length;
  while (last > 1 && isFiller(last - 1)) last--;
  const names = [text];
  for (const until of new Set([words.length, last]))
    for (let from = 0; from < until; from++) {
      names.push(words.slice(from, until).join(' '));
      if (!isFiller(from)) break;
    }
  return [...new Set(names)].filter(Boolean).slice(0, mostNames);
}

/** Dollars and yen of several countries go by one sign. */
const dollars: ReadonlySet<string> = new Set<CurrencyCode>(['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD']);

/** The currency that a rent was told in where rents are paid in `there`. */
export function currencyTold(told: ToldCurrency, there: CurrencyCode): CurrencyCode {
  if (told === 'dollar') return dollars.has(there) ? there : 'USD';
  if (told === 'yen') return there === 'JPY' ? 'JPY' : 'CNY';
  return told ?? there;
}

/**
 * A filter with what was wished for.
 * @param rentIn a rent in the currency of the place; undefined where it cannot be told.
 */
export function withWishes(filter: ListFilter, used: readonly UsedWords[], rentIn: (wish: Extract<Wish, { kind: 'rent' }>) => ListFilter['rent']): ListFilter {
  const wishes = used.map(({ wish }) => wish);
  const months = wishes.flatMap((wish) => (wish.kind === 'month' ? [wish.month] : []));
  const rent = wishes.flatMap((wish) => (wish.kind === 'rent' ? (rentIn(wish) ?? []) : [])).at(-1);
  const asked = {
    ...filter,
    types: [...new Set([...filter.types, ...wishes.flatMap((wish) => (wish.kind === 'type' ? [wish.type] : []))])],
    leases: [...new Set([...filter.leases, ...wishes.flatMap((wish) => (wish.kind === 'lease' ? [wish.band] : []))])],
    rent: rent ?? filter.rent,
  };
  return months.length > 0 ? withMonths(asked, [...new Set([...asked.months, ...months])]) : asked;
}
