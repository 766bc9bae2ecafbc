/** Everything that somebody can have here, made by calls as browsers make them; and ids of each kind that name nothing. */
import { randomUUID } from 'node:crypto';
import { addDays } from '#lib/dates/dates.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { customFieldContract, customFormSaveContract } from '#lib/features/custom-forms/custom-forms.contract.ts';
import * as passkeys from '#lib/features/accounts/passkeys.contract.ts';
import { evidenceContract, evidenceLinkContract, supplierEvidenceContract } from '#lib/features/evidence/evidence.contract.ts';
import { groupsContract, makeGroupContract } from '#lib/features/groups/groups.contract.ts';
import { savePersonContract } from '#lib/features/orders/orders.contract.ts';
import { sponsorLinkContract, sponsorPayContract } from '#lib/features/orders/sponsors.contract.ts';
import { payContract, staffPaymentContract } from '#lib/features/payments/payments.contract.ts';
import { staffRentContract } from '#lib/features/payrent/payrent.contract.ts';
import { savedSearchContract } from '#lib/features/shortlist/notices.contract.ts';
import { shareFavouritesContract } from '#lib/features/shortlist/shortlist.contract.ts';
import { uploadContract } from '#lib/features/uploads/uploads.contract.ts';
import { shareWishesContract, wishesContract } from '#lib/features/wishes/wishes.contract.ts';
import type { FilePurpose } from '#lib/forms/files.schema.ts';
import type { Browser } from './accounts-desk.ts';
import { known } from './list-pages.ts';
import { applicant, openOrdersDesk } from './orders-desk.ts';
import type { OrdersDesk } from './orders-desk.ts';
import { beginToPay, tellPaid, userOf } from './paying.ts';
import { askAbout } from './questions.ts';
import { beginRent, rentLicence, submitRent } from './rents.ts';
import { lived, saysOf } from './reviews.ts';
import { depositOf } from './settling.ts';
import { reachProviders } from './provider-contacts.ts';
import { pdf } from './sample-files.ts';
import { termsCount } from './provider-terms.ts';
import { softwareAuthenticator } from './software-authenticator.ts';
import { openStaffDesk } from './staff-desk.ts';
import { bookViewing, openSlot } from './viewings.ts';

/** What the payments of a desk need for every way of paying. */
export const belongingsSettings = {
  TRANSFER_ACCOUNTS: JSON.stringify(
    ['bank-transfer', 'boa-transfer', 'zelle'].map((method) => ({
      method,
      currency: 'GBP',
      lines: { holder: 'Loftling Ltd', iban: 'GB33BUKB20201555555555' },
    })),
  ),
  PAYMENT_SANDBOX: 'on',
  RENT_LICENCE: rentLicence,
} as const;

/** An order code, a number and a file's id that name nothing. */
const nothing = { code: 'ZZZZ-ZZZZ', number: '999999999', file: '00000000-0000-4000-8000-000000000000', passkey: 'A'.repeat(43) } as const;

/** Each thing with how its ids look. */
const things = {
  draft: 'code',
  spareDraft: 'code',
  offered: 'code',
  offeredToMinor: 'code',
  toPay: 'code',
  toPaySupplier: 'code',
  paid: 'code',
  home: 'code',
  stay: 'code',
  group: 'code',
  review: 'code',
  cardPayment: 'code',
  transfer: 'code',
  boaTransfer: 'code',
  zelleTransfer: 'code',
  settledPayment: 'code',
  sponsorLink: 'number',
  sponsorPayment: 'code',
  rentDraft: 'code',
  rent: 'code',
  paidRent: 'code',
  rentPayment: 'code',
  viewing: 'code',
  bookedViewing: 'code',
  thread: 'code',
  search: 'number',
  list: 'number',
  cardLink: 'number',
  device: 'number',
  passkey: 'passkey',
  picture: 'file',
  screenshot: 'file',
  reviewPhoto: 'file',
  evidencePhoto: 'file',
  resume: 'file',
  voucher: 'file',
  supplierVoucher: 'file',
  applicationFile: 'file',
  admissionLetter: 'file',
  laterLetter: 'file',
  claimLetter: 'file',
  rentFile: 'file',
  rentVoucher: 'file',
  formFile: 'file',
} as const satisfies Record<string, keyof typeof nothing>;
export type Thing = keyof typeof things;

