/** What stands in the papers of an order. Pure. */
import type { ContractInput } from '#lib/features/documents/documents.schema.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { lettingKindOf } from '#lib/features/quotes/letting-law.rules.ts';
import type { Answers, Order } from './orders.schema.ts';

/** City and country as each language writes them one after the other. */
const inEachLanguage = ({ names, country }: House['city']): ContractInput['home']['place'] => {
  const small = (locale: 'en-us' | 'vi-vn'): string => `${names[locale]}, ${country.names[locale]}`;
  const large = (locale: 'zh-cn' | 'zh-tw' | 'zh-hk'): string => `${country.names[locale]}${names[locale]}`;
  return { 'en-us': small('en-us'), 'vi-vn': small('vi-vn'), 'zh-cn': large('zh-cn'), 'zh-tw': large('zh-tw'), 'zh-hk': large('zh-hk') };
};

/** Street and postal code. @example wholeAddress({ address: '1 Mill Lane', postalCode: 'M15 4NW' }) // '1 Mill Lane, M15 4NW' */
export const wholeAddress = ({ address, postalCode }: Pick<House, 'address' | 'postalCode'>): string => [address, postalCode].filter(Boolean).join(', ');

/** What a contract says besides the order and its home. `cancellation`: undefined where no policy is known. */
type ContractFacts = Pick<ContractInput, 'cancellation' | 'guardian' | 'party' | 'protection'> & { readonly answers: Answers };

export function contractInput(
  { code, locale, quote, home }: Order,
  house: House,
  { answers, ...facts }: ContractFacts,
  now: Date,
): Omit<ContractInput, 'acceptances'> {
  const { city } = house;
  return {
    locale,
    number: code,
    at: now,
    kind: lettingKindOf(house.houseType, house.supplier.kind),
    provider: home.supplier,
    student: { name: answers['full_name'] ?? '', ownName: answers['own_name'] || undefined, bornOn: answers['birth_date'] || undefined },
    home: { name: house.name, address: wholeAddress(house), room: home.unit, place: inEachLanguage(city) },
    quote,
    ...facts,
  };
}
