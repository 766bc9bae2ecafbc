/** Questions that people ask in tests of those who answer them. */
import type { NewEnquiry } from '#lib/features/enquiries/enquiries.schema.ts';
import type { EnquiryId, HouseId } from '#lib/ids/ids.ts';
import type { AccountsDesk } from './accounts-desk.ts';
import { known } from './list-pages.ts';

let asked = 0;

/** Has somebody ask about a home, or about none. Returns the number of the thread. */
export async function askAbout(
  { on, clock }: Pick<AccountsDesk, 'on' | 'clock'>,
  houseId: HouseId | undefined,
  more: Partial<NewEnquiry> = {},
): Promise<EnquiryId> {
  const service = known(on.services.people).enquiries;
  const email = `asks-${(asked += 1)}@example.org`;
  const outcome = await service.ask(
    {
      topic: 'home',
      source: 'house',
      contact: { firstName: 'Mai', lastName: 'Nguyễn', email, phone: undefined },
      place: { houseId, unitId: undefined, cityId: undefined, schoolId: undefined, words: houseId === undefined ? 'Leeds' : '' },
      tenancyId: undefined,
      text: `Is it quiet? (${asked})`,
      page: '/uk/leeds',
      locale: 'vi-vn',
      consents: { terms: '2026-11', report: null, recommend: null },
      utm: {},
      ...more,
    },
    { userId: undefined, address: '10.0.0.1', proof: 'solved' },
    clock.now,
  );
  if (!outcome.ok) throw new Error(`nothing was asked: ${outcome.reason}`);
  return known(await service.idOf(outcome.value.reference));
}
