/** Every contract of the API: bound once, named once, answered as it promises, and reads that write nothing. */
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { captchaPuzzleContract } from '#lib/features/captcha/captcha.contract.ts';
import { contracts } from '#lib/contracts.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { apiPrefixes } from '#lib/api/contract.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { openApiDocument, parametersOf } from '#lib/api/openapi.ts';
import { limits } from '#lib/api/rate-limits.ts';
import { couponGiven } from '#tests/factories/coupons.ts';
import { seedVariedHouses } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { StandIn } from '#tests/support/stand-in.ts';
import * as accountChecks from '#lib/features/accounts/account-checks.contract.ts';
import { askQuestionContract, enquiryReplyContract } from '#lib/features/enquiries/enquiries.contract.ts';
import * as knownBrowsers from '#lib/features/accounts/known-browsers.contract.ts';
import { ownFeeContract } from '#lib/features/orders/own-fee.contract.ts';
import { supplierPaymentContract } from '#lib/features/orders/supplier-payment.contract.ts';
import { supplierContractContract } from '#lib/features/orders/supplier-signing.contract.ts';
import { supplierPartyContract } from '#lib/features/supplier-parties/supplier-parties.contract.ts';
import { supplierAddressContract, supplierAnswersContract, supplierChangeContract } from '#lib/features/supplier-terms/supplier-changes.contract.ts';
import { supplierTermsContract } from '#lib/features/supplier-terms/supplier-terms.contract.ts';
import { staffPayoutContract } from '#lib/features/payouts/payouts.contract.ts';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import * as entering from '#lib/features/accounts/entering.contract.ts';
import * as ownAccount from '#lib/features/accounts/own-account.contract.ts';
import { readFileSync } from 'node:fs';
import * as passkeys from '#lib/features/accounts/passkeys.contract.ts';
import * as contactChanges from '#lib/features/accounts/contact-changes.contract.ts';
import * as contactClaims from '#lib/features/accounts/contact-claims.contract.ts';
import * as joining from '#lib/features/accounts/joining.contract.ts';
import * as scans from '#lib/features/accounts/scans.contract.ts';
import * as oneTap from '#lib/features/accounts/one-tap.contract.ts';
import * as thirdParties from '#lib/features/accounts/third-parties.contract.ts';
import * as realname from '#lib/features/realname/realname.contract.ts';
import * as uploads from '#lib/features/uploads/uploads.contract.ts';
import * as notices from '#lib/features/shortlist/notices.contract.ts';
import * as shortlist from '#lib/features/shortlist/shortlist.contract.ts';
import { consentVersion, resendAfter } from '#lib/features/accounts/accounts.schema.ts';
import { realnameConsentVersion } from '#lib/features/realname/realname.schema.ts';
import type { Contract } from '#lib/api/contract.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import * as historyContracts from '#lib/features/history/history.contract.ts';
import { shareWishesContract, wishesContract } from '#lib/features/wishes/wishes.contract.ts';
import * as customForms from '#lib/features/custom-forms/custom-forms.contract.ts';
import { answerFormContract, formStepContract } from '#lib/features/custom-forms/custom-forms.contract.ts';
import { customConsentVersion } from '#lib/features/custom-forms/custom-forms.schema.ts';
import * as deskContracts from '#lib/features/desk/desk.contract.ts';
import * as rentContracts from '#lib/features/payrent/payrent.contract.ts';
import { rentConsentVersion } from '#lib/features/payrent/payrent.schema.ts';
import * as groups from '#lib/features/groups/groups.contract.ts';
import * as coupons from '#lib/features/coupons/coupons.contract.ts';
import * as viewingContracts from '#lib/features/viewings/viewings.contract.ts';
import * as evidenceContracts from '#lib/features/evidence/evidence.contract.ts';
import * as reviewContracts from '#lib/features/reviews/reviews.contract.ts';
import { viewingConsentVersion } from '#lib/features/viewings/viewings.schema.ts';
import * as submissionContracts from '#lib/features/desk/submissions.contract.ts';
import { feedbackContract } from '#lib/features/feedback/feedback.contract.ts';
import * as threadContracts from '#lib/features/desk/threads.contract.ts';
import { deskBatchContract, undoDeskBatchContract } from '#lib/features/desk/batches.contract.ts';
import { deskViewContract, removeDeskViewContract } from '#lib/features/desk/views.contract.ts';
import * as newsContracts from '#lib/features/news/news.contract.ts';
import { bedContract, bedsContract, settleStockCaseContract } from '#lib/features/stock/stock.contract.ts';
import * as paying from '#lib/features/payments/payments.contract.ts';
import * as statements from '#lib/features/statements/statements.contract.ts';
import * as sponsorContracts from '#lib/features/orders/sponsors.contract.ts';
import * as orderContracts from '#lib/features/orders/orders.contract.ts';
import { agreedText, priceText } from '#lib/features/orders/orders.rules.ts';
import { ownFeesOf, quoteSchema } from '#lib/features/quotes/quote.schema.ts';
import { sendResumeContract } from '#lib/features/resumes/resumes.contract.ts';
import { resumeConsentVersion } from '#lib/features/resumes/resumes.schema.ts';
import { signingVersion } from '#lib/features/evidence/evidence.schema.ts';
import { pdf } from '#tests/support/sample-files.ts';
import { askAbout } from '#tests/support/questions.ts';
import { reportListingContract } from '#lib/features/reports/reports.contract.ts';
import * as staffPasskeys from '#lib/features/staff/staff-passkeys.contract.ts';
import * as staffContracts from '#lib/features/staff/staff.contract.ts';
import { termsCount } from '#tests/support/provider-terms.ts';
import { openStaffDesk, staffPassword } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';
import type { StaffRole } from '#lib/access.ts';
import { beginToPay, tellPaid } from '#tests/support/paying.ts';
import { openClaim } from '#tests/support/belongings.ts';
import { beginRent, broughtFor, fillRent, landlord, rentTerms, submitRent } from '#tests/support/rents.ts';
import { reachProviders } from '#tests/support/provider-contacts.ts';
import { addDays } from '#lib/dates/dates.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { arrearsContract } from '#lib/features/orders/arrears.contract.ts';
import { depositAnswerContract, depositContract, depositGiveContract, supplierDepositContract } from '#lib/features/orders/deposits.contract.ts';
import { depositOf, owesSince } from '#tests/support/settling.ts';
import { lived, reviewOf, saysOf } from '#tests/support/reviews.ts';
import { bookViewing, openSlot } from '#tests/support/viewings.ts';
import type { TestApi } from '#tests/support/test-api.ts';

import { testNow } from '#tests/factories/houses.ts';
import { solvedToken } from '#tests/support/solved.ts';

let on: TestApi;
let desk: AccountsDesk;
/** Somebody who is signed in. */
let signedIn: Browser;
/** A file that they have brought. */
let broughtFile = '';
let geetest: StandIn;
/** What each call is asked, by its name. */
let questions: Readonly<Record<string, Readonly<Record<string, string | number>>>>;

