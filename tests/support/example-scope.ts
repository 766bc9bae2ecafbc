/** Names that examples in doc comments may use beside the exports of their own file. */
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { translator } from '#lib/i18n/t.ts';
import { money } from '#lib/money/money.ts';
import { createPaths } from '#lib/paths.ts';

function makeScope() {
  const geo = createGeoIndex(readPlaceFiles('src/content/places'));
  const t = translator('en-us');
  /** 51 weeks at £225 with a fee of £50. */
  const terms = {
    moveIn: '2027-09-04',
    moveOut: '2028-08-26',
    rent: money(22500n, 'GBP'),
    promoRent: undefined,
    unit: 'WEEK',
    bookingFee: money(5000n, 'GBP'),
    deposit: money(25000n, 'GBP'),
  };
  return {
    money,
    translator,
    t,
    words: { t, locale: 'en-us', intl: 'en-GB' },
    paths: createPaths('en-us', false),
    geo,
    uk: geo.country('uk'),
    london: geo.city('uk', 'london'),
    terms,
    /** A form that asks for an address of mail alone. */
    signUp: formDefinition({ id: 'sign-up', fields: [{ kind: 'email', name: 'email', label: 'forms.required' }], submit: 'forms.choose' }),
  };
}

let made: ReturnType<typeof makeScope> | undefined;

/** Read once; places are many. */
export function exampleScope(): Readonly<Record<string, unknown>> {
  return (made ??= makeScope());
}
