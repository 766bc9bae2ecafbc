/** The React kit in a browser: forms are checked, sent once and refused in words; dialog, code and phone behave as people expect. */
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';
import { serveFixture } from '../support/fixture-page.ts';
import type { FixturePage } from '../support/fixture-page.ts';

let fixture: FixturePage;
test.beforeAll(async () => {
  fixture = await serveFixture('tests/browser/fixtures/ui-kit.tsx', 'kit');
});
test.afterAll(() => fixture.close());
test.beforeEach(async ({ page }) => {
  await page.goto(fixture.address);
  await expect(page.getByRole('heading', { name: 'Kit' })).toBeVisible();
});

/** What the call was sent; answered as asked for. */
async function answering(
  page: Page,
  answer: { status: number; body: unknown }[],
): Promise<{ readonly sent: { body: URLSearchParams; key: string | undefined }[] }> {
  const sent: { body: URLSearchParams; key: string | undefined }[] = [];
  await page.route('**/_api/test/kit**', async (route) => {
    const request = route.request();
    sent.push({ body: new URLSearchParams(request.postData() ?? ''), key: request.headers()['idempotency-key'] });
    const { body } = answer[Math.min(sent.length, answer.length) - 1] ?? { body: {} };
    await route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
  });
  return { sent };
}
const done = { status: 200, body: { error_code: 0, message: '', data: { reference: 'K7' } } };

async function fillIn(page: Page): Promise<void> {
  await page.locator('#every-field-reason').check();
  await page.locator('#every-field-3_first_name').fill('Ann');
  await page.locator('#every-field-consent_policy').check();
}
const send = (page: Page) => page.locator('form button[type=submit]');

test('[R5.36] a field is checked when it is left, and no longer scolded while it is mended', async ({ page }) => {
  const email = page.locator('#every-field-email');
  await email.fill('ann@');
  await email.press('Tab');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/Enter a complete email address/);
  await email.fill('ann@example.org');
  await expect(email).not.toHaveAttribute('aria-invalid');
  // An empty field that somebody passes by is not yet missing.
  const name = page.locator('#every-field-3_first_name');
  await name.focus();
  await name.press('Tab');
  await expect(name).not.toHaveAttribute('aria-invalid');
});

test('[R5.37] everything is checked when the form is sent: the list of problems has the focus and leads to the fields', async ({ page }) => {
  const { sent } = await answering(page, [done]);
  await send(page).click();
  const problems = page.getByRole('alert');
  await expect(problems).toBeFocused();
  await expect(problems.getByRole('link')).toHaveCount(3);
  await problems.getByRole('link').nth(1).click();
  await expect(page.locator('#every-field-3_first_name')).toBeFocused();
  expect(sent).toHaveLength(0);
});

test('[R5.40] a double click sends once, and the answer ends the form', async ({ page }) => {
  const { sent } = await answering(page, [done]);
  await fillIn(page);
  await send(page).dblclick();
  await expect(page.getByText('Reference K7')).toBeVisible();
  expect(sent.map(({ body }) => [body.get('3_first_name'), body.get('house_id'), body.get('consent_policy')])).toEqual([['Ann', '12', '2026-11']]);
});

test('what the server finds wrong stands beside its field, and nothing that was written is lost', async ({ page }) => {
  const refused = { error_code: 422, message: 'No.', data: { fields: [{ name: 'email', problem: 'custom', message: 'forms.email', values: {} }] } };
  const { sent } = await answering(page, [{ status: 422, body: refused }, done]);
  await fillIn(page);
  await page.locator('#every-field-email').fill('ann@example.org');
  await page.locator('#every-field-consent_reply').check();
  await send(page).click();
  await expect(page.locator('#every-field-email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#every-field-email')).toHaveValue('ann@example.org');
  // Mended values are another write.
  await page.locator('#every-field-email').fill('lan@example.org');
  await expect(async () => {
    await send(page).click();
    await expect(page.getByText('Reference K7')).toBeVisible({ timeout: 300 });
  }).toPass();
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test('without an answer it says so, keeps everything, and sends the same write again', async ({ page }) => {
  const keys: (string | undefined)[] = [];
  await page.route('**/_api/test/kit**', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) await route.fulfill({ status: 200, contentType: 'text/html', body: '<html>' });
    else await route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(done.body) });
  });
  await fillIn(page);
  await send(page).click();
  await expect(page.getByRole('alert')).toContainText('Garbled.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(async () => {
    await send(page).click();
    await expect(page.getByText('Reference K7')).toBeVisible({ timeout: 300 });
  }).toPass();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('a field is part of the form only while its condition holds', async ({ page }) => {
  await expect(page.locator('#every-field-flexible')).toHaveCount(0);
  await page.locator('#every-field-weeks').selectOption('44');
  await page.locator('#every-field-flexible').check();
  await page.locator('#every-field-from').fill('2027-09-01');
  await page.locator('#every-field-weeks').selectOption('');
  await expect(page.locator('#every-field-flexible, #every-field-from')).toHaveCount(0);
});

test('a number pasted with its code finds its country; one that is typed belongs to the country shown', async ({ page }) => {
  const number = page.locator('#every-field-mobile');
  await number.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', '+84 (0)90-123 4567');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(number).toHaveValue('901234567');
  await expect(page.locator('#every-field-country')).toHaveValue('VN');
});

test('a code is one field: typed, or pasted with the words around it, and told once it is whole', async ({ page }) => {
  const code = page.getByRole('textbox', { name: 'Own code' });
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.pressSequentially('12 34');
  await expect(code).toHaveValue('1234');
  await code.fill('Your code: 987 654');
  await expect(code).toHaveValue('987654');
  await expect(page.getByTestId('complete')).toHaveText('987654');
});

test('a dialog keeps the focus, closes by Escape, by its button and beside it, and gives the focus back', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Open' });
  const dialog = page.getByRole('dialog', { name: 'A dialog' });
  for (const close of [() => page.keyboard.press('Escape'), () => dialog.getByRole('button', { name: 'Close' }).click(), () => page.mouse.click(5, 5)]) {
    await opener.click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('[R9.39] a dialog is 430 pixels wide, and at most 90 % of a narrow window', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'A dialog' });
  for (const [width, own] of [
    [1280, 430],
    [400, 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(dialog).toBeVisible();
    const shown = (await dialog.boundingBox())?.width ?? 0;
    expect(shown).toBeLessThanOrEqual(own);
    // The room of a scroll bar is no part of the window.
    expect(shown).toBeGreaterThan(own - 15);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('steps that are done lead back; the present one is marked', async ({ page }) => {
  await expect(page.locator('[aria-current=step]')).toHaveText('Money');
  await page.getByRole('button', { name: 'About you' }).click();
  await expect(page.locator('[aria-current=step]')).toHaveText('About you');
});

for (const width of [320, 1280]) {
  test(`everything fits ${width} px, with problems shown, and breaks no rule of accessibility`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await send(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    // The table is one to assistive techniques, however it is laid out.
    await expect(page.getByRole('table', { name: 'Rents' }).getByRole('cell')).toHaveCount(4);
    expect(await violations(page)).toEqual([]);
  });
}