/** What waits for a proof of an order. */
export const openClaim = (order: number, now: Date) => ({
  order_id: order,
  event: 'visa-refused' as const,
  currency: 'GBP',
  minor: 100n,
  proof: 'visa-refusal-letter',
  proof_until: addDays(now.toISOString().slice(0, 10), 7),
  told_at: now,
  state: 'open' as const,
});

/** What somebody has, by id. `by`: their browser. `key`: of their sponsor's link; `price`: what their draft costs, as its page says it;
 * `proposal`: what is to be kept of their deposit; `entries`: the digest of what is written of their home's condition. */
export type Belongings = Readonly<Record<Thing, string>> & {
  readonly by: Browser;
  readonly key: string;
  readonly price: string;
  readonly contract: string;
  readonly entries: string;
  readonly proposal: string;
};

/** An id of the same kind that never was one. */
export const missing = (thing: Thing): string => nothing[things[thing]];

const purposes = {
  picture: 'picture',
  screenshot: 'screenshot',
  reviewPhoto: 'review',
  evidencePhoto: 'evidence',
  resume: 'resume',
  voucher: 'voucher',
  applicationFile: 'application',
  rentFile: 'rent',
  formFile: 'form-picture',
} as const satisfies Partial<Record<Thing, FilePurpose>>;

/** Further files of a purpose: no more than ten wait for a form at a time, and so many from an address, so they are written beside those. */
const furtherFiles = {
  supplierVoucher: 'voucher',
  admissionLetter: 'applicationFile',
  laterLetter: 'applicationFile',
  claimLetter: 'applicationFile',
  rentVoucher: 'rentFile',
} as const satisfies Partial<Record<Thing, keyof typeof purposes>>;

export const openBelongingsDesk = async (options: Parameters<typeof openOrdersDesk>[0] = {}): Promise<OrdersDesk> => {
  const desk = await openOrdersDesk({ ...options, settings: { ...belongingsSettings, ...options.settings } });
  const editor = await openStaffDesk(desk.office).member('editor');
  const picture = { kind: 'file', takes: 'picture', megabytes: '2', required: 'yes', 'label_en-us': 'A picture' };
  const words = { 'title_en-us': 'Papers', 'thanks_en-us': 'That helps.' };
  const { form_id } = (await editor.call(customFormSaveContract, { form_id: 'new', slug: 'papers', state: 'draft', ...words })).data;
  await editor.call(customFieldContract, { form_id, field: 'new', act: 'save', ...picture });
  await editor.call(customFormSaveContract, { form_id, state: 'open', ...words });
  await desk.office.on.base.db.updateTable('tenancies').set({ feed_stock: 200, stock: 200 }).where('id', '=', desk.lease.id).execute();
  return desk;
};

