/** Questions about a home, answered from its own data. */
import { formatDate } from '#lib/dates/dates.ts';
import { listNames, listWords } from '#lib/features/geo/geo.schema.ts';
import { coded } from '#lib/i18n/coded.ts';
import { displayNames } from '#lib/i18n/formats.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import { memoBy } from '#lib/memo.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { House, UnitWithTenancies } from './house.schema.ts';
import { cheapestOffer, isOffered } from './house.rules.ts';
import type { FaqCode } from '#lib/features/catalogue/listings.schema.ts';

export type Faq = { readonly code: FaqCode; readonly question: string; readonly answer: string };

/** Languages contracts are written in, by country slug; Quebec's are in French. */
const contractLanguages: Readonly<Record<string, readonly string[]>> = {
  uk: ['en'],
  us: ['en'],
  au: ['en'],
  nz: ['en'],
  ie: ['en'],
  ca: ['en'],
  sg: ['en'],
  my: ['ms', 'en'],
  hongkong: ['en', 'zh-Hant'],
  de: ['de'],
  fr: ['fr'],
  es: ['es'],
  jp: ['ja'],
  kr: ['ko'],
  th: ['th'],
  nl: ['nl'],
  it: ['it'],
  ch: ['de', 'fr'],
  se: ['sv'],
  dk: ['da'],
};

/** Written Chinese is named by its script, not by a country. */
const scripts: Readonly<Record<string, string>> = {
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant',
  'zh-Hant-HK': 'zh-Hant',
  'zh-Hant-TW': 'zh-Hant',
};

/** A language's name in the reader's. @example languageName('zh-CN', 'en-us') // 'Simplified Chinese' */
export const languageName = /* @__PURE__ */ memoBy((code: string, locale: Locale): string => {
  const name = displayNames(localeFacts[locale].lang, 'language').of(scripts[code] ?? code) ?? code;
  return locale === 'vi-vn' ? name.replace(/^Tiếng/, 'tiếng') : name;
});

function answerOf(t: T, code: FaqCode, house: House, units: readonly UnitWithTenancies[], today: string, locale: Locale): string {
  const { intl } = localeFacts[locale];
  const has = (amenity: House['amenities'][number]): boolean => house.amenities.includes(amenity);
  switch (code) {
    case 'bills':
      return house.bills.length > 0
        ? t('codes.faq_answer_bills_some', {
            bills: listWords(
              house.bills.map((bill) => coded(t, 'bill', bill)),
              locale,
            ),
          })
        : t('codes.faq_answer_bills_none');
    case 'deposit-return': {
      const deposit = cheapestOffer(units, today)?.tenancy.deposit ?? units[0]?.tenancies[0]?.deposit;
      if (!deposit || deposit.minor === 0n) return t('codes.faq_answer_deposit_return_none');
      // Residential Tenancies Act 2006 (Ontario), sections 105 and 106: a rent deposit, for the last rent period alone.
      const key = house.city.state === 'Ontario' ? 'codes.faq_answer_deposit_return_last_month' : 'codes.faq_answer_deposit_return_some';
      return t(key, { amount: formatMoney(deposit, intl) });
    }
    case 'bedding': {
      const beds = [...new Set(units.flatMap(({ bedSize }) => bedSize ?? []))];
      return beds.length > 0
        ? t('codes.faq_answer_bedding_some', {
            beds: listWords(
              beds.map((bed) => coded(t, 'bed_size', bed)),
              locale,
            ),
          })
        : t('codes.faq_answer_bedding_none');
    }
    case 'guests':
      return t('codes.faq_answer_guests');
    case 'early-arrival': {
      const earliest = units.flatMap(({ tenancies }) => tenancies.filter((one) => isOffered(one, today)).map(({ moveIn }) => moveIn)).toSorted()[0];
      return earliest
        ? t('codes.faq_answer_early_arrival_some', { date: formatDate(earliest < today ? today : earliest, intl) })
        : t('codes.faq_answer_early_arrival_none');
    }
    case 'internet':
      return t(
        house.bills.includes('internet')
          ? 'codes.faq_answer_internet_included'
          : has('wifi')
            ? 'codes.faq_answer_internet_extra'
            : 'codes.faq_answer_internet_unknown',
      );
    case 'pets':
      return t(has('pets-allowed') ? 'codes.faq_answer_pets_yes' : 'codes.faq_answer_pets_no');
    case 'parking':
      return t(has('parking') ? 'codes.faq_answer_parking_yes' : 'codes.faq_answer_parking_no');
    case 'guarantor':
      return t('codes.faq_answer_guarantor');
    case 'contract-language': {
      const languages = house.city.state === 'Quebec' ? ['fr'] : (contractLanguages[house.city.country.slug] ?? ['en']);
      return t('codes.faq_answer_contract_language', {
        language: listNames(
          languages.map((one) => languageName(one, locale)),
          locale,
        ),
      });
    }
    case 'post':
      return t(has('parcel-room') ? 'codes.faq_answer_post_parcels' : 'codes.faq_answer_post', { address: house.address });
    case 'laundry':
      return t(has('laundry') ? 'codes.faq_answer_laundry_yes' : 'codes.faq_answer_laundry_no');
  }
}

/** The house's questions with their answers, in the order of the code list. */
export function faqsOf(t: T, house: House, units: readonly UnitWithTenancies[], today: string, locale: Locale): readonly Faq[] {
  return house.faqs.map((code) => ({ code, question: coded(t, 'faq_question', code), answer: answerOf(t, code, house, units, today, locale) }));
}
