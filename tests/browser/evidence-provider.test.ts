/** The condition of a home between both parties, on its whole way: the link in the provider's mail, their remark and signature, and the tenant's. */
import { addDays } from '#lib/dates/dates.ts';
import { evidencePath } from '#lib/features/evidence/evidence.rules.ts';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { draftIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { keyInMail } from '../support/outbox.ts';
import { reachProviders } from '../support/provider-contacts.ts';
import { lived } from '../support/reviews.ts';
import { picture } from '../support/sample-files.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';

/** The key of the link in the mail about an order; mails leave a moment after what caused them. */
async function mailedKey(code: string): Promise<string> {
  await expect.poll(() => keyInMail(code, '/order/condition')).toBeDefined();
  return keyInMail(code, '/order/condition') ?? '';
}

for (const { locale, width, javaScriptEnabled } of formReaders()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R2.140] a provider reads, adds to, remarks on and signs what their tenant wrote down, who signs it too', async ({ page, browser, baseURL }) => {
      test.setTimeout(240_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const look = async (what: string, seen = page) => expect(await faults(seen), what).toEqual([]);
      const main = page.getByRole('main');
      const press = (name: string) => main.getByRole('button', { name, exact: true }).first().press('Enter');

      await registerIn(page, 'Lan');
      const code = await draftIn(page, locale);
      await onSiteDatabase((db) => lived(db, code, 'checked_in', { from: addDays(new Date().toISOString().slice(0, 10), -2) }));
      await onSiteDatabase((db) => reachProviders(db, locale));

      await page.goto(evidencePath(paths, code));
      await main.locator('[name="place"]').selectOption('bathroom');
      await main.locator('[name="item"]').fill('Mirror');
      await main.locator('[name="condition"][value="good"]').check();
      await press(t('evidence.add'));
      await expect(main.getByRole('status')).toHaveText(t('evidence.added'));
      await main.getByRole('link', { name: t('evidence.link_title'), exact: true }).press('Enter');
      await look('before a link');
      await press(t('evidence.link_send'));
      await expect(main.getByRole('status')).toBeVisible();
      await expect(main.getByRole('button', { name: t('evidence.link_end'), exact: true })).toBeVisible();
      expect(await main.textContent(), 'the link is shown to nobody but the provider').not.toContain('key=');
      await look('a link was sent');

      const context = await browser.newContext({ baseURL: url, javaScriptEnabled, viewport: { width, height: 844 } });
      await context.addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const theirs = await context.newPage();
      const desk = theirs.getByRole('main');
      const pressTheirs = (name: string) => desk.getByRole('button', { name, exact: true }).first().press('Enter');
      await theirs.goto(supplierLinkPath(paths, 'condition', await mailedKey(code)));
      await expect(desk).toContainText('Mirror');
      await expect(theirs.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
      // Another language is a touch away, and the link opens there too.
      await expect(theirs.locator('footer .language-links a[data-locale="zh-tw"]')).toHaveAttribute('href', /condition\?key=/);
      expect(await desk.textContent(), 'on paper, too').not.toContain('key=');
      await look('the provider reads', theirs);
      await desk.getByRole('link', { name: t('evidence.remark_to', { number: 1, item: 'Mirror' }), exact: true }).press('Enter');
      await pressTheirs(t('evidence.remark_add'));
      await expect(desk.getByRole('alert')).toBeVisible();
      await theirs.evaluate(() => scrollTo(0, 0));
      await look('a remark without words', theirs);
      await desk.locator('[name="condition"][value="worn"]').check();
      await desk.locator('[name="note"]').fill('Bought in 2019.');
      await pressTheirs(t('evidence.remark_add'));
      await expect(desk.getByRole('status')).toHaveText(t('evidence.added'));
      await expect(desk).toContainText(t('evidence.remark_on', { number: 1 }));
      await desk.locator('[name="place"]').selectOption('keys');
      await desk.locator('[name="item"]').fill('Front door');
      await desk.locator('[name="condition"][value="good"]').check();
      await desk.locator('[name="photo"]').setInputFiles({ name: 'key.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg', 800, 600) });
      await pressTheirs(t('evidence.add'));
      await expect(desk).toContainText('Front door');
      const photo = desk.locator('.evidence img').last();
      await photo.scrollIntoViewIfNeeded();
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      await desk.getByRole('link', { name: t('evidence.sign_link'), exact: true }).press('Enter');
      await look('the provider is about to sign', theirs);
      await desk.locator('[name="name"]').fill('Jo Smith');
      await desk.locator('[name="consent_seen"]').check();
      await pressTheirs(t('evidence.sign'));
      await expect(desk.getByRole('status')).toHaveText(t('evidence.signed'));
      await expect(desk).toContainText('Jo Smith');
      await look('the provider has signed', theirs);
      const file = await theirs.request.get((await desk.getByRole('link', { name: t('evidence.file'), exact: true }).getAttribute('href')) ?? '');
      expect([file.status(), file.headers()['content-type'], file.headers()['cache-control']]).toEqual([200, 'application/pdf', 'private, no-store']);

      await page.goto(evidencePath(paths, code));
      await expect(main).toContainText('Bought in 2019.');
      await main.getByRole('link', { name: t('evidence.sign_link'), exact: true }).press('Enter');
      await main.locator('[name="name"]').fill('Nguyễn Thị Lan');
      await main.locator('[name="consent_seen"]').check();
      await press(t('evidence.sign'));
      await expect(main.getByRole('status')).toHaveText(t('evidence.signed'));
      await main.locator('[name="item"]').fill('Window');
      await main.locator('[name="place"]').selectOption('bedroom');
      await main.locator('[name="condition"][value="damaged"]').check();
      await press(t('evidence.add'));
      await expect(main.getByRole('status')).toHaveText(t('evidence.added'));
      const after = main.locator('.evidence li', { hasText: 'Window' });
      await expect(after.locator('.stays')).toHaveCount(2);
      await look('signed by both, with an entry after it');

      await main.getByRole('link', { name: t('evidence.link_title'), exact: true }).press('Enter');
      await press(t('evidence.link_end'));
      await expect(main.getByRole('status')).toHaveText(t('evidence.link_ended'));
      await theirs.reload();
      await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(t('evidence.link_gone'));
      await look('the link opens nothing', theirs);
      await context.close();
    });
  });
}
