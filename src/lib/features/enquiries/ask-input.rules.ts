/** What calls that ask are given, read by the form's own check into the one form that is kept. */
import { plainNumber } from '#lib/validation/pasted.rules.ts';
import { faults, fault } from '#lib/forms/field-faults.rules.ts';
import type { Read } from '#lib/features/accounts/contact-input.rules.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import { emailOf } from '#lib/features/accounts/contacts.rules.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { dialCountries, dialCountry } from '#lib/geo/dial-codes.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, SchoolId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import { sourceOf } from './enquiries.rules.ts';
import { askConsentVersion, askForm, reachKinds, utmNames } from './enquiries.schema.ts';
import type { ConsentsGiven, NewEnquiry, Utm } from './enquiries.schema.ts';

/** Values of a call that asks, by the names of the wire. */
export type AskInput = Readonly<Record<Exclude<AskName, OptionalName>, string>> & Readonly<Partial<Record<OptionalName, string | undefined>>>;
type AskName =
  | 'firstname'
  | 'lastname'
  | 'country_code'
  | 'mobile'
  | 'email'
  | 'reach'
  | 'content'
  | 'data_sources'
  | 'location'
  | 'unit_id'
  | 'tenancy_id'
  | 'page'
  | 'order_code'
  | 'is_receive_property_recommend'
  | 'house_id'
  | 'city_id'
  | 'school_id'
  | OptionalName;
type AskReach = (typeof reachKinds)[number];
type OptionalName = 'consent_terms' | 'consent_report' | 'consent_recommend' | (typeof utmNames)[number];

/** What the server knows besides. */
export type AskContext = {
  readonly locale: Locale;
  /** Contacts that the account of who is signed in has proved. */
  readonly contacts: readonly Contact[];
  /** The city or school that `location` or an id names, with its country; undefined where it is none of ours. */
  readonly place: { readonly cityId: CityId; readonly schoolId: SchoolId | undefined; readonly name: string } | undefined;
  /** ISO number of the country of home or place; empty where it is not known. */
  readonly countryId: string;
};

/** Two letters of what a client calls a country: those, or a dial code. */
function countryIn(given: string): string {
  const text = given.normalize('NFKC').trim().toUpperCase();
  if (dialCountry(text)) return text;
  const code = /^(?:\+|00)?(\d{1,4})$/.exec(text)?.[1];
  return dialCountries.find(({ dialCode, iso2 }) => dialCode === code && iso2 !== 'CA')?.iso2 ?? text;
}

/** A path of this site with its query; empty for what is none. */
const pathIn = (given: string): string => (/^\/(?![/\\])[^\s\\]{0,499}$/.test(given) ? given : '');

/** A consent as it is kept: what did not come in the call was not given. */
const consentIn = (given: string | undefined): string | null => (given === undefined || given === '' ? null : given);

function utmIn(values: AskInput): Utm {
  return Object.fromEntries(utmNames.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
}

/**
 * The ways in which somebody says that they can be reached. The form asks for one, and what is left in the other's field counts for
 * nothing. A client that does not ask which may give both.
 */
function waysIn({ reach, email, mobile }: AskInput): readonly AskReach[] {
  const chosen = reachKinds.filter((kind) => kind === reach);
  if (chosen.length > 0) return chosen;
  return reachKinds.filter((kind) => (kind === 'email' ? email : mobile).trim() !== '');
}

/** A question as it is stored, or what is wrong with which field. */
export function readAsk(values: AskInput, { locale, contacts, place, countryId }: AskContext): Read<NewEnquiry> {
  const ways = waysIn(values);
  // Who writes another address or number than the account's is answered there.
  const own = (kind: AskReach): string | undefined =>
    values.reach !== '' || ways.includes(kind) ? undefined : contacts.find((one) => one.kind === kind)?.address;
  const [email, phone] = [own('email'), own('phone')];
  const isKnown = email !== undefined || phone !== undefined;
  const given = (reach: AskReach | '') => ({
    ...values,
    reach,
    // Nothing is to be chosen where the account says it.
    known: isKnown && reach === '' ? 'both' : '',
    country_id: countryId,
    country_code: countryIn(values.country_code),
    mobile: plainNumber(values.mobile),
    location: values.location === '' && place ? place.name : values.location,
    // A client that does not ask for them may leave them out, and then nobody has given them: see `consents` below.
    consent_terms: values.consent_terms ?? askConsentVersion,
    consent_report: values.consent_report ?? askConsentVersion,
    consent_recommend: values.consent_recommend ?? '',
  });
  const [first = '', second] = ways;
  const checked = checkForm(askForm, given(first));
  const also = second && checkForm(askForm, given(second));
  if (!checked.ok || (also && !also.ok)) {
    const problems = [checked, also].flatMap((one) => (one && !one.ok ? one.problems : []));
    return faults(problems.filter(({ field }, at) => problems.findIndex((one) => one.field === field) === at));
  }
  const form = { ...checked.values, ...(also && { mobile: also.values.mobile, country_code: also.values.country_code }) };
  const address = email ?? (form.email === '' ? undefined : emailOf(form.email));
  if (form.email !== '' && address === undefined) return fault('email', 'forms.email');
  const parsed = form.mobile === '' ? undefined : parsePhone(form.country_code, form.mobile);
  if (parsed && !parsed.ok) return fault('mobile', form.country_code === 'CN' ? 'forms.chinese_mobile' : 'forms.mobile');
  const houseId = parseId<HouseId>(form.house_id);
  const wantsOthers = form.consent_recommend !== '' || values.is_receive_property_recommend === '1';
  const report = countryId === '' || form.consent_report === '' ? null : consentIn(values.consent_report);
  const consents: ConsentsGiven = {
    // Whose wording says it too.
    terms: consentIn(values.consent_terms) ?? report,
    report,
    recommend: wantsOthers ? form.consent_recommend || 'client' : null,
  };
  return {
    ok: true,
    value: {
      topic: houseId === undefined ? 'question' : 'home',
      source: sourceOf(form.data_sources),
      contact: { firstName: form.firstname, lastName: form.lastname, email: address, phone: phone ?? (parsed?.ok ? parsed.value.e164 : undefined) },
      place: {
        houseId,
        unitId: houseId === undefined ? undefined : parseId<UnitId>(form.unit_id),
        cityId: houseId === undefined ? place?.cityId : undefined,
        schoolId: houseId === undefined ? place?.schoolId : undefined,
        words: houseId === undefined && !place ? form.location : '',
      },
      tenancyId: parseId<TenancyId>(form.tenancy_id),
      orderCode: form.order_code || undefined,
      text: form.content,
      page: pathIn(form.page),
      locale,
      consents,
      utm: utmIn(values),
    },
  };
}
