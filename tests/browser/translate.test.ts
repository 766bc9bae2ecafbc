/** Texts in another language: a translation is offered where a service is configured, and only there. */
import { expect, test } from '../support/browser.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { answerJson, standIn } from '../support/stand-in.ts';
import type { StandIn } from '../support/stand-in.ts';

test.setTimeout(120_000);
test.describe.configure({ mode: 'serial' });

let site: Site;
let libreTranslate: StandIn;
test.beforeAll(async () => {
  // A site of its own, which fills its catalogue first.
  test.setTimeout(180_000);
  libreTranslate = await standIn(({ body }, response) => {
    const { q, target } = JSON.parse(body) as { q: string; target: string };
    answerJson(response, { translatedText: `[${target}] ${q.length}` });
  });
  site = await startSite({ TRANSLATE_URL: libreTranslate.origin });
});
test.afterAll(async () => {
  await site.stop();
  await libreTranslate.close();
});

/** The page of a home whose landlord wrote English alone. */
async function englishOnly(): Promise<string> {
  for (const city of ['us/new-york', 'us/boston', 'au/sydney', 'es/madrid', 'uk/glasgow', 'uk/sheffield']) {
    const list = await (await fetch(`${site.baseUrl}/vn/${city}`)).text();
    for (const [, path] of list.matchAll(/href="(\/vn\/[^"]*\/detail-rent-\d+)"/g)) {
      const html = await (await fetch(`${site.baseUrl}${path}`)).text();
      if (/class="?translatable\b/.test(html)) return path ?? '';
    }
  }
  throw new Error('every landlord of the sample writes Vietnamese');
}

test('[R7.177] a reader asks for a translation, is told that a machine made it, and goes back to the original', async ({ page }) => {
  const path = await englishOnly();
  await page.goto(`${site.baseUrl}${path}`);
  const words = page.locator('.translatable').first();
  // What the provider wrote opens below what is known of the home.
  await page.locator('details.words > summary').click();
  const original = await words.locator('[lang="en"]').innerText();
  await words.getByRole('button', { name: 'Dịch sang tiếng Việt' }).click();
  await expect(words.getByRole('status')).toContainText('Bản dịch máy');
  await expect(words).toContainText('[vi] ');
  await expect(words).not.toContainText(original);
  expect(libreTranslate.asked).toHaveLength(1);
  await words.getByRole('button', { name: 'Xem bản gốc' }).click();
  await expect(words.locator('[lang="en"]')).toHaveText(original);
  await words.getByRole('button', { name: 'Dịch sang tiếng Việt' }).click();
  await expect(words).toContainText('[vi] ');
  expect(libreTranslate.asked).toHaveLength(1);
});

test('who reads the language of a text is offered nothing', async ({ page }) => {
  const path = (await englishOnly()).replace('/vn/', '/en/');
  await page.goto(`${site.baseUrl}${path}`);
  await expect(page.locator('.translatable')).toHaveCount(0);
});