/** Somebody new who has one of everything. @param turn which one of them: their viewings are not at one time. */
export async function withEverything(desk: OrdersDesk, turn: number): Promise<Belongings> {
  const { office, lease } = desk;
  const { db } = office.on.base;
  const people = known(office.on.services.people);
  const by = await desk.somebody();
  const userId = await userOf(by);
  const today = office.clock.now.toISOString().slice(0, 10);
  const done = <T extends { readonly error_code: number; readonly message: string; readonly data: unknown }>(answer: T): T => {
    if (answer.error_code !== 0) throw new Error(`${answer.message} ${JSON.stringify(answer.data)}`);
    return answer;
  };

  const pathTo = async (state: Parameters<typeof lived>[2]): Promise<string> => {
    const code = await desk.drafted(by);
    await lived(db, code, state, { from: addDays(today, -30), to: state === 'completed' ? addDays(today, -3) : addDays(today, 30) });
    return code;
  };
  const stay = await pathTo('completed');
  const home = await pathTo('checked_in');
  const entry = { occasion: 'move-in', place: 'bedroom', item: 'Mattress', condition: 'worn', note: '' };
  done(await by.call(evidenceContract, { code: home, ...entry }));
  await reachProviders(db, 'en-us');
  done(await by.call(evidenceLinkContract, { code: home, act: 'send' }));
  const link = String(office.letters.findLast(({ name }) => name === 'supplier-link')?.input['key'] ?? '');
  const { hash: entries } = done(await office.browser().call(supplierEvidenceContract, { key: link, ...entry, item: 'Window' })).data;
  const review = done(await saysOf(by, stay, 'stay', 4)).data.review;

  const paid = await desk.signed(by);
  const settledPayment = await beginToPay(office, by, { kind: 'order', code: paid });
  await tellPaid(office, settledPayment);
  // Something of it waits for a proof, as after a cancelling for a reason.
  const { id: paidId } = await db.selectFrom('orders').select('id').where('code', '=', paid).executeTakeFirstOrThrow();
  await db.insertInto('order_claims').values(openClaim(paidId, office.clock.now)).execute();
  const toPay = await desk.signed(by);
  const cardPayment = await beginToPay(office, by, { kind: 'order', code: toPay });
  const transferred = async (method: string) => done(await by.call(payContract, { kind: 'order', code: toPay, method })).data.payment;
  const [transfer, boaTransfer, zelleTransfer] = [await transferred('bank-transfer'), await transferred('boa-transfer'), await transferred('zelle')];
  const { key } = done(await by.call(sponsorLinkContract, { code: toPay, student: 'Lan', sponsor_locale: 'en-us', days: '7' })).data;
  const sponsorLink = await db.selectFrom('sponsor_links').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow();
  const { amount } = known((await people.payments.collecting.requestsOf({ kind: 'order', code: toPay }))[0]);
  const half = String(amount.minor / 200n);
  const sponsorPayment = done(await office.browser().call(sponsorPayContract, { key, sum: half, method: 'card' })).data.payment;
  await tellPaid(office, sponsorPayment);
  const { supplier_id } = await db.selectFrom('houses').select('supplier_id').where('id', '=', asId<HouseId>(lease.house_id)).executeTakeFirstOrThrow();
  const money = await openStaffDesk(office).member('finance');
  const proposal = String(await depositOf(db, stay, office.clock.now, money.id));
  const collects = async (who: 'operator' | 'supplier') => termsCount(office, money.id, { supplier: supplier_id, collects: who });
  await collects('supplier');
  const toPaySupplier = await desk.signed(by);
  await collects('operator');
  const offered = await desk.sent(by);
  await desk.byStaff(offered, 'offer');
  const offeredToMinor = await desk.drafted(by);
  const born = `${Number(lease.move_in.slice(0, 4)) - 17}${lease.move_in.slice(4)}`;
  done(await by.call(savePersonContract, { code: offeredToMinor, ...applicant, birth_date: born }));
  done(await desk.submit(by, offeredToMinor));
  await desk.byStaff(offeredToMinor, 'offer');
  const { hash } = known(await people.contractOf(known(await people.orders.own(userId, toPay)), office.clock.now));
  const draft = await desk.drafted(by);
  const price = await desk.agreed(by, draft);
  const spareDraft = await desk.drafted(by);

  const { group } = done(await by.call(makeGroupContract, { ...desk.book(), place_2: String(lease.id), called: 'Lan' })).data;
  done(await by.call(groupsContract, {}));
  const rentDraft = await beginRent(by);
  const rent = await submitRent(office, by);
  // A proof is taken where a transfer is awaited.
  done(await by.call(payContract, { kind: 'payrent', code: rent, method: 'bank-transfer' }));
  const paidRent = await submitRent(office, by);
  // Money that does not move is passed on to nobody.
  const rentPayment = done(await by.call(payContract, { kind: 'payrent', code: paidRent, method: 'bank-transfer' })).data.payment;
  const finance = await openStaffDesk(office).member('finance');
  done(await finance.call(staffPaymentContract, { payment: rentPayment, act: 'confirm', sum: '859.01', reason: '' }));
  for (const one of [finance, money]) done(await one.call(staffRentContract, { code: paidRent, act: 'pay-out', reference: `FT-${turn}` }));

  const booked = async (hour: number) => {
    const slot = await openSlot(office, desk.staff, lease.house_id, addDays(today, 4), `${hour + turn}:00`);
    return done(await bookViewing(by, lease.house_id, slot)).data.code;
  };
  const [viewing, bookedViewing] = [await booked(10), await booked(14)];
  await tellPaid(office, await beginToPay(office, by, { kind: 'viewing', code: bookedViewing }));
  const threadId = await askAbout(office, asId<HouseId>(lease.house_id));
  await db.updateTable('enquiries').set({ user_id: userId }).where('id', '=', threadId).execute();
  const thread = await db.selectFrom('enquiries').select('reference').where('id', '=', threadId).executeTakeFirstOrThrow();

  const london = known(office.on.base.geo.city('uk', 'london'));
  done(await by.call(savedSearchContract, { act: 'save', search_id: '', place: `city-${london.id}`, ask: '', pace: 'daily' }));
  const search = await db.selectFrom('saved_searches').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow();
  done(await by.call(shareFavouritesContract, { list_id: '', name: 'Leeds', days: '30', with_notes: '', with_name: '' }));
  const list = await db.selectFrom('shared_lists').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow();

  done(await by.call(wishesContract, { act: 'save', place: 'London' }));
  done(await by.call(shareWishesContract, { list_id: '', name: 'For Linh', days: '7', with_name: '' }));
  const cardLink = await db.selectFrom('shared_lists').select('id').where('user_id', '=', userId).where('shows', '=', 'card').executeTakeFirstOrThrow();

  const authenticator = softwareAuthenticator();
  const begun = done(await by.call(passkeys.passkeyAddStartContract)).data;
  const { challenge } = JSON.parse(begun.options) as { challenge: string };
  const ceremony = { challenge, origin: office.on.services.site.origin, domain: new URL(office.on.services.site.origin).hostname };
  done(await by.call(passkeys.passkeyAddContract, { id: begun.id, answer: JSON.stringify(authenticator.create(ceremony)) }));
  const device = await db.selectFrom('user_sessions').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow();

  const files: Record<string, string> = {};
  for (const [thing, purpose] of Object.entries(purposes)) {
    if (purpose === 'resume') {
      const kept = await people.uploads.keep(
        purpose,
        { name: 'cv.pdf', bytes: pdf() },
        { userId, visit: undefined, address: `192.0.2.${turn + 1}` },
        office.clock.now,
      );
      if (!kept.ok) throw new Error(kept.reason);
      files[thing] = kept.value.id;
    } else files[thing] = done(await by.call(uploadContract, { purpose })).data.id;
  }

  for (const [thing, like] of Object.entries(furtherFiles)) {
    const row = await db.selectFrom('uploads').selectAll().where('id', '=', known(files[like])).executeTakeFirstOrThrow();
    const id = randomUUID();
    await db
      .insertInto('uploads')
      .values({ ...row, id, storage_key: `${row.storage_key}-${thing}`, address: null })
      .execute();
    files[thing] = id;
  }

  return {
    by,
    key,
    price,
    contract: hash,
    entries,
    proposal,
    draft,
    spareDraft,
    offered,
    offeredToMinor,
    toPay,
    toPaySupplier,
    paid,
    home,
    stay,
    group,
    review,
    cardPayment,
    transfer,
    boaTransfer,
    zelleTransfer,
    settledPayment,
    sponsorLink: String(sponsorLink.id),
    sponsorPayment,
    rentDraft,
    rent,
    paidRent,
    rentPayment,
    viewing,
    bookedViewing,
    thread: thread.reference,
    search: String(search.id),
    list: String(list.id),
    cardLink: String(cardLink.id),
    device: String(device.id),
    passkey: authenticator.id,
    ...(files as Record<keyof typeof purposes | keyof typeof furtherFiles, string>),
  };
}
