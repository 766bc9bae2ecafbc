/** What stands before paying, signing and reviewing where names are checked: by calls, and by pages, which lead to the check and back to what was written. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { attemptCodeContract } from '#lib/features/accounts/entering.contract.ts';
import { bindStartContract } from '#lib/features/accounts/own-account.contract.ts';
import { askQuestionContract, enquiryReplyContract } from '#lib/features/enquiries/enquiries.contract.ts';
import { askConsentVersion } from '#lib/features/enquiries/enquiries.schema.ts';
import { signContractContract } from '#lib/features/orders/orders.contract.ts';
import { payContract } from '#lib/features/payments/payments.contract.ts';
import { checkIdCardContract } from '#lib/features/realname/realname.contract.ts';
import { realnameConsentVersion } from '#lib/features/realname/realname.schema.ts';
import { reviewContract } from '#lib/features/reviews/reviews.contract.ts';
import { reviewConsentVersion } from '#lib/features/reviews/reviews.schema.ts';
import { uploadContract } from '#lib/features/uploads/uploads.contract.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';
import { userOf } from '#tests/support/paying.ts';
import { lived, reviewOf } from '#tests/support/reviews.ts';
import { solvedToken } from '#tests/support/solved.ts';

const card = { name: '王小明', idcard_no: '11010519491231002X' };
/** What refuses where a certified name is missing. */
const nameNeeded = 10_130;

let desk: OrdersDesk;
let pages: PagesServer;
let shown: Visitor | undefined;
const db = () => desk.office.on.base.db;

beforeAll(async () => {
  // Pages go by the clock of the machine.
  desk = await openOrdersDesk({ settings: { REAL_NAME_CHECK: 'on' }, now: new Date() });
  await db().updateTable('tenancies').set({ stock: 40, feed_stock: 40 }).where('id', '=', desk.lease.id).execute();
  const { people, captcha } = desk.office.on.services;
  pages = await startPages(desk.office, {
    body(file, view) {
      shown = view.visitor;
      return file;
    },
    entrance: { ...(people ? { keptForms: people.accounts.keptForms } : {}), ...(captcha ? { captcha } : {}) },
  });
});
afterAll(async () => {
  await pages.close();
  await desk.office.close();
});
// A number serves one person.
beforeEach(async () => void (await db().deleteFrom('user_realnames').execute()));

const inLocale = (locale: Locale) => ({ 'accept-language': locale });
const certify = async (by: Browser): Promise<void> => {
  const captcha_token = solvedToken(desk.office.secrets, 'check-id-card', desk.office.clock.now);
  expect((await by.call(checkIdCardContract, { ...card, consent_realname: realnameConsentVersion, captcha_token })).data).toMatchObject({ is_check: true });
};

/** An offer that waits for its applicant to sign. */
async function offered(): Promise<{ readonly by: Browser; readonly code: string; readonly values: Readonly<Record<string, string>> }> {
  const by = await desk.somebody();
  const code = await desk.sent(by);
  await desk.byStaff(code, 'offer');
  const { orders, contractOf } = known(desk.office.on.services.people);
  const { hash } = known(await contractOf(known(await orders.own(await userOf(by), code)), desk.office.clock.now));
  return { by, code, values: { code, hash, name: applicant.full_name, consent_contract: '2026-11' } };
}

async function stay(): Promise<{ readonly by: Browser; readonly code: string }> {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  await lived(db(), code, 'checked_in', { from: addDays(desk.office.clock.now.toISOString().slice(0, 10), -3) });
  return { by, code };
}

describe('calls', () => {
  test('[R4.046] [R4.047] [R4.049] signing is refused to whoever has no certified name, with the step of the dialog, and runs once there is one', async () => {
    const { by, code, values } = await offered();
    const refused = await by.call(signContractContract, values, inLocale('zh-cn'));
    expect([refused.error_code, refused.data]).toEqual([nameNeeded, { step: 0 }]);
    expect(await desk.stateOf(code)).toBe('offered');
    await certify(by);
    expect((await by.call(signContractContract, values, inLocale('zh-cn'))).data).toMatchObject({ state: 'to_pay' });
  });

  test('[R4.047] so are paying and reviewing a stay', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const pay = () => by.call(payContract, { kind: 'order', code, method: 'card' }, inLocale('zh-cn'));
    expect((await pay()).error_code).toBe(nameNeeded);
    await certify(by);
    expect((await pay()).error_code).toBe(0);

    await db().deleteFrom('user_realnames').execute();
    const lives = await stay();
    const review = () => lives.by.call(reviewContract, reviewOf(lives.code, 'check-in', 4), inLocale('zh-cn'));
    expect((await review()).error_code).toBe(nameNeeded);
    await certify(lives.by);
    expect((await review()).error_code).toBe(0);
  });

  test('[R4.048] whoever gave a name that nobody could compare yet is told the last step', async () => {
    const { by, values } = await offered();
    await certify(by);
    await db().updateTable('user_realnames').set({ checked_at: null }).execute();
    const refused = await by.call(signContractContract, values, inLocale('zh-cn'));
    expect([refused.error_code, refused.data]).toEqual([nameNeeded, { step: 2 }]);
  });

  test('[R4.050] writing with us is let pass', async () => {
    const { by, code } = await offered();
    const asked = await by.call(
      askQuestionContract,
      {
        firstname: 'Mai',
        lastname: 'Nguyen',
        email: '',
        country_code: 'GB',
        mobile: '7700900123',
        content: 'May I arrive at night?',
        order_code: code,
        consent_terms: askConsentVersion,
        consent_report: askConsentVersion,
      },
      inLocale('zh-cn'),
    );
    expect(asked.error_code).toBe(0);
    const more = await by.call(enquiryReplyContract, { token: asked.data.token, text: 'And on a Sunday?', act: 'reply' }, inLocale('zh-cn'));
    expect(more.data).toEqual({ done: 'reply' });
  });

  test('[R4.046] in other languages whoever has a number of the mainland is asked, and nobody else: no other card can be compared', async () => {
    const { by, values } = await offered();
    const names = (userId: number, locale: Locale) => known(desk.office.on.services.people).names({ userId, locale, mark: true });
    const id = await userOf(by);
    expect([await names(id, 'zh-cn'), await names(id, 'vi-vn'), await names(id, 'zh-tw')]).toEqual(['prompt', 'run', 'run']);
    await by.call(bindStartContract, { canal: '1', country_code: 'CN', phone: '13800138000' });
    expect((await by.call(attemptCodeContract, { code: desk.office.lastCode('+8613800138000') })).data).toMatchObject({ next: 'bound' });
    expect([await names(id, 'vi-vn'), await names(id, 'en-us')]).toEqual(['prompt', 'prompt']);
    expect((await by.call(signContractContract, values)).error_code).toBe(nameNeeded);
  });
});

