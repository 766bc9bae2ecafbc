/** Asking a question as readers do: with script on a desk and on a phone, without connection, and opened by itself. */
import type { Page, Response } from '@playwright/test';
import { waitingKey } from '#islands/browser/kept-keys.ts';
import { askedFlags, draftKey, openingAfter } from '#lib/features/enquiries/asking-opens.rules.ts';
import { agreeTip } from '#lib/features/enquiries/asking.rules.ts';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';

const call = '**/_api/listing/askQuestion*';
const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: consent.cookie, value: 'necessary', url: baseURL ?? '' }]);
});

const field = (page: Page, locale: Locale, name: 'firstname' | 'email' | 'mobile' | 'location' | 'content') =>
  page.getByRole('textbox', { name: translator(locale)(`enquiries.${name}`) });
const sendButton = (page: Page, locale: Locale) => page.getByRole('button', { name: translator(locale)('enquiries.submit') });
const reach = (page: Page, locale: Locale, way: 'email' | 'phone') => page.getByRole('radio', { name: translator(locale)(`enquiries.reach_${way}`) });
const terms = (page: Page, locale: Locale) => page.getByRole('checkbox', { name: translator(locale)('enquiries.consent_terms') });

/** Until the script has the form, it is a form without script. */
const awake = (page: Page) => expect(page.locator('#ask-form[data-awake]')).toBeAttached({ timeout: 30_000 });

/** What sends is fetched when somebody turns to a field, and so is what any touched page has. @returns once the page has it, all of it. */
async function canSend(page: Page, parts: Promise<readonly Response[]>): Promise<void> {
  for (const part of await parts) await page.evaluate((href) => import(href), part.url());
}
const sendingPart = (page: Page): Promise<readonly Response[]> =>
  Promise.all(
    ['ask-send', 'offline', 'offline-forms'].map((name) => page.waitForResponse((response) => new RegExp(`/${name}\\.[\\w-]+\\.js`).test(response.url()))),
  );

/** What has to be told: the words, and one way to be reached. */
async function fillIn(page: Page, locale: Locale, content: string): Promise<void> {
  await field(page, locale, 'content').fill(content);
  await reach(page, locale, 'email').check();
  await field(page, locale, 'email').fill(`lan-${crypto.randomUUID().slice(0, 8)}@example.org`);
}