beforeAll(async () => {
  geetest = await standIn((_, response) => answerJson(response, { status: 'success', result: 'success' }));
  desk = await openAccountsDesk({
    settings: {
      EXTERNAL_APPS: `partner=${'s'.repeat(32)}`,
      REAL_NAME_CHECK: 'on',
      RENT_LICENCE: 'Example Pay Ltd',
      PAYMENT_SANDBOX: 'on',
      TRANSFER_ACCOUNTS: JSON.stringify([{ method: 'bank-transfer', currency: 'GBP', lines: { iban: 'GB33BUKB20201555555555' } }]),
      GEETEST_CAPTCHA_ID: '0'.repeat(32),
      GEETEST_CAPTCHA_KEY: '1'.repeat(32),
      GEETEST_SERVER: geetest.origin,
    },
    async fill({ db, geo }) {
      await storeRates(db, readRateFile('src/content/rates.yaml'));
      await seedVariedHouses(db, [known(geo.city('uk', 'london'))], 25);
    },
  });
  on = desk.on;
  await openForm('contracts');
  signedIn = await desk.registered('reader@example.org');
  broughtFile = (await signedIn.call(uploads.uploadContract, { purpose: 'picture' })).data.id;
  const { db, geo } = on.base;
  const london = known(geo.city('uk', 'london'));
  const tenancy = await db
    .selectFrom('tenancies')
    .innerJoin('houses', 'houses.id', 'tenancies.house_id')
    .select(['tenancies.id', 'tenancies.unit_id', 'tenancies.house_id', 'tenancies.move_in', 'tenancies.move_out'])
    .where('houses.category', '=', 'rent')
    .where('tenancies.stock', '>', 1)
    .where('move_in', '>', '2027-01-01')
    .orderBy('tenancies.id')
    .executeTakeFirstOrThrow();
  // A bed for each that is paid for here.
  await db.updateTable('tenancies').set({ stock: 20, feed_stock: 20 }).where('id', '=', tenancy.id).execute();
  const { data: posed } = await on.call(captchaPuzzleContract, { call: 'login' });
  // A ticket is for whom they were posed to often.
  for (let times = 0; times < 3; times += 1) await on.call(captchaPuzzleContract, { call: 'posed-often' });
  const { captcha_id, challenge: text } = known(posed.puzzles.find(({ platform }) => platform === 'altcha'));
  const challenge = JSON.parse(text);
  const solved = { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
  const house_id = tenancy.house_id;
  someHouse = house_id;
  booking = {
    house_id: String(house_id),
    unit_id: String(tenancy.unit_id),
    tenancy_id: String(tenancy.id),
    move_in: tenancy.move_in,
    move_out: tenancy.move_out,
    plan: 'in-full',
  };
  ownOrder = await applied(signedIn);
  ownRent = await submitRent(desk, signedIn);
  debtor = await owing().then(async ({ by, ref }) => ({ by, ref, payment: (await by.call(paying.payContract, { ...ref, method: 'card' })).data.payment }));
  const list = { city_id: london.id };
  const home = { house_id };
  const asker = { firstname: 'Mai', lastname: 'Tran', email: 'mai@example.org', country_code: '44', mobile: '7700900123' };
  questions = {
    'server-time': {},
    'seal-key': {},
    'country-codes': {},
    'common-data': {},
    'home-ads': {},
    'home-video': {},
    'index-resource': {},
    places: {},
    'city-schools': list,
    'country-by-ip': {},
    'user-city': {},
    'trust-score': {},
    translate: { text: '学生公寓', to_lang: 'zh-tw', original_hash: 'h' },
    'wxapp-qrcode': {},
    'assistant-answer': { question: 'When do I get my deposit back?', house_id },
    'search-suggest': { keyword: 'lond' },
    'search-keyword': { keyword: 'london' },
    'search-hot': {},
    'search-log-record': { type: 'city', id: london.id },
    'search-log-delete': {},
    'search-log-last': {},
    'house-search': list,
    'house-search-filters': list,
    'house-search-sorts': list,
    'house-search-count': list,
    'house-recommend': {},
    'house-detail': home,
    'pay-rent-fee': { amount: '850.50', currency: 'GBP' },
    promos: home,
    'house-media': home,
    'house-schools': home,
    'house-nearby': home,
    'house-amenities': home,
    'house-unit': { ...home, unit_id: tenancy.unit_id },
    'house-similar': home,
    'house-price-trend': home,
    'house-compare': { ids: `${house_id}` },
    'house-history': { ids: `${house_id}` },
    'house-cancel-policy': { ...home, hcr: tenancy.id },
    'house-floor-plans': home,
    'house-comments': home,
    'map-lists': { west: -0.3, south: 51.4, east: 0.1, north: 51.6, zoom: 11 },
    'map-card': home,
    'map-places': list,
    'mapbox-directions': { type: 'walking', coordinates: '-0.134,51.5246;-0.12,51.51' },
    'ai-sdk-access-token': { app_id: 'partner', app_secret: 's'.repeat(32) },
    'captcha-puzzle': { call: 'login' },
    'captcha-token': { captcha_id, captcha_code: Buffer.from(JSON.stringify(solved)).toString('base64') },
    'captcha-geetest': { captcha_id: '0'.repeat(32), lot_number: 'a', captcha_output: 'b', pass_token: 'c', gen_time: '1795262400', call: 'login' },
    'captcha-ticket': { call: 'posed-often', errors: 3 },
    'report-listing': { house_id, reason: 'gone' },
    'ask-question': { ...asker, house_id, content: 'Is it quiet?' },
    'submit-question': { ...asker, id: house_id, content: 'Is it warm?' },
    'ai-sdk-create-intent': { ...asker, location: 'London', content: 'Where shall I look?' },
    'ai-sdk-schools': { keyword: 'lond' },
    'ai-sdk-country-codes': {},
    'online-status': {},
    'content-help': {},
    'content-about': {},
    'content-contact': {},
    'content-partners': {},
    'content-consultants': {},
    feedback: { kind: 'idea', text: 'A map of bakeries.' },
    'read-form': { form: 'contracts' },
    'answer-form': { form: 'contracts', consent_keep: customConsentVersion },
    'track-log': { source: 'pc', version: '3', logs: JSON.stringify([{ event: 'PC_00372', at: 1_795_262_400_000, fields: {} }]) },
  };
});
afterAll(async () => {
  await desk.close();
  await geetest.close();
});

/** A form of one field that is open. Returns its number. */
async function openForm(slug: string, more: readonly object[] = []): Promise<number> {
  const text = { title: 'A form', lead: '', thanks: 'Thanks', consent: '' };
  const field = { name: 'a1', kind: 'text', required: false, labels: { 'en-us': 'Which?' }, choices: {} };
  const { id } = await on.base.db
    .insertInto('custom_forms')
    .values({
      slug,
      state: 'open',
      opens_on: null,
      closes_on: null,
      texts: JSON.stringify({ 'en-us': text }),
      fields: JSON.stringify([field, ...more]),
      version: 1,
      updated_at: desk.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const password = 'Bridge-2027';
const ofAccounts: ReadonlySet<Contract> = new Set<Contract>([
  paying.payMethodsContract,
  paying.payContract,
  paying.payQueryContract,
  paying.sandboxContract,
  paying.voucherContract,
  ...Object.values(entering),
  ...Object.values(knownBrowsers),
  ...Object.values(accountChecks),
  ...Object.values(ownAccount),
  ...Object.values(shortlist),
  ...Object.values(newsContracts),
  ...Object.values(notices),
  wishesContract,
  shareWishesContract,
  ...Object.values(historyContracts),
  ...Object.values(realname),
  ...Object.values(uploads),
  depositAnswerContract,
  ...Object.values<Contract>(orderContracts),
  ...Object.values<Contract>(sponsorContracts),
  enquiryReplyContract,
  sendResumeContract,
  formStepContract,
  bedContract,
  bedsContract,
  viewingContracts.viewingSlotsContract,
  viewingContracts.bookViewingContract,
  viewingContracts.viewingOrdersContract,
  viewingContracts.payViewingContract,
  viewingContracts.cancelViewingContract,
  viewingContracts.moveViewingContract,
  ...Object.values<Contract>(rentContracts).filter(({ access }) => access === 'login'),
  rentContracts.rentEndRemindersContract,
  ...Object.values<Contract>(evidenceContracts).filter(({ access }) => access !== 'staff-orders'),
  ownFeeContract,
  supplierPaymentContract,
  supplierContractContract,
  supplierDepositContract,
  supplierAnswersContract,
  reviewContracts.answerReviewContract,
  reviewContracts.reviewContract,
  reviewContracts.ownReviewsContract,
  reviewContracts.withdrawReviewContract,
  reviewContracts.evaluateServiceContract,
  ...Object.values<Contract>(groups),
  coupons.couponsContract,
  coupons.keepCouponContract,
  coupons.useCouponContract,
]);
/**
 * Calls that need somebody who vouches, or a device that signs: each is made, with success, by the tests of those ways, which say so
 * here by the names of their contracts.
 */
const ofWays: ReadonlySet<Contract> = new Set<Contract>([
  ...Object.values(thirdParties),
  ...Object.values(oneTap),
  ...Object.values(scans),
  ...Object.values(joining),
  ...Object.values(contactChanges),
  ...Object.values(contactClaims),
  ...Object.values(passkeys),
  ...Object.values(staffPasskeys),
]);
const waysTests = ['third-parties', 'one-tap', 'scans', 'joining', 'contact-changes', 'contact-claims', 'passkeys']
  .map((name) => readFileSync(`tests/integration/accounts/${name}.test.ts`, 'utf8'))
  .concat(readFileSync('tests/integration/staff/staff-passkeys.test.ts', 'utf8'))
  .join('\n');
const constants = new Map(
  Object.entries<Contract>({ ...thirdParties, ...oneTap, ...scans, ...joining, ...contactChanges, ...contactClaims, ...passkeys, ...staffPasskeys }).map(
    ([name, contract]) => [contract, name],
  ),
);

/** Calls of staff are made by staff. */
const ofStaff: ReadonlySet<Contract> = new Set<Contract>([
  ...Object.values(staffContracts),
  ...Object.values(deskContracts),
  ...Object.values(threadContracts),
  ...Object.values(submissionContracts),
  ...[deskBatchContract, undoDeskBatchContract, deskViewContract, removeDeskViewContract],
  customForms.customFormSaveContract,
  customForms.customFieldContract,
  customForms.answerActContract,
  settleStockCaseContract,
  arrearsContract,
  depositContract,
  depositGiveContract,
  realname.nameByHandContract,
  paying.staffPaymentContract,
  paying.staffRefundContract,
  staffPayoutContract,
  supplierTermsContract,
  supplierPartyContract,
  ...Object.values(statements),
  supplierAddressContract,
  supplierChangeContract,
  orderContracts.staffOrderContract,
  viewingContracts.openSlotsContract,
  viewingContracts.closeSlotContract,
  viewingContracts.staffMoveContract,
  viewingContracts.viewingResultContract,
  rentContracts.staffRentContract,
  reviewContracts.staffReviewContract,
  evidenceContracts.staffEvidenceLinkContract,
  coupons.makeCouponContract,
  coupons.changeCouponContract,
]);

/** Somebody of the staff of each role, who is signed in from the first time they are asked for. */
const members = new Map<StaffRole, Promise<StaffBrowser>>();
function member(role: StaffRole): Promise<StaffBrowser> {
  const one = members.get(role) ?? openStaffDesk(desk).member(role);
  members.set(role, one);
  return one;
}

async function askAsStaff(contract: Contract) {
  const staff = openStaffDesk(desk);
  // What a call does with a session, an account or a one-time code of the staff, it does with its own.
  const one = await (contract.access.startsWith('staff-') ? member('admin') : staff.member('admin'));
  const reader = (await signedIn.call(ownAccount.sessionContract)).data.cust_id;
  switch (contract.name) {
    case 'staff-enrol': {
      const { ticket, code } = await staff.added('editor');
      const browser = desk.browser();
      browser.cookies.set(ownCookies.firstVisit, ticket);
      return browser.call(contract, { password: staffPassword, code: code() });
    }
    case 'staff-take': {
      const added = await staff.register.add(
        { email: `taken-${crypto.randomUUID()}@example.org`, name: 'Taken', role: 'editor' },
        'command:staff',
        desk.clock.now,
      );
      return desk.browser().call(contract, { ticket: added.ok ? added.value.ticket : '' });
    }
    case 'staff-login': {
      desk.clock.now = new Date(desk.clock.now.getTime() + 30_000);
      return staff.elsewhere(one).call(contract, { email: one.email, password: staffPassword, code: one.code() });
    }
    case 'staff-prove':
      desk.clock.now = new Date(desk.clock.now.getTime() + 30_000);
      return one.call(contract, { code: one.code() });
    case 'staff-zone':
      return one.call(contract, { zone: 'Asia/Shanghai' });
    case 'staff-person':
      return one.call(contract, { user_id: await staffReader(), action: 'lock', reason: 'fraud' });
    case 'staff-realname': {
      const values = { user_id: await staffReader(), deed: 'ask', name: 'Nguyễn Thị Lan', document: 'passport', reason: 'no-card', note: 'Seen on video.' };
      return one.call(contract, values);
    }
    case 'staff-payment': {
      const { by, ref } = await owing();
      const { data } = await by.call(paying.payContract, { ...ref, method: 'bank-transfer' });
      return one.call(contract, { payment: data.payment, act: 'confirm', sum: '10.00', reason: '' });
    }
    case 'staff-refund': {
      const { by, ref } = await owing();
      const { data } = await by.call(paying.payContract, { ...ref, method: 'bank-transfer' });
      await one.call(paying.staffPaymentContract, { payment: data.payment, act: 'confirm', sum: '10.00', reason: '' });
      await one.call(paying.staffPaymentContract, { payment: data.payment, act: 'refund', sum: '1.00', reason: 'asked' });
      await known(on.services.people).payments.sendRefunds(desk.clock.now);
      const { id } = await on.base.db.selectFrom('refunds').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      return one.call(contract, { refund_id: id, act: 'sent', holder: 'Lan Nguyen' });
    }
    case 'staff-bank-import':
      return one.call(contract, { account: 'GB33 GBP', statement: `Date,Amount,Description\n2027-01-02,-1.50,charges ${(people += 1)}\n` });
    case 'staff-bank-line': {
      await one.call(statements.bankImportContract, { account: 'GB33 GBP', statement: `Date,Amount,Description\n2027-01-03,-2.50,charges ${(people += 1)}\n` });
      const { id } = await on.base.db.selectFrom('bank_lines').select('id').where('effect', 'is', null).orderBy('id', 'desc').executeTakeFirstOrThrow();
      return one.call(contract, { line: String(id), was: 'bank-charge', note: 'A charge of the bank.' });
    }
    case 'staff-payout': {
      const { id } = await on.base.db.selectFrom('suppliers').select('id').executeTakeFirstOrThrow();
      const held = { minor: 1_000n, currency: 'GBP' } as const;
      const entries = [
        { account: 'provider:sandbox', amount: held },
        { account: `supplier:${id}`, amount: { ...held, minor: -1_000n } },
      ] as const;
      const { service } = createLedger({ db: on.base.db });
      await on.base.database.transact((tx) => service.post(tx, { effect: `request:${999_000 + people}:taken`, entries }, desk.clock.now));
      return one.call(contract, { supplier: String(id), currency: 'GBP', rent: '1.00', deposit: '', reference: `BACS ${(people += 1)}` });
    }
    case 'staff-supplier-address': {
      const { id } = await on.base.db.selectFrom('suppliers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      return one.call(contract, { supplier: String(id), email: 'lettings@example.org', locale: 'en-us' });
    }
    case 'staff-supplier-change': {
      const { id } = await on.base.db.selectFrom('suppliers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      await one.call(supplierTermsContract, { supplier: String(id), collects: 'operator', lines: '', wait_hours: '36' });
      const waits = await on.base.db
        .selectFrom('supplier_changes')
        .select('id')
        .where('withdrawn_at', 'is', null)
        .where('kind', '=', 'terms')
        .executeTakeFirstOrThrow();
      return one.call(contract, { supplier: String(id), change: String(waits.id), act: 'withdraw' });
    }
    case 'staff-supplier-terms': {
      const { id } = await on.base.db.selectFrom('suppliers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      return one.call(contract, { supplier: String(id), collects: 'operator', lines: '', wait_hours: '24' });
    }
    case 'staff-supplier-party': {
      const { id } = await on.base.db.selectFrom('suppliers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      const party = { legal_name: 'Red Kettle Ltd', registration: '', address: '1 Mill Lane, Leeds', email: 'let@kettle.example', phone: '+44 113 496 0000' };
      return one.call(contract, { supplier: String(id), ...party, arrival: '' });
    }
    case 'desk-answer':
      return one.call(contract, { enquiry_id: await askAbout(desk, undefined), kind: 'answer', text: 'It is free.' });
    case 'desk-act':
      return one.call(contract, { enquiry_id: await askAbout(desk, undefined), act: 'claim' });
    case 'custom-form':
      return one.call(contract, { form_id: 'new', slug: 'contracts-one', state: 'draft' });
    case 'custom-field':
      return one.call(contract, { form_id: await openForm('contracts-two'), field: 'new', act: 'save', kind: 'text', 'label_en-us': 'Which?' });
    case 'custom-answer-act': {
      await openForm('contracts-three');
      await on.call(answerFormContract, { form: 'contracts-three', consent_keep: customConsentVersion });
      const { id } = await on.base.db.selectFrom('custom_answers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      return one.call(contract, { answer_id: id, act: 'remove' });
    }
    case 'desk-resume': {
      const { by, values } = await stepTo('send-resume');
      await by.call(sendResumeContract, values);
      const { id } = await on.base.db.selectFrom('resumes').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      return one.call(contract, { resume_id: id, act: 'remove' });
    }
    case 'desk-feedback': {
      await on.call(feedbackContract, { kind: 'idea', text: 'A map.' });
      const { id } = await on.base.db.selectFrom('feedback').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      return one.call(contract, { feedback_id: id, act: 'settle' });
    }
    case 'coupon-make':
      return one.call(contract, couponGiven);
    case 'coupon-change':
      return one.call(contract, { coupon_id: (await one.call(coupons.makeCouponContract, couponGiven)).data.coupon_id, act: 'end' });
    case 'open-viewing-slots':
      return one.call(contract, { city_id: desk.on.base.geo.cities[0]?.id ?? 0, on: '2026-12-20', times: '10:00', minutes: 30, places: 2 });
    case 'close-viewing-slot':
      return one.call(contract, { slot_id: await openSlot(desk, one, someHouse, '2026-12-05', '10:00') });
    case 'staff-move-viewing': {
      const by = await desk.registered('moved@example.org');
      const [from, to] = [await openSlot(desk, one, someHouse, '2026-12-05', '14:00'), await openSlot(desk, one, someHouse, '2026-12-05', '15:00')];
      const { code } = (await bookViewing(by, someHouse, from)).data;
      await tellPaid(desk, await beginToPay(desk, by, { kind: 'viewing', code }));
      return one.call(contract, { code, slot: String(to) });
    }
    case 'viewing-result': {
      const by = await desk.registered('shown@example.org');
      const { code } = (await bookViewing(by, someHouse, await openSlot(desk, one, someHouse, '2026-12-05', '11:00'))).data;
      await tellPaid(desk, await beginToPay(desk, by, { kind: 'viewing', code }));
      return one.call(contract, { code, outcome: 'missed', notes: 'Nobody let us in.' });
    }
    case 'staff-rent': {
      const by = await desk.registered('rents@example.org');
      return one.call(contract, { code: await submitRent(desk, by), act: 'note', text: 'Rang the landlord.' });
    }
    case 'desk-review': {
      const by = await desk.registered(`dweller${(people += 1)}@example.org`);
      const { review } = (await saysOf(by, await stayOf(by), 'check-in', 4)).data;
      return one.call(contract, { review, act: 'publish' });
    }
    case 'desk-evidence-link': {
      const by = await desk.registered(`dweller${(people += 1)}@example.org`);
      await reachProviders(desk.on.base.db, 'en-us');
      return one.call(contract, { code: await stayOf(by), act: 'send' });
    }
    case 'desk-template':
      return one.call(contract, { template_id: 'new', name: 'Greeting', 'en-us': 'Hi [name]!' });
    case 'desk-note':
      return one.call(contract, { enquiry_id: await askAbout(desk, undefined), text: 'Rang them.' });
    case 'desk-batch':
      return one.call(contract, { threads: String(await askAbout(desk, undefined)), act: 'claim' });
    case 'desk-batch-undo': {
      const { batch_id } = (await one.call(deskBatchContract, { threads: String(await askAbout(desk, undefined)), act: 'claim' })).data;
      return one.call(contract, { batch_id });
    }
    case 'desk-view':
      return one.call(contract, { view_id: 'new', list: 'inbox', query: 'whose=mine', name: 'Mine' });
    case 'desk-view-remove': {
      await one.call(deskViewContract, { view_id: 'new', list: 'inbox', query: 'whose=nobody', name: 'Nobody’s' });
      const { id } = await on.base.db.selectFrom('desk_views').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      return one.call(contract, { view_id: id });
    }
    case 'desk-find-home':
      return one.call(contract, { which: someHouse });
    case 'desk-home':
      return one.call(contract, { house_id: someHouse, act: 'note', note: 'Rang the provider.' });
    case 'desk-check':
      return one.call(contract, { house_id: someHouse, fact: 'address', method: 'visit', on: '2026-11-01' });
    case 'stock-case': {
      const { id: tenancy_id } = await on.base.db.selectFrom('tenancies').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
      const opened = { tenancy_id, feed_count: 0, sold: 1, opened_at: testNow, settled_at: null, settled_by: null };
      const { id } = await on.base.db.insertInto('stock_cases').values(opened).returning('id').executeTakeFirstOrThrow();
      return one.call(contract, { case_id: id });
    }
    case 'desk-arrears': {
      const code = await stayOf(await desk.registered('late@example.org'));
      return one.call(contract, { part: await owesSince(on.base.db, code, desk.clock.now), deed: 'arranged', note: 'Pays in March.' });
    }
    case 'desk-deposit':
      return one.call(contract, { code: await leftOf(await desk.registered('left@example.org')), deed: 'whole', note: '' });
    case 'desk-deposit-give': {
      const code = await leftOf(await desk.registered('gone@example.org'));
      await one.call(depositContract, { code, deed: 'whole', note: '' });
      return one.call(contract, { code, how: 'provider', on: desk.clock.now.toISOString().slice(0, 10) });
    }
    case 'desk-order':
      return one.call(contract, { code: ownOrder, act: 'note', note: 'Rang them.' });
    case 'desk-report': {
      await on.call(reportListingContract, { house_id: someHouse, reason: 'gone' });
      const { id } = await on.base.db.selectFrom('reports').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      return one.call(contract, { report_id: id, outcome: 'nothing-wrong' });
    }
    default:
      return one.call(contract, contract.name === 'staff-find-person' ? { who: String(reader) } : {});
  }
}

/** Somebody nobody else needs. */
async function staffReader(): Promise<number> {
  const other = await desk.registered(`step${(people += 1)}@example.org`);
  return (await other.call(ownAccount.sessionContract)).data.cust_id;
}
let people = 0;
let someHouse = 0;
/** Somebody who has begun to pay. */
let debtor: Awaited<ReturnType<typeof owing>> & { readonly payment: string };

/** The way of an order to where it is paid for. */
const toPay = [
  ['submitted', 'submit', 'applicant'],
  ['offered', 'offer', 'staff'],
  ['signing', 'accept', 'applicant'],
  ['to_pay', 'sign', 'applicant'],
] as const;

/** Somebody new who owes ten pounds for an order of theirs. */
async function owing() {
  const by = await desk.registered(`step${(people += 1)}@example.org`);
  const userId = asId<UserId>((await by.call(ownAccount.sessionContract)).data.cust_id);
  const { code } = (await by.call(orderContracts.beginOrderContract, booking)).data;
  for (const [state, moved_event, moved_by] of toPay)
    await on.base.db.updateTable('orders').set({ state, moved_event, moved_by }).where('code', '=', code).execute();
  const ref = { kind: 'order', code } as const;
  const amount = { minor: 1_000n, currency: 'GBP' } as const;
  const shares = [{ payee: 'operator', supplierId: undefined, what: 'fee', amount }] as const;
  const { collecting } = known(on.services.people).payments;
  await on.base.database.transact((tx) => collecting.ask(tx, { ...ref, userId, amount, shares, dueAt: undefined }, desk.clock.now));
  return { by, ref };
}

/** A lease as an application asks for it, and an application for it that is the reader's. */
let booking: Readonly<Record<string, string>> = {};
let ownOrder = '';
/** A rent that who is signed in has to pay. */
let ownRent = '';

/** An order of somebody who lives there now. */
const keyOfLetter = (): string => String(desk.letters.findLast((letter) => letter.name === 'supplier-link')?.input['key'] ?? '');

async function stayOf(by: Browser): Promise<string> {
  const { code } = (await by.call(orderContracts.beginOrderContract, booking)).data;
  await lived(on.base.db, code, 'checked_in', { from: desk.clock.now.toISOString().slice(0, 10) });
  return code;
}

/** An order of somebody whose stay is over, with a deposit. @param staff who proposed to keep some of it; nobody without */
async function leftOf(by: Browser, staff?: StaffId): Promise<string> {
  const { code } = (await by.call(orderContracts.beginOrderContract, booking)).data;
  const today = desk.clock.now.toISOString().slice(0, 10);
  await lived(on.base.db, code, 'completed', { from: addDays(today, -30), to: addDays(today, -3) });
  await depositOf(on.base.db, code, desk.clock.now, staff);
  return code;
}

/** An application that is whole and not sent yet. */
async function applied(by: Browser, born = '2005-05-05', plan = booking['plan'] ?? ''): Promise<string> {
  const { code } = (await by.call(orderContracts.beginOrderContract, { ...booking, plan })).data;
  const person = { full_name: 'Lan', birth_date: born, nationality: 'Vietnam', mobile: '7700900123', mobile_country: 'GB', address: 'Leeds' };
  await by.call(orderContracts.savePersonContract, { code, ...person });
  await by.call(orderContracts.saveDetailsContract, {
    code,
    school: 'UCL',
    guarantor: 'none',
    emergency_name: 'Mai',
    emergency_mobile: '7700900124',
    emergency_country: 'GB',
    message: 'Hello',
  });
  return code;
}

/** What is agreed to on sending, as the page of it says. */
async function sent(by: Browser, born?: string, plan?: string): Promise<string> {
  const code = await applied(by, born, plan);
  await by.call(orderContracts.submitOrderContract, { code, price: await priceOf(code), consent_true: '2026-12', consent_share: '2026-12' });
  return code;
}

async function priceOf(code: string): Promise<string> {
  const { quote } = await desk.on.base.db.selectFrom('orders').select('quote').where('code', '=', code).executeTakeFirstOrThrow();
  return agreedText(quoteSchema.parse(quote));
}

/** Who makes a call of orders, and with what. */
async function orderStep(name: string): Promise<{ readonly by: Browser; readonly values: Readonly<Record<string, string>> } | undefined> {
  const { house_id: _, ...choice } = booking;
  const reads: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'apply-template': { house_id: String(someHouse) },
    'apply-fees': { code: ownOrder },
    'apply-refund': { code: ownOrder },
    'apply-contracts': { code: ownOrder },
    'coupon-use': { code: ownOrder, coupon: '' },
    'apply-certification': { code: ownOrder },
    'apply-roommates': { code: ownOrder },
    'apply-certification-upload': { code: ownOrder },
    'apply-person': { code: ownOrder, full_name: 'Lan', later: 'yes' },
    'apply-details': { code: ownOrder, later: 'yes' },
    'mini-apply': { code: ownOrder, full_name: 'Lan', later: 'yes' },
    'apply-information': { full_name: 'Lan' },
    'apply-begin': booking,
    'apply-choose-unit': { ...choice, code: ownOrder },
  };
  const values = reads[name];
  if (values) return { by: signedIn, values };
  if (
    ![
      'apply-submit',
      'apply-again',
      'apply-cancel',
      'apply-delete',
      'apply-certification-submit',
      'order-act',
      'order-sign',
      'order-guardian',
      'guardian-sign',
      'supplier-proof',
      'order-proof',
      'own-fee',
      'supplier-payment',
      'supplier-contract',
      'sponsor-link',
      'sponsor-end',
      'sponsor-pay',
      'sponsor-trial',
    ].includes(name)
  )
    return undefined;
  const by = await desk.registered(`order${(people += 1)}@example.org`);
  if (name === 'apply-submit') {
    const code = await applied(by);
    return { by, values: { code, price: await priceOf(code), consent_true: '2026-12', consent_share: '2026-12' } };
  }
  if (name.startsWith('sponsor-')) {
    const code = await sent(by);
    await (await member('support')).call(orderContracts.staffOrderContract, { code, act: 'offer' });
    const { document: hash } = await documentOf(code);
    await by.call(orderContracts.signContractContract, { code, hash, name: 'Lan', consent_contract: '2026-11' });
    const link = { code, student: 'Lan', sponsor_locale: 'vi-vn', days: '7', shows_price: 'yes' };
    if (name === 'sponsor-link') return { by, values: link };
    const { key } = (await by.call(sponsorContracts.sponsorLinkContract, link)).data;
    const { id } = await desk.on.base.db.selectFrom('sponsor_links').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    if (name === 'sponsor-end') return { by, values: { code, link: String(id) } };
    const anybody = desk.browser();
    const pay = { key, sum: '', payer_name: 'Hoa', method: 'card' };
    if (name === 'sponsor-pay') return { by: anybody, values: pay };
    const { payment } = (await anybody.call(sponsorContracts.sponsorPayContract, pay)).data;
    return { by: anybody, values: { key, payment, choice: 'succeeds' } };
  }
  if (name === 'order-guardian' || name === 'guardian-sign') {
    const code = await sent(by, `${Number((booking['move_in'] ?? '').slice(0, 4)) - 17}${(booking['move_in'] ?? '').slice(4)}`);
    await (await member('support')).call(orderContracts.staffOrderContract, { code, act: 'offer' });
    const named = { code, guardian_name: 'Hoa', guardian_email: 'hoa@example.org', guardian_locale: 'vi-vn' };
    if (name === 'order-guardian') return { by, values: named };
    await by.call(orderContracts.nameGuardianContract, named);
    const { document: hash } = await documentOf(code);
    await by.call(orderContracts.signContractContract, { code, hash, name: 'Lan', consent_contract: '2026-11' });
    const token = String(desk.letters.findLast((letter) => letter.name === 'guardian-sign')?.input['token'] ?? '');
    return { by: desk.browser(), values: { token, hash, name: 'Hoa', consent_guardian: '2026-12' } };
  }
  if (name === 'supplier-proof' || name === 'supplier-payment') {
    const { supplier_id: id } = await desk.on.base.db
      .selectFrom('houses')
      .select('supplier_id')
      .where('id', '=', asId(Number(booking['house_id'])))
      .executeTakeFirstOrThrow();
    const finance = await member('finance');
    const terms = (collects: 'supplier' | 'operator') => termsCount(desk, finance.id, { supplier: id, collects });
    await terms('supplier');
    const code = await sent(by);
    await terms('operator');
    await (await member('support')).call(orderContracts.staffOrderContract, { code, act: 'offer' });
    const { document: hash } = await documentOf(code);
    await by.call(orderContracts.signContractContract, { code, hash, name: 'Lan', consent_contract: '2026-11' });
    const owner = { userId: asId<UserId>(await ownerOf(code)), visit: undefined, address: '192.0.2.7' };
    const kept = await known(desk.on.services.people).uploads.keep('voucher', { name: 'bank.pdf', bytes: pdf() }, owner, desk.clock.now);
    const brought = { code, file: kept.ok ? kept.value.id : '' };
    if (name === 'supplier-proof') return { by, values: brought };
    await reachProviders(desk.on.base.db, 'en-us');
    await by.call(orderContracts.supplierProofContract, brought);
    const due = await desk.on.base.db.selectFrom('supplier_dues').select('id').where('state', '=', 'open').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return { by: desk.browser(), values: { key: keyOfLetter(), due: String(due.id), word: 'received' } };
  }
  if (name === 'supplier-contract') {
    await reachProviders(desk.on.base.db, 'en-us');
    const code = await sent(by);
    await (await member('support')).call(orderContracts.staffOrderContract, { code, act: 'offer' });
    const { document: hash } = await documentOf(code);
    await by.call(orderContracts.signContractContract, { code, hash, name: 'Lan', consent_contract: '2026-11' });
    return { by: desk.browser(), values: { key: keyOfLetter(), hash, word: 'sign', name: 'Ann Lee', role: 'Director', consent_authority: '2026-12' } };
  }
  if (name === 'own-fee') {
    const code = await sent(by, undefined, 'guarantor-service');
    await (await member('support')).call(orderContracts.staffOrderContract, { code, act: 'offer' });
    const { document: hash } = await documentOf(code);
    await by.call(orderContracts.signContractContract, { code, hash, name: 'Lan', consent_contract: '2026-11' });
    await tellPaid(desk, await beginToPay(desk, by, { kind: 'order', code }));
    const { quote } = await desk.on.base.db.selectFrom('orders').select('quote').where('code', '=', code).executeTakeFirstOrThrow();
    return { by, values: { code, back: priceText(ownFeesOf(quoteSchema.parse(quote))) } };
  }
  if (name === 'order-sign') {
    const code = await sent(by);
    await (await member('support')).call(orderContracts.staffOrderContract, { code, act: 'offer' });
    const { document } = await documentOf(code);
    return { by, values: { code, hash: document, name: 'Lan', consent_contract: '2026-11' } };
  }
  const code = await applied(by);
  if (name === 'order-proof') {
    const { id: order } = await desk.on.base.db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
    await desk.on.base.db.insertInto('order_claims').values(openClaim(order, desk.clock.now)).execute();
    const { id } = (await by.call(orderContracts.certificationUploadContract, { code })).data;
    return { by, values: { code, file: id } };
  }
  if (name === 'apply-certification-submit') {
    const { id } = (await by.call(orderContracts.certificationUploadContract, { code })).data;
    return { by, values: { code, kind: 'id_document', file: id } };
  }
  if (name === 'apply-again' || name === 'order-act') await by.call(orderContracts.cancelOrderContract, { code });
  return { by, values: name === 'order-act' ? { code, act: 'remove' } : { code } };
}

/** The hash of the contract of an offer. */
async function documentOf(code: string): Promise<{ readonly document: string }> {
  const opened = await desk.on.services.people?.orders.own(asId<UserId>(await ownerOf(code)), code);
  const document = opened && (await desk.on.services.people?.contractOf(opened, desk.clock.now));
  return { document: document?.hash ?? '' };
}

async function ownerOf(code: string): Promise<number> {
  const { user_id } = await desk.on.base.db.selectFrom('orders').select('user_id').where('code', '=', code).executeTakeFirstOrThrow();
  return user_id ?? 0;
}

/** Who makes a call of accounts, and with what: most are a step after others. */
async function stepTo(name: string): Promise<{ readonly by: Browser; readonly values: Readonly<Record<string, string>> }> {
  const email = `step${(people += 1)}@example.org`;
  const whom = { canal: '2', email, consent_terms: consentVersion };
  const consents = { consent_age: consentVersion, consent_transfer: consentVersion };
  const ofOrders = await orderStep(name);
  if (ofOrders) return ofOrders;
  const by = desk.browser();
  switch (name) {
    case 'form-step': {
      const step = { name: 's1', kind: 'step', required: false, labels: { 'en-us': 'Next' }, choices: {} };
      await openForm('contracts-steps', [step, { ...step, name: 'a2', kind: 'text' }]);
      return { by, values: { form: 'contracts-steps', step: '1', a1: 'x' } };
    }
    case 'send-code':
      return { by, values: { ...whom, version: 'v1', event: 'login' } };
    case 'login-start':
    case 'recovery-start':
      return { by, values: whom };
    case 'attempt-code':
    case 'attempt-resend':
    case 'login-code':
    case 'register': {
      await by.call(entering.loginStartContract, whom);
      const code = desk.lastCode(email);
      if (name === 'attempt-code') return { by, values: { code } };
      if (name === 'login-code') return { by, values: { ...whom, code } };
      if (name === 'register') await by.call(entering.attemptCodeContract, { code });
      else desk.clock.now = new Date(desk.clock.now.getTime() + resendAfter * 1_000);
      return { by, values: name === 'register' ? consents : {} };
    }
    case 'known-code':
    case 'known-password':
    case 'known-forget': {
      by.cookies.set(consent.cookie, `necessary.${consent.optional}`);
      await desk.registered(email, password);
      await by.call(entering.passwordLoginContract, { ...whom, password });
      await by.call(entering.logoutContract);
      return { by, values: name === 'known-password' ? { password } : {} };
    }
    case 'login-password':
      await desk.registered(email, password);
      return { by, values: { ...whom, password } };
    case 'check-code':
    case 'reset-password': {
      await desk.registered(email, password);
      await by.call(entering.recoveryStartContract, whom);
      const code = desk.lastCode(email);
      if (name === 'check-code') return { by, values: { ...whom, event: 'forget', code } };
      await by.call(entering.attemptCodeContract, { code });
      return { by, values: { password } };
    }
    case 'bind-mobile': {
      const owner = await desk.registered(email);
      const other = `other-${email}`;
      await owner.call(ownAccount.bindStartContract, { canal: '2', email: other });
      return { by: owner, values: { canal: '2', email: other, code: desk.lastCode(other) } };
    }
    case 'enquiry-reply': {
      const { token } = (await on.call(askQuestionContract, questions['ask-question'])).data;
      return { by, values: { token, text: 'And at night?' } };
    }
    case 'pay-methods':
      return { by: debtor.by, values: debtor.ref };
    case 'pay-query':
      return { by: debtor.by, values: { payment: debtor.payment } };
    case 'pay': {
      const { by: payer, ref } = await owing();
      return { by: payer, values: { ...ref, method: 'card' } };
    }
    case 'pay-voucher': {
      const { by: payer, ref } = await owing();
      const { data } = await payer.call(paying.payContract, { ...ref, method: 'bank-transfer' });
      const owner = { userId: asId<UserId>((await payer.call(ownAccount.sessionContract)).data.cust_id), visit: undefined, address: '192.0.2.8' };
      const kept = await known(on.services.people).uploads.keep('voucher', { name: 'bank.pdf', bytes: pdf() }, owner, desk.clock.now);
      return { by: payer, values: { payment: data.payment, file: kept.ok ? kept.value.id : '' } };
    }
    case 'sandbox-pay': {
      const { by: payer, ref } = await owing();
      const { data } = await payer.call(paying.payContract, { ...ref, method: 'card' });
      return { by: payer, values: { payment: data.payment, choice: 'succeeds' } };
    }
    case 'send-resume': {
      const owner = { userId: undefined, visit: by.cookies.get('loftling_pre'), address: '192.0.2.7' };
      const kept = await known(on.services.people).uploads.keep('resume', { name: 'cv.pdf', bytes: pdf() }, owner, desk.clock.now);
      const file = kept.ok ? kept.value.id : '';
      return { by, values: { name: 'Lan', email, role: 'editor', file, consent_keep: resumeConsentVersion } };
    }
    case 'bind-start':
      return { by: await desk.registered(email), values: { canal: '2', email: `other-${email}` } };
    case 'change-password':
      return { by: await desk.registered(email, password), values: { former: password, password: 'River-2028' } };
    case 'customer-update':
      return { by: await desk.registered(email), values: { nickname: 'Lan', locale: 'vi-vn', marketing: 'yes' } };
    case 'erase-account':
      return { by: await desk.registered(email), values: { sure: 'yes' } };
    case 'prove-start':
    case 'stay':
      return { by: await desk.registered(email), values: { redirect: '' } };
    case 'check-mobile':
    case 'check-email':
    case 'check-account':
    case 'check-account-is-new': {
      const token = solvedToken(desk.secrets, name, desk.clock.now);
      return { by, values: { ...(name === 'check-mobile' ? { country_code: '44', mobile: '7700900123' } : { email }), captcha_token: token } };
    }
    case 'check-id-card':
      return {
        by: await desk.registered(email),
        values: {
          name: '王小明',
          idcard_no: '11010519491231002X',
          consent_realname: realnameConsentVersion,
          captcha_token: solvedToken(desk.secrets, name, desk.clock.now),
        },
      };
    case 'logout':
    case 'end-sessions':
      return { by: await desk.registered(email), values: {} };
    case 'favourite-change':
      return { by: signedIn, values: { house_id: String(questions['house-detail']?.['house_id'] ?? ''), act: 'keep', sort: '', note: '' } };
    case 'history-merge':
      return { by: signedIn, values: { seen: `${String(questions['house-detail']?.['house_id'] ?? '')}:60`, forgotten: '' } };
    case 'history-change':
      return { by: signedIn, values: { act: 'forget' } };
    case 'wishes':
      return { by: signedIn, values: { act: 'save', place: 'London' } };
    case 'wishes-share':
      await signedIn.call(wishesContract, { act: 'save', place: 'London' });
      return { by: signedIn, values: { list_id: '', name: 'For Linh', days: '7', with_name: '' } };
    case 'saved-search':
      return { by: signedIn, values: { act: 'save', search_id: '', place: `city-${desk.on.base.geo.cities[0]?.id ?? 0}`, ask: '', pace: 'daily' } };
    case 'news':
      return { by: signedIn, values: {} };
    case 'news-read':
      return { by: signedIn, values: { up_to: '1' } };
    case 'news-choices':
      return { by: signedIn, values: { order_todo: 'yes' } };
    case 'bed': {
      const { id } = await desk.on.base.db.selectFrom('tenancies').select('id').where('stock', '>', 0).orderBy('id').limit(1).executeTakeFirstOrThrow();
      return { by: signedIn, values: { tenancy_id: String(id), act: 'hold' } };
    }
    case 'homes-await':
      return { by: signedIn, values: { house_ids: String(questions['house-detail']?.['house_id'] ?? '') } };
    case 'notices-end':
      return { by: desk.browser(), values: { token: desk.on.services.people?.shortlist.notices.tokenOf(asId<UserId>(1)) ?? '' } };
    case 'favourites-share':
      return { by: signedIn, values: { list_id: '', name: 'Leeds', days: '7', with_notes: '', with_name: '' } };
    case 'order-comments':
      return { by: signedIn, values: {} };
    case 'evidence-add':
    case 'evidence-remark':
    case 'evidence-sign':
    case 'evidence-link':
    case 'supplier-evidence-add':
    case 'supplier-evidence-remark':
    case 'supplier-evidence-sign': {
      const dweller = await desk.registered(`dweller${(people += 1)}@example.org`);
      const code = await stayOf(dweller);
      const entry = { occasion: 'move-in', place: 'keys', item: 'Front door', condition: 'good' };
      if (name === 'evidence-add') return { by: dweller, values: { code, ...entry } };
      await reachProviders(desk.on.base.db, 'en-us');
      const link = { code, act: 'send' };
      if (name === 'evidence-link') return { by: dweller, values: link };
      await dweller.call(evidenceContracts.evidenceLinkContract, link);
      const [anybody, key] = [desk.browser(), keyOfLetter()];
      if (name === 'supplier-evidence-add') return { by: anybody, values: { key, ...entry } };
      const remark = { about: '1', condition: 'worn', note: 'Scratched.' };
      if (name === 'evidence-remark') {
        await anybody.call(evidenceContracts.supplierEvidenceContract, { key, ...entry });
        return { by: dweller, values: { code, ...remark } };
      }
      const { hash } = (await dweller.call(evidenceContracts.evidenceContract, { code, ...entry })).data;
      if (name === 'supplier-evidence-remark') return { by: anybody, values: { key, ...remark } };
      const signed = { hash, name: 'Lan', consent_seen: signingVersion };
      return name === 'evidence-sign' ? { by: dweller, values: { code, ...signed } } : { by: anybody, values: { key, ...signed } };
    }
    case 'supplier-answers': {
      const { id } = await desk.on.base.db.selectFrom('suppliers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      const asked = { supplier: String(id), email: `answers${(people += 1)}@example.org`, locale: 'en-us' };
      await (await member('admin')).call(supplierAddressContract, asked);
      return { by: desk.browser(), values: { key: String(desk.letters.findLast(({ input }) => input['what'] === 'confirm')?.input['key']) } };
    }
    case 'supplier-review-answer': {
      const dweller = await desk.registered(`dweller${(people += 1)}@example.org`);
      await reachProviders(desk.on.base.db, 'en-us');
      const { review } = (await saysOf(dweller, await stayOf(dweller), 'check-in', 4)).data;
      await (await member('support')).call(reviewContracts.staffReviewContract, { review, act: 'publish' });
      return { by: desk.browser(), values: { key: keyOfLetter(), text: 'We have mended it.', language: 'en' } };
    }
    case 'order-deposit': {
      const left = await desk.registered(`left${(people += 1)}@example.org`);
      const code = await leftOf(left, (await member('admin')).id);
      const { proposal_id } = await on.base.db.selectFrom('deposit_returns').select('proposal_id').orderBy('proposal_id', 'desc').executeTakeFirstOrThrow();
      return { by: left, values: { code, proposal: String(proposal_id), answer: 'agree', note: '' } };
    }
    case 'supplier-deposit': {
      await reachProviders(on.base.db, 'en-us');
      const code = await leftOf(await desk.registered(`left${(people += 1)}@example.org`));
      await known(on.services.people).deposits.ask(code, (await member('finance')).id, desk.clock.now);
      return { by: desk.browser(), values: { key: keyOfLetter(), proposal: '', deed: 'whole', note: '' } };
    }
    case 'order-comment':
    case 'order-comment-withdraw':
    case 'service-evaluation': {
      const dweller = await desk.registered(`dweller${(people += 1)}@example.org`);
      const code = await stayOf(dweller);
      if (name === 'order-comment') return { by: dweller, values: reviewOf(code, 'check-in', 4) };
      if (name === 'service-evaluation') return { by: dweller, values: { code, score: '4', text: '' } };
      return { by: dweller, values: { review: (await saysOf(dweller, code, 'check-in', 4)).data.review } };
    }
    case 'groups':
      return { by: signedIn, values: {} };
    case 'group-make':
    case 'group-join':
    case 'group-act': {
      const maker = await desk.registered(`maker${(people += 1)}@example.org`);
      const wanted = { ...booking, place_2: known(booking['tenancy_id']), called: 'Mai' };
      if (name === 'group-make') return { by: maker, values: wanted };
      const { group } = (await maker.call(groups.makeGroupContract, wanted)).data;
      if (name === 'group-act') return { by: maker, values: { group, act: 'end' } };
      const token = known(desk.on.services.people).groups.tokenOf({ code: group, link: 1 });
      return { by: await desk.registered(`mate${(people += 1)}@example.org`), values: { token, called: 'Lan', plan: 'in-full' } };
    }
    case 'coupon-keep':
      return {
        by: signedIn,
        values: { coupon: (await (await member('finance')).call(coupons.makeCouponContract, couponGiven)).data.coupon },
      };
    case 'viewing-slots':
      return { by: signedIn, values: { house_id: String(someHouse) } };
    case 'book-viewing': {
      const slot = await openSlot(desk, await member('support'), someHouse, '2026-12-06', '10:00');
      return { by: signedIn, values: { house_id: String(someHouse), slot: String(slot), note: '', consent_begin: viewingConsentVersion } };
    }
    case 'move-viewing': {
      const opener = await member('support');
      const [from, to] = [await openSlot(desk, opener, someHouse, '2026-12-08', '10:00'), await openSlot(desk, opener, someHouse, '2026-12-08', '11:00')];
      const { code } = (await bookViewing(signedIn, someHouse, from)).data;
      await tellPaid(desk, await beginToPay(desk, signedIn, { kind: 'viewing', code }));
      return { by: signedIn, values: { code, slot: String(to) } };
    }
    case 'pay-viewing':
    case 'cancel-viewing': {
      const slot = await openSlot(desk, await member('support'), someHouse, '2026-12-07', name === 'pay-viewing' ? '10:00' : '11:00');
      return { by: signedIn, values: { code: (await bookViewing(signedIn, someHouse, slot)).data.code } };
    }
    case 'pay-rent-home':
      return { by: await desk.registered(email), values: { home_kind: 'flat', country: 'uk' } };
    case 'pay-rent-terms':
    case 'pay-rent-landlord':
    case 'pay-rent-tenant':
    case 'pay-rent-submit': {
      const renter = await desk.registered(email);
      if (name === 'pay-rent-submit') return { by: renter, values: { code: await fillRent(desk, renter), total: '85901', consent_rent: rentConsentVersion } };
      const code = await beginRent(renter);
      if (name === 'pay-rent-tenant') return { by: renter, values: { code, tenant: 'Lan Nguyen', lease: await broughtFor(desk, renter) } };
      return { by: renter, values: { code, ...(name === 'pay-rent-terms' ? rentTerms : landlord) } };
    }
    case 'pay-rent-detail':
      return { by: signedIn, values: { code: ownRent } };
    case 'pay-rent-pay':
    case 'pay-rent-cancel':
    case 'pay-rent-transfer-email':
    case 'pay-rent-again':
    case 'pay-rent-remind':
    case 'pay-rent-voucher': {
      const renter = await desk.registered(email);
      const code = await submitRent(desk, renter);
      // A proof is taken where a transfer is awaited.
      if (name === 'pay-rent-voucher') await renter.call(paying.payContract, { kind: 'payrent', code, method: 'bank-transfer' });
      const more = name === 'pay-rent-voucher' ? { voucher: await broughtFor(desk, renter) } : name === 'pay-rent-remind' ? { day: '3' } : {};
      return { by: renter, values: { code, ...more } };
    }
    case 'pay-rent-delete': {
      const renter = await desk.registered(email);
      return { by: renter, values: { code: await beginRent(renter) } };
    }
    case 'pay-rent-end-reminders':
      return { by: desk.browser(), values: { token: `K7QM-2XPA.${desk.secrets.sign('unsubscribe', 'rent K7QM-2XPA')}` } };
    case 'collect':
      return { by: signedIn, values: { house_id: String(questions['house-detail']?.['house_id'] ?? '') } };
    case 'upload':
      return { by: signedIn, values: { purpose: 'picture' } };
    case 'upload-facts':
      return { by: signedIn, values: { id: broughtFile } };
    default:
      return { by: signedIn, values: {} };
  }
}

describe('every contract', () => {
  test('is bound exactly once, and nothing else is', () => {
    const bound = on.calls.map(({ contract }) => contract.name).sort();
    expect(bound).toEqual(contracts.map(({ name }) => name).sort());
    for (const { contract } of on.calls) expect(contracts).toContain(contract);
  });

  test('[R7.002] has a name and a method and path of its own, below a known prefix, and says what it is for', () => {
    const twice = (list: readonly string[]): string[] => list.filter((one, index) => list.indexOf(one) !== index);
    expect(twice(contracts.map(({ name }) => name))).toEqual([]);
    expect(twice(contracts.map(({ method, path }) => `${method} ${path}`))).toEqual([]);
    // Passkeys, mails about homes and what is kept of beds are ours, beyond the register.
    const isOurs = (name: string): boolean => /^(?:passkey|saved-search|notices|homes-await|beds?$)/.test(name);
    for (const { name, path, summary, fulfils, errors = [], limit } of contracts) {
      expect([name, /^[a-z][a-z0-9-]*$/.test(name), apiPrefixes.some((prefix) => path.startsWith(`/${prefix}/`))]).toEqual([name, true, true]);
      expect([name, /^[A-Z].*\.$/.test(summary), fulfils.length > 0 || isOurs(name)]).toEqual([name, true, true]);
      expect([name, errors.filter((error) => !(error in apiErrors)), limit === undefined || limit in limits]).toEqual([name, [], true]);
    }
  });

  test('names every parameter of its path among its input', () => {
    for (const contract of contracts) {
      const wanted = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = parametersOf(contract).flatMap((one) => (one.in === 'path' ? [one.name] : []));
      expect([contract.name, wanted.filter((name) => !inPath.some((one) => one === name))]).toEqual([contract.name, []]);
    }
  });

  test('answers as it promises, and a read changes no row', { timeout: 120_000 }, async () => {
    const contentOf = async (): Promise<Record<string, string | null>> => {
      const { rows } = await sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(on.base.db);
      const entries: [string, string | null][] = [];
      // How often one was asked is counted, as for puzzles that were posed; it is nobody's content.
      for (const { name } of rows.filter((one) => one.name !== 'rate_limits')) {
        const found = await sql<{
          hash: string | null;
        }>`select md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash from ${sql.table(name)} t`.execute(on.base.db);
        entries.push([name, found.rows[0]?.hash ?? null]);
      }
      return Object.fromEntries(entries);
    };
    const headers = { 'device-id': 'device-0001' };
    const ask = async (isRead: boolean): Promise<void> => {
      for (const contract of contracts.filter(({ method }) => (method === 'GET') === isRead)) {
        if (ofWays.has(contract)) {
          expect(waysTests, `the call ${contract.name} is made by no test of the ways to sign in`).toContain(constants.get(contract));
          continue;
        }
        if (ofStaff.has(contract)) {
          const answer = await askAsStaff(contract);
          expect([contract.name, answer.status, answer.error_code, answer.message]).toEqual([contract.name, 200, 0, '']);
          continue;
        }
        if (ofAccounts.has(contract)) {
          const { by, values } = await stepTo(contract.name);
          const answer = await by.call(contract, values);
          expect([contract.name, answer.status, answer.error_code, answer.message]).toEqual([contract.name, 200, 0, '']);
          continue;
        }
        const question = questions[contract.name];
        expect(question, `say in this test what to ask ${contract.name}`).toBeDefined();
        const answer = await on.call(contract, question, 'en-us', headers);
        expect([contract.name, answer.status, answer.error_code, answer.message]).toEqual([contract.name, 200, 0, '']);
      }
    };
    // Writes first: the secrets of an installation are made at first use.
    await ask(false);
    const before = await contentOf();
    expect(Object.keys(before).length).toBeGreaterThan(10);
    await ask(true);
    expect(await contentOf()).toEqual(before);
    expect(on.failures).toEqual([]);
  });

  // What a schema makes of a value is the same on both databases, and Postgres answers sooner: it runs there alone.
  test.runIf(process.env['TEST_DATABASE_URL'])('answers bad input with an answer of its own, never with a failure', { timeout: 600_000 }, async () => {
    const nasty = [
      '',
      ' ',
      '0',
      '-1',
      'NaN',
      '1e400',
      '9'.repeat(400),
      "' or 1=1 --",
      '../../etc/passwd',
      '\u0000',
      '😀'.repeat(100),
      '<script>',
      '%00',
      '{}',
      '[]',
      'null',
    ];
    const failed: unknown[] = [];
    for (const contract of contracts) {
      const usual = contract.name === 'send-code' ? { version: 'v1' } : (questions[contract.name] ?? {});
      for (const value of nasty) {
        for (const { name } of parametersOf(contract)) {
          // An empty value of a path is refused before it is sent.
          if (value === '' && contract.path.includes(`{${name}}`)) continue;
          const values = { ...usual, [name]: value };
          const { status } =
            ofAccounts.has(contract) || ofWays.has(contract)
              ? await (contract.access === 'login' ? signedIn : desk.browser()).call(contract, values)
              : await on.call(contract, values, 'en-us', { 'device-id': 'device-0002' });
          if (status >= 500) failed.push([contract.name, name, value.slice(0, 20)]);
        }
      }
    }
    expect(failed).toEqual([]);
    expect(on.failures).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  test('describes every call once, with parameters, answers and errors; every reference leads somewhere', () => {
    const document = openApiDocument({ contracts, origin: 'https://homes.example.org', version: '7.63', title: 'Loftling' });
    expect(document.openapi).toBe('3.1.1');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    expect(operations).toHaveLength(contracts.length);
    for (const { path, method, operation } of operations) {
      const contract = known(contracts.find(({ name }) => name === operation.operationId));
      expect([contract.path, contract.method.toLowerCase()]).toEqual([path, method]);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '422', '429', '500']));
      expect('requestBody' in operation).toBe(method === 'post' && parametersOf(contract).length > 0);
    }
    const text = JSON.stringify(document);
    for (const [, at = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = at
        .split('/')
        .reduce<unknown>((inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined), document);
      expect([at, found !== undefined]).toEqual([at, true]);
    }
    expect(document.paths['/_mapboxApi/directions/v5/mapbox/{type}/{coordinates}']?.['get']?.parameters).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'coordinates', in: 'path', required: true })]),
    );
  });
});
