/** The whole way to a home without any script: links and forms alone. */
import { localeFacts } from '#lib/i18n/locales.ts';
import { expect, test } from '../support/browser.ts';
import { journeyLocales } from '../support/matrix.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

for (const locale of journeyLocales('narrow')) {
  const prefix = localeFacts[locale].prefix && `/${localeFacts[locale].prefix}`;
  test(`[R1.03] without script: home, city, filter, second page, home, room, comparison (${locale})`, async ({ page }) => {
    await page.goto(prefix || '/');
    await page.getByRole('main').locator(`a[href="${prefix}/uk/london"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`${prefix}/uk/london$`));
    const next = page.locator('main a[rel~="next"]').first();
    await next.click();
    await expect(page).toHaveURL(/-?pga2$/);
    expect(await page.locator('main a[href*="/detail-"]').count()).toBeGreaterThan(0);

    await page.goBack();
    // The browser itself opens the sheet; filters in it are links.
    await page.locator('main button[popovertarget="filters"]:visible').first().click();
    const filter = page.locator(`main a[href^="${prefix}/uk/london/u"]`).first();
    await filter.click();
    await expect(page).toHaveURL(new RegExp(`${prefix}/uk/london/u[0-9a-z-]+`));

    await page.locator('main a[href*="/detail-"]').first().click();
    await expect(page).toHaveURL(/\/detail-(apartments|rent)-\d+(\?ask=[\w-]+)?$/);
    await page.locator('main a[href*="hcr"]').first().click();
    await expect(page).toHaveURL(/\/h\d+u\d+hcr\d+(\?ask=[\w-]+)?$/);
    await page.locator('main a[href*="/house-compare?ids="]').first().click();
    await expect(page).toHaveURL(/\/house-compare\?ids=/);
    await expect(page.getByRole('table').first()).toBeVisible();
  });
}

test('a home in a list is compared without script, for what the list is about', async ({ page }) => {
  await page.goto('/en/uk/london/university-college-london');
  const card = page.locator('main .card').first();
  await expect(card.locator('[data-keep="favourite"]')).toBeHidden();
  await card.locator('[data-keep="compared"]').click();
  await expect(page).toHaveURL(/\/en\/house-compare\?ids=\d+&schoolunique=university-college-london&intake=\d{6}[a-z]\d$/);
  await expect(page.getByRole('table').first()).toBeVisible();
});

test('search is a form that works without script', async ({ page }) => {
  await page.goto('/en');
  const field = page.getByRole('main').getByRole('searchbox').first();
  await field.fill('rooms manchester');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/en\/search\?q=rooms\+manchester/);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /manchester/i })
      .first(),
  ).toBeVisible();
});

test('rent and dates asked for stay with another text that is searched for', async ({ page }) => {
  await page.goto('/en/search?q=rooms+manchester&ask=u1002a200e249&currency=EUR');
  const field = page.getByRole('main').getByRole('searchbox').first();
  await field.fill('rooms leeds');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/en\/search\?q=rooms\+leeds&ask=u1002a200e249&currency=EUR$/);
});

test('a name typed whole leads to its list', async ({ page }) => {
  await page.goto('/en');
  const field = page.getByRole('main').getByRole('searchbox').first();
  await field.fill('University of Manchester');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/en\/uk\/manchester\/university-of-manchester$/);
});

test('a rent from and to is a form that works without script, and so is a day of arrival', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/en/uk/london/u1001a1');
  await page.locator('[name=rent_from]').fill('200');
  await page.locator('[name=rent_to]').fill('350');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/en\/uk\/london\/u1001a1-u1002a200e350$/);
  await expect(page.locator('[name=rent_to]')).toHaveValue('350');
  await page.locator('[name=move_in]').fill('2027-09-10');
  await page.locator('form:has([name=move_in]) button').click();
  await expect(page).toHaveURL(/\/en\/uk\/london\/u1000a202708e202709-u1001a1-u1002a200e350-sorta11$/);
});