test.describe('on a desk', () => {
  test.use({ viewport: desk });

  test('[R2.217] [R4.076] [R4.077] [R5.35] [R5.36] [R5.37] [R9.13] [R9.22] from a home: told when a field is left, asked to agree, sent once, thanked in a dialog', async ({
    page,
  }) => {
    const t = translator('en-us');
    let calls = 0;
    await page.clock.install();
    await page.route(call, async (route) => {
      calls++;
      await route.continue();
    });
    await page.goto(addressOf('house_detail', 'en-us'));
    // Sections above take their height when they are scrolled by, and a pointer that was on its way would miss.
    await page
      .getByRole('main')
      .getByRole('link', { name: t('house.ask_here') })
      .press('Enter');
    await awake(page);
    const form = page.locator('#ask-form');

    // One way shows one field.
    await expect(field(page, 'en-us', 'email')).toBeHidden();
    await reach(page, 'en-us', 'phone').check();
    await expect(field(page, 'en-us', 'mobile')).toBeVisible();
    // An English page of a British home begins with its country, not with the largest that speaks English.
    await expect(page.locator('#ask-form-country_code')).toHaveValue('GB');
    await reach(page, 'en-us', 'email').check();
    await expect(field(page, 'en-us', 'mobile')).toBeHidden();
    await field(page, 'en-us', 'email').fill('lan@example');
    await field(page, 'en-us', 'content').focus();
    await expect(form.locator('#ask-form-email-problem')).toHaveText(t('forms.email'));
    await expect(field(page, 'en-us', 'email')).toHaveAttribute('aria-invalid', 'true');
    await sendButton(page, 'en-us').click();
    await expect(page.locator('.problems')).toBeFocused();
    const words = t('forms.problem_of', { field: t('enquiries.content'), problem: t('forms.required') });
    await expect(page.locator('.problems').getByRole('link', { name: words })).toBeVisible();
    await expect(page.locator('.problems').getByRole('link')).toHaveCount(3);
    await expect(form.locator('#ask-form-content-problem')).toHaveText(t('forms.required'));
    await fillIn(page, 'en-us', 'Is the room quiet?');
    // What has to be agreed to was told with the fields, and is told on until it is.
    const box = page.getByRole('checkbox', { name: t('enquiries.consent_report') });
    await expect(terms(page, 'en-us')).toHaveCount(0);
    await expect(form.locator('.problem')).toHaveText([t('forms.tick')]);
    expect(await faults(page), 'the dialog').toEqual([]);

    await sendButton(page, 'en-us').click();
    // One is gone to at once.
    await expect(box).toBeFocused();
    await expect(form.locator('.problem.fresh')).toHaveCount(1);
    await page.clock.runFor(agreeTip);
    await expect(form.locator('.problem.fresh')).toHaveCount(0);
    await expect(form.locator('.problem')).toHaveText([t('forms.tick')]);
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await box.check();
    await expect(form.locator('.problem')).toHaveCount(0);
    // Unticked it is not mended any more.
    await box.uncheck();
    await expect(form.locator('.problem')).toHaveCount(1);
    await box.check();
    expect(calls).toBe(0);
    await sendButton(page, 'en-us').dblclick();

    const thanks = page.getByRole('dialog', { name: t('asking.sent_title') });
    await expect(thanks).toBeVisible();
    expect(calls).toBe(1);
    await expect(page.locator('dialog')).toHaveCount(1);
    expect(referencePattern.test(await thanks.locator('strong').innerText())).toBe(true);
    expect(await faults(page), 'the thanks').toEqual([]);
    expect(await page.evaluate((key) => localStorage.getItem(key), askedFlags.detail)).toMatch(/^\d+$/);
    expect(await page.evaluate((key) => sessionStorage.getItem(key), draftKey)).toBeNull();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('house.ask_here') })
      .click();
    await awake(page);
    await expect(field(page, 'en-us', 'content')).toHaveValue('');
    await expect(box).not.toBeChecked();
  });

  test('a question to begin with is written below what is there already, and the answer may go to a phone', async ({ page }) => {
    const t = translator('en-us');
    await page.goto(addressOf('house_detail', 'en-us'));
    const href = await page.locator('main a[data-login][href*="/intent/askform"]').first().getAttribute('href');
    await page.goto(href ?? '');
    await awake(page);
    await field(page, 'en-us', 'content').fill('Hello!');
    await page.getByRole('link', { name: t('enquiries.ask_video') }).click();
    await expect(field(page, 'en-us', 'content')).toHaveValue(`Hello!\n${t('enquiries.ask_video')}`);
    await reach(page, 'en-us', 'phone').check();
    await page.locator('#ask-form-country_code').selectOption('VN');
    await field(page, 'en-us', 'mobile').pressSequentially('0901234567');
    await expect(field(page, 'en-us', 'mobile')).toHaveValue('0901 234 567');
    await page.getByRole('checkbox', { name: t('enquiries.consent_report') }).check();
    await sendButton(page, 'en-us').click();
    await page
      .getByRole('dialog', { name: t('asking.sent_title') })
      .getByRole('link')
      .click();
    await expect(page.getByRole('main')).toContainText(t('enquiries.ask_video'));
    await expect(page.getByText(t('enquiries.next_text', { contact: '' }).slice(0, 30))).toBeVisible();
    expect(await faults(page), 'the thread').toEqual([]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true });

  for (const locale of ['zh-cn', 'vi-vn'] as const)
    test(`[R4.078] [R4.079] what is written outlives the page and the language; sent, a short message says so (${locale})`, async ({ page }) => {
      const t = translator(locale);
      const paths = createPaths(locale, false);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(paths.to('intent_askform'));
      await awake(page);
      const label = page.locator('label[for="ask-form-email"]');
      const top = () =>
        label.evaluate((one) => one.getBoundingClientRect().top - (document.getElementById('ask-form-email')?.getBoundingClientRect().top ?? 0));
      await reach(page, locale, 'email').check();
      const empty = await top();
      await field(page, locale, 'email').focus();
      expect(await top()).toBeLessThan(empty);
      await fillIn(page, locale, 'Có yên tĩnh không?');
      await field(page, locale, 'location').fill('Paris');
      expect(await top()).toBeLessThan(empty);
      expect(await faults(page), 'the form').toEqual([]);

      await page.goto(createPaths('en-us', false).to('intent_askform'));
      await awake(page);
      await expect(field(page, 'en-us', 'content')).toHaveValue('Có yên tĩnh không?');
      await page.goto(paths.to('intent_askform'));
      await awake(page);
      await expect(page.getByText(t('asking.draft_back'))).toBeVisible();
      await expect(field(page, locale, 'location')).toHaveValue('Paris');
      await expect(terms(page, locale)).not.toBeChecked();
      await terms(page, locale).check();
      await sendButton(page, locale).click();
      await expect(page.getByRole('status').filter({ hasText: t('asking.sent_title') })).toBeVisible();
      await expect(page.getByRole('heading', { name: t('asking.sent_title') })).toBeFocused();
      expect(await faults(page), 'the thanks').toEqual([]);
      await page.getByRole('link', { name: t('asking.open') }).click();
      await expect(page.getByRole('main')).toContainText('Có yên tĩnh không?');
    });

  test('[R9.58] what a place of a country asks for besides is shown, and sent with it', async ({ page }) => {
    const t = translator('en-us');
    const answered = page.waitForResponse(call);
    await page.goto(createPaths('en-us', false).to('intent_askform'));
    await awake(page);
    await fillIn(page, 'en-us', 'Is it near the station?');
    await field(page, 'en-us', 'location').fill('Leeds');
    await terms(page, 'en-us').check();
    await sendButton(page, 'en-us').click();
    expect((await answered).status()).toBe(422);
    const report = page.getByRole('checkbox', { name: t('enquiries.consent_report') });
    await report.check();
    await expect(field(page, 'en-us', 'content')).toHaveValue('Is it near the station?');
    await awake(page);
    await sendButton(page, 'en-us').click();
    await expect(page.getByRole('heading', { name: t('asking.sent_title') })).toBeFocused();
  });

  for (const locale of ['en-us', 'zh-cn', 'vi-vn'] as const)
    test(`without connection a question is kept, taken back, kept again and sent once (${locale})`, async ({ page, context }) => {
      const t = translator(locale);
      const sent: string[] = [];
      page.on('request', (request) => void (request.url().includes('/listing/askQuestion') && sent.push(request.headers()['idempotency-key'] ?? '')));
      // Fetched once the page is touched: not when there is no connection any more.
      const part = sendingPart(page);
      const optional = page.waitForResponse(/\/_assets\/offline\./);
      await page.goto(`${createPaths(locale, false).to('intent_askform')}?source=49`);
      await awake(page);
      await fillIn(page, locale, 'Is there a lift?');
      await field(page, locale, 'location').fill('Paris');
      await terms(page, locale).check();
      await (await optional).finished();
      await canSend(page, part);
      // What the page fetches when it has time is there, too.
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await sendButton(page, locale).click();
      const waiting = page.getByRole('status').filter({ hasText: t('asking.waiting') });
      await expect(waiting).toBeVisible();
      await expect(field(page, locale, 'content')).toHaveValue('');
      expect(await faults(page), 'what waits').toEqual([]);
      await page.getByRole('button', { name: t('asking.take_back') }).click();
      await expect(page.getByRole('status').filter({ hasText: t('asking.taken_back') })).toBeVisible();
      expect(await page.evaluate((key) => localStorage.getItem(key), waitingKey)).toBeNull();
      await context.setOffline(false);

      await page.getByRole('button', { name: t('asking.look') }).click();
      await awake(page);
      await expect(field(page, locale, 'content')).toHaveValue('Is there a lift?');
      await terms(page, locale).check();
      await canSend(page, part);
      // What the page fetches when it has time is there, too.
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await sendButton(page, locale).click();
      await expect(waiting).toBeVisible();
      expect(sent).toEqual([]);
      await context.setOffline(false);
      await expect(page.getByRole('status').filter({ hasText: t('asking.sent_later') })).toBeVisible();
      expect(sent).toHaveLength(1);
      expect(await page.evaluate((key) => localStorage.getItem(key), waitingKey)).toBeNull();
      expect(await page.evaluate((key) => localStorage.getItem(key), askedFlags.list)).toMatch(/^\d+$/);
    });

  test('what waits is sent once where the form is open in two tabs', async ({ page, context }) => {
    const t = translator('en-us');
    let sent = 0;
    context.on('request', (request) => void (request.url().includes('/listing/askQuestion') && sent++));
    const other = await context.newPage();
    for (const tab of [other, page]) {
      await tab.goto(`${createPaths('en-us', false).to('intent_askform')}?source=49`);
      await awake(tab);
    }
    const part = sendingPart(page);
    await fillIn(page, 'en-us', 'Is there a cellar?');
    await field(page, 'en-us', 'location').fill('Paris');
    await terms(page, 'en-us').check();
    await canSend(page, part);
    await context.setOffline(true);
    await sendButton(page, 'en-us').click();
    await expect(page.getByRole('status').filter({ hasText: t('asking.waiting') })).toBeVisible();
    expect(sent).toBe(0);
    await context.setOffline(false);
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), waitingKey)).toBeNull();
    expect(sent).toBe(1);
  });

  test('what is filled in without a key or a touch, as a browser does it, is kept when there is no connection any more', async ({ page, context }) => {
    const t = translator('en-us');
    await page.goto(`${createPaths('en-us', false).to('intent_askform')}?source=49`);
    await awake(page);
    const part = sendingPart(page);
    await page.evaluate(
      (given) => {
        for (const [name, value] of Object.entries(given)) {
          const field = document.querySelector<HTMLInputElement>(`#ask-form [name=${name}]`);
          if (!field) throw new Error(name);
          if (field.type === 'checkbox' || field.type === 'radio') field.checked = true;
          else field.value = value;
          for (const sign of ['input', 'change']) field.dispatchEvent(new Event(sign, { bubbles: true }));
        }
      },
      {
        reach: 'email',
        firstname: 'Lan',
        email: 'lan@example.org',
        location: 'Paris',
        content: 'Is there a lift?',
        consent_terms: 'yes',
      },
    );
    // Nothing but the words themselves has woken what sends.
    await canSend(page, part);
    expect(await page.evaluate((key) => sessionStorage.getItem(key), draftKey)).toContain('Is there a lift?');
    await context.setOffline(true);
    await page.evaluate(() => document.querySelector<HTMLFormElement>('#ask-form')?.requestSubmit());
    await expect(page.getByRole('status').filter({ hasText: t('asking.waiting') })).toBeVisible();
    expect(await page.evaluate((key) => localStorage.getItem(key), waitingKey)).toContain('Is there a lift?');
    await context.setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: t('asking.sent_later') })).toBeVisible();
  });
});

