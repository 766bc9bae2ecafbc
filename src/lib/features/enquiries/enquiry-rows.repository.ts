/** Rows of threads, and the threads made of them. */
import type { Selectable } from 'kysely';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, EnquiryId, HouseId, SchoolId, StaffId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import { locales } from '#lib/i18n/locales.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { EnquiriesTables } from './enquiries.tables.ts';
import type { AskedLease, Enquiry } from './enquiries.schema.ts';

/** A thread with what only the service opens. */
export type StoredEnquiry = Enquiry & { readonly secret: string; readonly contactSealed: string };

export type EnquiryRow = Selectable<EnquiriesTables['enquiries']>;

/** What of a thread is read, wherever it is. */
export const enquiryColumns = [
  'id',
  'reference',
  'secret',
  'topic',
  'source',
  'user_id',
  'contact_sealed',
  'email_digest',
  'phone_digest',
  'page',
  'locale',
  'language',
  'house_id',
  'unit_id',
  'city_id',
  'school_id',
  'place_words',
  'tenancy_id',
  'move_in',
  'move_out',
  'total_minor',
  'currency',
  'order_code',
  'consents',
  'utm',
  'state',
  'team',
  'staff_id',
  'sameness',
  'opened_at',
  'last_at',
  'first_answered_at',
  'due_at',
  'closed_at',
  'merged_into',
] as const;

function leaseOf(row: EnquiryRow): AskedLease | undefined {
  const { tenancy_id: id, move_in: moveIn, move_out: moveOut, total_minor: minor, currency } = row;
  if (id === null || moveIn === null || moveOut === null || minor === null || currency === null || !isCurrency(currency)) return undefined;
  return { tenancyId: asId<TenancyId>(id), moveIn, moveOut, total: { minor: BigInt(minor), currency } };
}

export function enquiryOf(row: EnquiryRow): Enquiry {
  const idOf = <T extends Parameters<typeof asId>[0]>(value: number | null): T | undefined => (value === null ? undefined : (value as T));
  return {
    id: asId<EnquiryId>(row.id),
    reference: row.reference,
    topic: row.topic,
    source: row.source,
    userId: idOf<UserId>(row.user_id),
    page: row.page,
    locale: locales.find((locale) => locale === row.locale) ?? 'en-us',
    language: row.language,
    place: {
      houseId: idOf<HouseId>(row.house_id),
      unitId: idOf<UnitId>(row.unit_id),
      cityId: idOf<CityId>(row.city_id),
      schoolId: idOf<SchoolId>(row.school_id),
      words: row.place_words,
    },
    lease: leaseOf(row),
    orderCode: row.order_code ?? undefined,
    consents: row.consents,
    utm: row.utm,
    state: row.state,
    team: row.team,
    staffId: idOf<StaffId>(row.staff_id),
    openedAt: row.opened_at,
    lastAt: row.last_at,
    firstAnsweredAt: row.first_answered_at ?? undefined,
    dueAt: row.due_at ?? undefined,
    closedAt: row.closed_at ?? undefined,
    mergedInto: idOf<EnquiryId>(row.merged_into),
  };
}

export const storedOf = (row: EnquiryRow): StoredEnquiry => ({
  ...enquiryOf(row),
  secret: row.secret,
  contactSealed: row.contact_sealed,
});
