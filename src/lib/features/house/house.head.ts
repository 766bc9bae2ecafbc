/** Trail, title and description of the pages of a house. */
import { formatMoney } from '#lib/money/money.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { PageHead } from '#lib/seo/head.ts';
import type { View } from '#lib/view.ts';
import { houseJsonLd } from './house.json-ld.ts';
import type { WholeHouse } from './house.loader.ts';
import type { ReadHouse } from './house.schema.ts';
import { questionsShown } from './house.rules.ts';
import { noQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { answeringList } from '#lib/features/lists/question-line.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { rentPer } from '#lib/features/catalogue/rent.words.ts';

export type Trail = readonly { readonly name: string; readonly href?: string }[];

/** The way from the home page to a house, or to one of its pages, by the lists that answer what the reader asks. */
export function houseTrail({ t, paths, locale }: Pick<View, 't' | 'paths' | 'locale'>, house: ReadHouse, page?: string): Trail {
  const { city, question } = house;
  const { near } = question;
  return [
    { name: t('chrome.home'), href: paths.to('index') },
    { name: city.country.names[locale], href: paths.country(city.country) },
    { name: city.names[locale], href: answeringList({ ...question, near: undefined }, city, { paths }) },
    ...(near ? [{ name: near.names[locale], href: answeringList(question, city, { paths }) }] : []),
    ...(page === undefined ? [{ name: house.title }] : [{ name: house.title, href: paths.house(house) + house.asks }, { name: page }]),
  ];
}

const heads = new WeakMap<WholeHouse, PageHead>();

/** The same object for what is shown again. */
export function houseHead(view: View, house: ReadHouse, whole: WholeHouse): PageHead {
  const known = heads.get(whole) ?? writeHead(view, house, whole);
  heads.set(whole, known);
  return known;
}

function writeHead(view: View, house: ReadHouse, whole: WholeHouse): PageHead {
  const { t, locale, intl, paths } = view;
  const { cheapest } = whole.offers;
  const city = house.city.names[locale];
  const type = coded(t, 'house_type', house.houseType);
  const price = cheapest && wholePrice(cheapest.tenancy);
  const rent = price && cheapest ? rentPer(t, price.rent, cheapest.tenancy.unit, intl) : undefined;
  return {
    title: rent ? t('house.title_rent', { name: house.title, city, rent }) : t('house.title', { name: house.title, city, type }),
    description:
      price && rent
        ? t('house.description_rent', { name: house.title, city, rent, total: formatMoney(price.contractTotal, intl) })
        : t('house.description', { name: house.title, city, type }),
    canonical: paths.house(house),
    // One that is full stays and is found; one that its provider has taken away is nothing to be sent to.
    indexable: house.status === 'open',
    jsonLd: houseJsonLd(view, house, whole, whole.faqs.slice(0, questionsShown), houseTrail(view, { ...house, question: noQuestion, asks: '' })),
  };
}