test.describe('by itself', () => {
  test.use({ viewport: desk });

  let touched = 0;
  test.beforeEach(() => void (touched = 0));

  /** Somebody opens a page and touches it; what may open by itself counts from then. */
  async function touch(page: Page, address: string): Promise<void> {
    await page.goto(address);
    await page.locator('h1').click();
    touched += 1;
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('askMePages')), { message: 'it counts the page' }).toBe(String(touched));
  }

  test('[R9.48] [R9.49] the form opens once on a home and once on a list, and not for who has asked', async ({ page }) => {
    await page.clock.install();
    for (const [name, seconds, source] of [
      ['house_detail', openingAfter.detail, '37'],
      ['new_list2', openingAfter.list, '45'],
    ] as const) {
      const asked = page.waitForRequest((request) => request.url().includes('/intent/askform') && new URL(request.url()).searchParams.get('source') === source);
      await touch(page, addressOf(name, 'en-us'));
      await page.clock.runFor(seconds * 1_000 + 2_000);
      await asked;
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.locator('dialog [name=data_sources]')).toHaveValue(source);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    // Once: on the next home it stays away.
    await touch(page, addressOf('house_detail', 'en-us'));
    await page.clock.runFor(openingAfter.detail * 2_000);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.evaluate((flags) => {
      localStorage.clear();
      localStorage.setItem(flags, '1');
    }, askedFlags.list);
    await page.goto(addressOf('house_detail', 'en-us'));
    const part = page.waitForResponse((response) => /\/ask-opens\.[\w-]+\.js/.test(response.url()));
    await page.locator('h1').click();
    // It counts nothing then; once its file can be had here, the page has read it before.
    await page.evaluate((href) => import(href), (await part).url());
    await page.clock.runFor(openingAfter.detail * 2_000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('houseDetailLeadFormOpened'))).toBeNull();
  });

  test('[R2.201] [R9.52] after some homes a note says that one may ask; closed, it does not come again', async ({ page }) => {
    const t = translator('en-us');
    // The hint of a first visit would come before it.
    await page.addInitScript(() => localStorage.setItem('isShowEntryUserGuide', '1'));
    const note = page.getByRole('complementary', { name: t('asking.ask_me_title') });
    for (let seen = 1; seen <= 4; seen++) {
      await touch(page, addressOf(seen % 2 === 0 ? 'house_detail' : 'new_list2', 'en-us'));
      if (seen < 4) await expect(note).toHaveCount(0);
    }
    await expect(note).toBeVisible();
    expect(await faults(page), 'the note').toEqual([]);
    await expect(note.getByRole('link')).toHaveAttribute('href', /source=55/);
    await note.getByRole('button', { name: t('asking.close') }).click();
    await expect(note).toHaveCount(0);
    await touch(page, page.url());
    await expect(note).toHaveCount(0);
  });
});

