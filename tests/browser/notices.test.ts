/** The one notice of a visit, and the help: nothing that somebody needs lies under either. */
import type { Page } from '@playwright/test';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';

const en = translator('en-us');
const windows = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
  { width: 1366, height: 768 },
] as const;
const kinds = ['index', 'new_list2', 'house_detail', 'unit_detail', 'house_compare', 'search', 'contact_us'] as const;

const banner = (page: Page) => page.getByRole('form', { name: en('chrome.cookie_title') });
const visible = (page: Page): Promise<readonly (string | null)[]> =>
  page.locator('[data-notice]:visible').evaluateAll((all) => all.map((one) => one.getAttribute('data-notice')));

/** Waits until the page has said what it has to say. */
async function stir(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForLoadState('networkidle');
}

for (const size of windows)
  test(`[R2.204] the question about cookies is one line at the foot of ${size.width} × ${size.height}, with two answers alike, below everything at the end`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    for (const name of ['index', 'new_list2', 'house_detail', 'contact_us'] as const) {
      await page.goto(addressOf(name, 'en-us'));
      await stir(page);
      await expect(banner(page)).toBeVisible();
      const frame = await banner(page).boundingBox();
      expect.soft(frame, name).toMatchObject({ x: 0, width: size.width });
      expect.soft(frame?.height, `height on ${name}`).toBeLessThanOrEqual(64);
      expect.soft(Math.round((frame?.y ?? 0) + (frame?.height ?? 0)), name).toBe(size.height);
      // Both look alike.
      const answers = await banner(page)
        .getByRole('button')
        .evaluateAll((all) =>
          all.map((one) => {
            const { backgroundColor, color, borderColor, fontWeight, fontSize } = getComputedStyle(one);
            return [backgroundColor, color, borderColor, fontWeight, fontSize, one.getBoundingClientRect().height].join();
          }),
        );
      expect.soft(new Set(answers).size, `answers on ${name}`).toBe(1);
      expect.soft(answers).toHaveLength(2);
      // At the end of the page it stands below the footer, in room of its own, and leaves no blank.
      // Parts of a home are drawn as they come in sight, and move the end.
      const room = (): Promise<number> =>
        page.evaluate(() => {
          scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
          const ends = [...document.querySelectorAll('body > :is(main, .dock, .footer)')].map((one) => one.getBoundingClientRect().bottom);
          return Math.abs(Math.round((document.querySelector('.foot-note')?.getBoundingClientRect().top ?? 0) - Math.max(...ends)));
        });
      await expect.poll(room, `room on ${name}`).toBeLessThanOrEqual(1);
    }
  });

test('[R3.64] the keyboard comes to the question first, right after the way past the header; what each cookie does is one press away', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addressOf('new_list2', 'en-us'));
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: en('chrome.skip') })).toBeFocused();
  for (const [role, name] of [
    ['link', en('chrome.cookie_details')],
    ['button', en('chrome.cookie_refuse')],
    ['button', en('chrome.cookie_accept')],
  ] as const) {
    await page.keyboard.press('Tab');
    await expect(banner(page).getByRole(role, { name })).toBeFocused();
  }
  await banner(page)
    .getByRole('link', { name: en('chrome.cookie_details') })
    .click();
  const choice = page.getByRole('form', { name: en('chrome.cookie_choice') });
  await expect(choice.getByLabel(en('chrome.cookie_necessary'), { exact: false }).first()).toBeDisabled();
  await expect(choice.getByLabel(en('chrome.cookie_personalised'))).not.toBeChecked();
});

test('[R4.095] after a no nothing else is shown in the same visit, on no page', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf('index', 'en-us'));
  await stir(page);
  await banner(page)
    .getByRole('button', { name: en('chrome.cookie_refuse') })
    .click();
  await expect(banner(page)).toBeHidden();
  expect((await context.cookies()).find(({ name }) => name === consent.cookie)?.value).toBe('necessary');
  for (const name of ['house_detail', 'new_list2', 'index'] as const) {
    await page.goto(addressOf(name, 'en-us'));
    await stir(page);
    expect(await visible(page), name).toEqual([]);
  }
  // The next visit: one, in its turn.
  const later = await context.newPage();
  await later.goto(addressOf('house_detail', 'en-us'));
  await stir(later);
  await expect.poll(() => visible(later)).toEqual(['hint']);
});

for (const size of windows.filter(({ width }) => width >= 768))
  test(`[R2.202] at ${size.width} × ${size.height} nothing floats over a control, a link or words, and help opens from the header`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: consent.cookie, value: 'necessary', url: baseURL ?? '' }]);
    await page.addInitScript(() => sessionStorage.setItem('visitNotice', 'cookies'));
    await page.setViewportSize(size);
    for (const name of kinds) {
      await page.goto(addressOf(name, 'en-us'));
      for (const part of [0, 0.5]) {
        await page.evaluate((share) => scrollTo({ top: (document.documentElement.scrollHeight - innerHeight) * share, behavior: 'instant' }), part);
        const over = await page.evaluate(() => {
          const floats = [...document.querySelectorAll('.dock *, .foot-note')].filter((one) => one.checkVisibility() && one.getClientRects().length > 0);
          const boxes = floats.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0);
          return [...document.querySelectorAll('main :is(a, button, input, select, p, h1, h2, h3, td, li)')].flatMap((one) => {
            const at = one.getBoundingClientRect();
            const isUnder = boxes.some((box) => box.left < at.right && at.left < box.right && box.top < at.bottom && at.top < box.bottom);
            return isUnder && one.checkVisibility() ? [one.outerHTML.slice(0, 80)] : [];
          });
        });
        expect.soft(over, `${name} at ${part}`).toEqual([]);
      }
    }
    await page
      .getByRole('banner')
      .getByRole('button', { name: en('chrome.help_widget') })
      .click();
    await expect(page.getByRole('dialog', { name: en('chrome.help_bar') }).locator('a[href^="tel:"]')).toBeVisible();
  });
