/** A booking of a home whose provider collects: set by staff, priced, signed, paid by the provider's lines with a proof, confirmed, cancelled, and who owes the refund. */
import type { Page } from '@playwright/test';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { createPaths } from '#lib/paths.ts';
import { openStepsIn, tickSeenIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { linksIn, openBy } from '../support/forms-by-request.ts';
import { keyInMail } from '../support/outbox.ts';
import { reachProviders } from '../support/provider-contacts.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase, siteSecrets } from '../support/site-database.ts';
import { picture } from '../support/sample-files.ts';
import { comeIn } from '../support/staff-in-browser.ts';
import { sayYesIfAsked } from '../support/sure.ts';

/** Each in a country of its own: who collects there holds for all homes of the provider, and no other journey books there. */
const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean; readonly city: string }[] = [
  { locale: 'zh-cn', width: 390, javaScriptEnabled: false, city: 'de/berlin' },
  { locale: 'en-us', width: 390, javaScriptEnabled: true, city: 'fr/paris' },
  { locale: 'vi-vn', width: 1280, javaScriptEnabled: true, city: 'es/madrid' },
];
const account = 'DE89 3704 0044 0532 0130 00';

for (const { locale, width, javaScriptEnabled, city } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R1.11] [R1.12] the provider is paid, and owes what comes back', async ({ page, browser, baseURL }) => {
      test.setTimeout(300_000);
      const url = baseURL ?? '';
      const necessary = { name: 'cookie_consent', value: 'necessary', url };
      await page.context().addCookies([necessary]);
      const main = page.getByRole('main');
      const look = async (what: string, at: Page = page) => expect(await faults(at), what).toEqual([]);
      const press = (name: string, at: Page = page) => at.getByRole('main').getByRole('button', { name, exact: true }).press('Enter');
      const follow = (name: string, at: Page = page) => at.getByRole('main').getByRole('link', { name, exact: true }).press('Enter');

      // A home that can be booked.
      const homes = linksIn(await openBy(page.request, `${paths.to('index').replace(/\/$/, '')}/${city}`), '/detail-');
      let booking = '';
      for (const home of homes.slice(0, 12)) {
        [booking = ''] = linksIn(await openBy(page.request, home), 'tenancyId=');
        if (booking !== '') break;
      }
      const house = new URL(booking, url).searchParams.get('houseId') ?? '';

      const staff = await (await browser.newContext({ baseURL: url, javaScriptEnabled: true, viewport: { width, height: 844 } })).newPage();
      await staff.context().addCookies([necessary]);
      await comeIn(staff);
      await staff.goto(paths.to('staff_suppliers'));
      await look('providers', staff);
      const { id, name: supplier } = await onSiteDatabase((db) =>
        db
          .selectFrom('houses')
          .innerJoin('suppliers', 'suppliers.id', 'supplier_id')
          .select(['suppliers.id', 'suppliers.name'])
          .where('houses.id', '=', asId<HouseId>(Number(house)))
          .executeTakeFirstOrThrow(),
      );
      await staff.goto(paths.to('staff_provider', { supplier: String(id) }));
      await look('address of a provider', staff);
      await follow(t('payments.terms_of', { provider: supplier }), staff);
      const form = staff.getByRole('main');
      await expect(staff.getByRole('heading', { level: 1 })).toHaveText(t('payments.terms_of', { provider: supplier }));
      const terms = staff.url();
      await form.getByRole('radio', { name: t('payments.terms_supplier') }).check();
      await form.locator('[name="lines"]').fill('');
      await press(t('payments.terms_save'), staff);
      await expect(form.getByText(t('forms.required')).first()).toBeVisible();
      await look('terms missing', staff);
      await form.locator('[name="lines"]').fill(`${supplier}\n${account}`);
      await form.locator('[name="wait_hours"]').fill('24');
      await press(t('payments.terms_save'), staff);
      await expect(form.getByRole('status')).toHaveText(t('payments.change_waits'));
      await look('terms', staff);
      await follow(t('payments.change_terms'), staff);
      await expect(form).toContainText(account);
      await look('a change that waits', staff);
      // Three days and a second person later.
      await onSiteDatabase(async (db) => {
        const { set_by } = await db.selectFrom('supplier_changes').select('set_by').where('supplier_id', '=', id).executeTakeFirstOrThrow();
        const sealed = siteSecrets().encrypt('orders', `${supplier}\n${account}`);
        await db.insertInto('supplier_terms').values({ supplier_id: id, collects: 'supplier', wait_hours: 24, sealed, set_by, set_at: new Date() }).execute();
      });

      await registerIn(page, 'Lan');
      await page.goto(booking);
      await expect(main).toContainText(t('quotes.collects_supplier', { supplier, operator: 'Loftling' }).slice(0, 30));
      await look('book');
      await main.getByRole('radio', { name: t('orders.plan_full') }).check();
      await press(t('orders.begin'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.part_person'));
      const fill = async (values: Readonly<Record<string, string>>) => {
        for (const [name, value] of Object.entries(values)) {
          const field = main.locator(`[name="${name}"]:not([type="radio"])`);
          if ((await field.count()) > 0) await field.first().fill(value);
        }
      };
      await fill({ full_name: 'Nguyễn Thị Lan', birth_date: '2004-05-05', nationality: 'Vietnam', mobile: '+84 912 345 678', address: '1 Elm Road' });
      await press(t('orders.go_on'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.part_details'));
      const none = main.getByRole('radio', { name: t('orders.guarantor_none') });
      if ((await none.count()) > 0) await none.check();
      await fill({ school: 'UCL', course: 'Law', emergency_name: '欧阳娜娜', emergency_mobile: '+84 912 345 678', message: 'A quiet room, please.' });
      await press(t('orders.go_on'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.review_title'));
      for (const one of await main.getByRole('checkbox').all()) await one.check();
      await press(t('orders.submit'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.sent_title'));
      await follow(t('orders.open'));
      const code = /[\dA-Z]{4}-[\dA-Z]{4}/.exec(page.url())?.[0] ?? '';
      const order = page.url();

      // From now on it is us again: this order keeps what it was quoted with.
      await staff.goto(terms);
      await form.getByRole('radio', { name: t('payments.terms_operator') }).check();
      await press(t('payments.terms_save'), staff);
      await expect(form.getByRole('status')).toHaveText(t('payments.change_waits'));
      const act = async (label: string, note = '') => {
        await staff.goto(paths.to('staff_order', { order: code }));
        await openStepsIn(staff);
        await form.getByLabel(t('staff.action')).selectOption({ label });
        await tickSeenIn(staff);
        if (note !== '') await form.locator('[name="note"]').fill(note);
        await press(t('staff.do_it'), staff);
        await sayYesIfAsked(staff, t, /done=/);
      };
      await act(t('orders.staff_offer'));

      await page.goto(order);
      await follow(t('orders.read_and_sign'));
      await expect(main).toContainText(supplier);
      await look('contract');
      await main.getByRole('textbox', { name: t('orders.sign_name') }).fill('Nguyễn Thị Lan');
      await main.getByRole('checkbox').check();
      await press(t('orders.sign'));
      await expect(main).toContainText(t('orders.next_to_pay_supplier', { supplier }));
      await expect(main.getByRole('link', { name: t('orders.pay'), exact: true })).toHaveCount(0);
      await look('order to pay');
      await follow(t('orders.pay_supplier', { supplier }));
      await expect(main).toContainText(account);
      await expect(main).toContainText(code);
      await look('where to pay');
      await press(t('payments.voucher_send'));
      await look('no proof');
      await onSiteDatabase((db) => reachProviders(db, locale));
      await main.locator('input[type="file"]').setInputFiles({ name: 'bank.png', mimeType: 'image/png', buffer: await picture('png') });
      await press(t('payments.voucher_send'));
      await expect(main.getByRole('status')).toHaveText(t('orders.supplier_proof_here', { supplier }));
      await look('proof here');

      await staff.goto(paths.to('staff_order', { order: code }));
      await expect(form).toContainText(t('orders.due_proof'));
      await expect(form.getByRole('link', { name: t('payments.voucher_staff') })).toBeVisible();
      await look('staff order', staff);
      await act(t('orders.staff_supplier_refused'), 'Nothing yet.');
      await page.reload();
      await expect(main.getByRole('status')).toHaveText(t('orders.supplier_proof_looked', { supplier }));
      await look('not found');

      // The provider says it themselves, by the link of their mail.
      await expect.poll(() => keyInMail(code, '/payment-received')).toBeDefined();
      const context = await browser.newContext({ baseURL: url, javaScriptEnabled, viewport: { width, height: 844 } });
      await context.addCookies([necessary]);
      const theirs = await context.newPage();
      const desk = theirs.getByRole('main');
      const lookTheirs = async (what: string) => expect(await faults(theirs), what).toEqual([]);
      await theirs.goto(supplierLinkPath(paths, 'payment', keyInMail(code, '/payment-received') ?? ''));
      await expect(desk).toContainText('Nguyễn Thị Lan');
      await expect(theirs.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
      await lookTheirs('a payment to look for');
      await press(t('orders.supplier_say'), theirs);
      await expect(desk.getByRole('alert')).toBeVisible();
      await desk.getByRole('radio', { name: t('orders.supplier_word_received') }).check();
      await press(t('orders.supplier_say'), theirs);
      await press(t('endings.sure_yes'), theirs);
      await expect(desk.getByRole('status')).toHaveText(t('orders.supplier_said'));
      await expect(desk).toContainText(t('orders.supplier_none'));
      await lookTheirs('said');
      await staff.goto(paths.to('staff_order', { order: code }));
      await expect(form).toContainText(t('orders.by_supplier'));
      await page.reload();
      await expect(main).toContainText(t('orders.supplier_none', { supplier }));
      await expect(main).not.toContainText(account);
      await look('received');
      await page.goto(order);
      await expect(main).toContainText(t('orders.next_paid_supplier', { supplier }));

      // Nothing is confirmed that the provider has not signed: they do by a link too.
      await act(t('orders.staff_ask_provider'));
      await expect.poll(() => keyInMail(code, '/order/contract')).toBeDefined();
      await theirs.goto(supplierLinkPath(paths, 'contract', keyInMail(code, '/order/contract') ?? ''));
      await expect(desk).toContainText('Nguyễn Thị Lan');
      await lookTheirs('a contract to sign');
      await desk.getByRole('radio', { name: t('orders.contract_word_sign') }).check();
      await press(t('orders.contract_send'), theirs);
      await expect(desk.getByRole('alert')).toBeVisible();
      await lookTheirs('not signed');
      await desk.locator('[name="name"]').fill('Ann Lee');
      await desk.locator('[name="role"]').fill('Director');
      await desk.getByRole('checkbox').check();
      await press(t('orders.contract_send'), theirs);
      await expect(desk.getByRole('status')).toHaveText(t('orders.supplier_said'));
      await expect(desk).toContainText('Ann Lee');
      await lookTheirs('signed');
      await context.close();
      await page.reload();
      await expect(main).toContainText('Ann Lee');
      await look('signed by both');
      await act(t('orders.staff_confirm'));
      await staff.goto(paths.to('staff_payouts'));
      await expect(form).not.toContainText(supplier);

      await page.goto(order);
      await follow(t('orders.cancel'));
      // By the policies of some homes it depends on what happened, which nobody has chosen yet.
      const events = main.locator('[name="event"]');
      const depends = (await events.count()) > 0;
      const [before = '', after = ''] = t(depends ? 'orders.cancel_depends_supplier' : 'orders.cancel_back_supplier', { supplier, amount: '§' }).split('§');
      await expect(main.locator('.told')).toContainText(before.trim());
      await expect(main.locator('.told')).toContainText(after.trim());
      await expect(events.and(page.locator(':checked'))).toHaveCount(0);
      if (depends) await events.and(page.locator('[value="changed-mind"]')).check();
      await look('cancel');
      await press(t('orders.cancel'));
      await expect(page).toHaveURL(/done=cancelled/);
      const [, owes = ''] = t('orders.owed_by_supplier', { supplier, amount: '§' }).split('§');
      await expect(main).toContainText(owes.trim());
      await look('owed');
      await act(t('orders.staff_supplier_returned'), 'SEPA 4711');
      await look('staff returned', staff);
      await page.goto(order);
      await expect(main).toContainText(t('orders.state_refunded'));
      await expect(main).toContainText(t('orders.did_supplier_returned'));
      await expect(main).not.toContainText('SEPA 4711');
      await look('refunded');
      await staff.context().close();
    });
  });
}