/** Asks for a page as a browser does, or posts its form, and keeps the cookies of the answer. */
async function ask({ cookies }: Browser, path: string, body?: URLSearchParams | FormData): Promise<Response> {
  shown = undefined;
  const { origin } = desk.office.on.services.site;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(pages.address + path, {
    redirect: 'manual',
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
    ...(body ? { method: 'POST', body } : {}),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0(?:;|$)/.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
  return answer;
}

describe('pages', () => {
  test('[R4.038] [R4.047] [R4.051] a form that is sent without a name leads to the prompt, and back to all that was written', async () => {
    const { by, code, values } = await offered();
    const path = `/order/sign/${code}`;
    const prompt = `/profile/account/real-name?redirect=${encodeURIComponent(path)}`;
    expect((await ask(by, path)).status).toBe(200);
    // What desks open over the page before anything is sent.
    expect(shown?.realname).toEqual({ form: 'order-sign', href: prompt });
    const sent = await ask(by, path, new URLSearchParams({ ...values, csrf: known(shown).csrfToken }));
    expect([sent.status, sent.headers.get('location')]).toEqual([303, prompt]);
    expect(await desk.stateOf(code)).toBe('offered');
    // Skipped: it comes back as it was, and is still to be sent.
    await ask(by, path);
    expect(shown?.submitted).toMatchObject({ isKept: true, values: { name: applicant.full_name, consent_contract: '2026-11' } });

    await ask(by, path, new URLSearchParams({ ...values, csrf: known(shown).csrfToken }));
    await certify(by);
    await ask(by, path);
    expect(shown?.submitted).toMatchObject({ isKept: true, values: { name: applicant.full_name } });
    expect(shown?.realname).toBeUndefined();
    const signed = await ask(by, path, new URLSearchParams({ ...values, csrf: known(shown).csrfToken }));
    expect([signed.status, await desk.stateOf(code)]).toEqual([303, 'to_pay']);
  });

  test('[R4.047] photographs of a review that was sent without a name come back with it', async () => {
    const { by, code } = await stay();
    const path = `/profile/order/oldComment?orderCode=${code}`;
    const { id } = (await by.call(uploadContract, { purpose: 'review' })).data;
    await ask(by, path);
    const form = new FormData();
    const said = { ...reviewOf(code, 'check-in', 4), consent_publish: reviewConsentVersion, photo_1: id, csrf: known(shown).csrfToken };
    for (const [name, value] of Object.entries(said)) form.set(name, value);
    const sent = await ask(by, path, form);
    expect(sent.headers.get('location')).toContain('/profile/account/real-name?redirect=');
    await ask(by, path);
    expect(shown?.submitted).toMatchObject({ isKept: true, values: { text: said.text, photo_1: id }, problems: [], files: { photo_1: { id } } });
  });

  test('[R5.57] [R5.58] who has not solved the captcha is told at once what else is missing, however often it is sent, and nothing is kept', async () => {
    const by = await desk.somebody();
    const path = '/profile/account/real-name';
    for (let tries = 0; tries < 2; tries++) {
      await ask(by, path);
      const answer = await ask(by, path, new URLSearchParams({ ...card, csrf: known(shown).csrfToken }));
      expect(answer.status).toBe(400);
      expect(shown?.submitted).toMatchObject({ problems: [{ field: 'consent_realname', message: 'realname.agree' }], captcha: { solvedOnly: true } });
    }
    // What a refusal gives who has no script does not count here either.
    const { ticket } = known(shown?.submitted?.captcha);
    const whole = { ...card, consent_realname: realnameConsentVersion, captcha_token: ticket, csrf: known(shown).csrfToken };
    expect((await ask(by, path, new URLSearchParams(whole))).status).toBe(400);
    expect(shown?.submitted).toMatchObject({ problems: [], failed: 'captcha-needed' });
    expect(await db().selectFrom('user_realnames').select('user_id').execute()).toEqual([]);
  });
});