test.describe('pages of the form', () => {
  test.use({ viewport: phone, javaScriptEnabled: true });

  test('[R2.097] [R2.187] the page of the form has a way back to where its reader came from, and the form', async ({ page }) => {
    const t = translator('en-us');
    await page.goto(addressOf('house_detail', 'en-us'));
    await page
      .getByRole('main')
      .getByRole('link', { name: t('house.ask_here') })
      // By the keyboard: parts of the page are drawn as they come in sight, and what moves under a press is no click.
      .press('Enter');
    await expect(page).toHaveURL(/\/en\/intent\/askform\?house=\d+/);
    await expect(page.locator('header nav, footer')).toHaveCount(0);
    await expect(page.locator('#ask-form')).toBeVisible();
    await page.getByRole('link', { name: t('chrome.back') }).click();
    await expect(page).toHaveURL(addressOf('house_detail', 'en-us'));
  });
});

test.describe('without script', () => {
  test.use({ viewport: phone, javaScriptEnabled: false });

  test('[R2.109] [R4.079] labels stand above their fields, and the bare form for other sites is sent to its page', async ({ page }) => {
    const t = translator('en-us');
    await page.goto(createPaths('en-us', false).to('ai_sdk_lead_form'));
    await expect(page.locator('header, footer')).toHaveCount(0);
    await reach(page, 'en-us', 'email').check();
    const [label, input] = await Promise.all([page.locator('label[for="ask-form-email"]').boundingBox(), page.locator('#ask-form-email').boundingBox()]);
    expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThanOrEqual(input?.y ?? 0);
    await fillIn(page, 'en-us', 'Is there a gym?');
    await field(page, 'en-us', 'location').fill('Leeds');
    // The place is in a country whose homes are let by others: what is agreed to there says so, and takes the place of the other.
    await terms(page, 'en-us').check();
    await sendButton(page, 'en-us').click();
    await expect(page.locator('.problems').getByRole('link')).toHaveCount(1);
    await expect(page.locator('#ask-form-consent_report-problem')).toHaveText(t('forms.tick'));
    await expect(terms(page, 'en-us')).toHaveCount(0);
    await expect(field(page, 'en-us', 'content')).toHaveValue('Is there a gym?');
    await page.getByRole('checkbox', { name: t('enquiries.consent_report') }).check();
    await sendButton(page, 'en-us').click();
    await expect(page).toHaveURL(/\/enquiry\/[^?]+\?done=sent$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('enquiries.sent'));
  });
});
