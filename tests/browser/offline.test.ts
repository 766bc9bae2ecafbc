/** Without connection: what was kept opens, what was not says so in the reader's language. */
import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { keptKey } from '#islands/browser/kept-keys.ts';
import { anyHouses } from '../support/any-houses.ts';
import { expect, test } from '../support/browser.ts';

test.use({ serviceWorkers: 'allow' });

for (const locale of ['en-us', 'vi-vn', 'zh-cn'] as const)
  test(`a kept home opens without connection, with its price; another page says that there is none (${locale})`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const t = translator(locale);
    const prefix = localeFacts[locale].prefix ? `/${localeFacts[locale].prefix}` : '';
    const [home] = await anyHouses(request, baseURL, 1);
    if (!home) throw new Error('no home');
    await page.addInitScript(([key, id]) => localStorage.setItem(String(key), JSON.stringify({ v: 1, favourites: [{ id, at: 1_800_000_000 }] })), [
      keptKey,
      home.id,
    ] as const);
    await page.goto(`${prefix}/uk/leeds`);
    await page.locator('h1').click();
    const kept = (name: string) => page.evaluate(async (cache) => (await (await caches.open(cache)).keys()).map(({ url }) => new URL(url).pathname), name);
    await expect.poll(() => kept('shell-1'), { timeout: 20_000 }).toEqual([`${prefix}/offline`]);
    await expect.poll(async () => (await kept('homes-1')).length, { timeout: 20_000 }).toBe(1);
    const [address = ''] = await kept('homes-1');
    // What was kept today is not fetched again; what is older is.
    const keptAs = (age: number) =>
      page.evaluate(
        async ([path, milliseconds]) => {
          const cache = await caches.open('homes-1');
          const whole = await (await cache.match(path))?.text();
          await cache.put(path, new Response('as kept', { headers: { date: new Date(Date.now() - milliseconds).toUTCString() } }));
          const { port1, port2 } = new MessageChannel();
          const done = new Promise((resolve) => void port1.addEventListener('message', resolve, { once: true }));
          port1.start();
          (await navigator.serviceWorker.ready).active?.postMessage({ homes: [path] }, [port2]);
          await done;
          return (await (await cache.match(path))?.text()) === 'as kept' ? 'as kept' : whole === undefined ? 'never' : 'anew';
        },
        [address, age] as const,
      );
    const hour = 3_600_000;
    expect([await keptAs(hour), await keptAs(25 * hour)]).toEqual(['as kept', 'anew']);
    // Drawings that the sheets of the page name come along.
    const drawings = async () => (await kept('parts-1')).filter((name) => name.endsWith('.svg')).map((name) => /([\w-]+)\.[^.]+\.svg$/.exec(name)?.[1]);
    await expect.poll(drawings).toEqual(expect.arrayContaining(['dock-icons', 'entry-icons']));
    await context.setOffline(true);
    await page.goto(address);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('main')).toContainText('£');
    await page.goto(`${prefix}/uk/london`);
    await expect(page.locator('h1')).toHaveText(t('errors.offline_title'));
    await expect(page.locator('[data-kept-pages] a')).toHaveAttribute('href', address);
    await context.setOffline(false);
    await page.goto(`${prefix}/uk/london`);
    await expect(page.locator('h1')).not.toHaveText(t('errors.offline_title'));
  });

test('of many homes the ones compared are kept and those saved last, twenty in all', async ({ page, request, baseURL }) => {
  test.setTimeout(120_000);
  const sitemap = await (await request.get(`${baseURL}/sitemaps/en-us-houses-1.xml`)).text();
  const [compared, ...saved] = [...sitemap.matchAll(/<loc>[^<]*\/detail-[a-z]+-(\d+)<\/loc>/g)].map(([, id]) => Number(id)).slice(0, 24);
  if (compared === undefined) throw new Error('no home');
  const favourites = saved.map((id, index) => ({ id, at: 1_800_000_000 - index }));
  await page.addInitScript(([key, value]) => localStorage.setItem(String(key), String(value)), [
    keptKey,
    JSON.stringify({ v: 1, favourites, compared: [{ id: compared, at: 1_700_000_000, name: 'Any' }] }),
  ] as const);
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('homes-1')).keys()).map(({ url }) => Number(/-(\d+)$/.exec(new URL(url).pathname)?.[1])).sort());
  await page.goto('/en/uk/leeds');
  await page.locator('h1').click();
  await expect.poll(kept, { timeout: 60_000 }).toEqual([compared, ...saved.slice(0, 19)].sort());
});

test('without connection, an address in a language that nobody was here in shows the page of one that was, not the browser’s own', async ({
  page,
  context,
}) => {
  const t = translator('vi-vn');
  await page.goto('/vn');
  await page.locator('h1').click();
  const kept = (name: string) => page.evaluate(async (cache) => (await (await caches.open(cache)).keys()).map(({ url }) => new URL(url).pathname), name);
  await expect.poll(() => kept('shell-1'), { timeout: 20_000 }).toEqual(['/vn/offline']);
  // Its files come after it.
  const html = await page.evaluate(async () => (await (await (await caches.open('shell-1')).match('/vn/offline'))?.text()) ?? '');
  const files = [...html.matchAll(/(?:href|src)="(\/_assets\/[^"]+\.(?:css|js|woff2))"/g)].map(([, name]) => name);
  expect(files.length).toBeGreaterThan(0);
  await expect.poll(() => kept('parts-1'), { timeout: 20_000 }).toEqual(expect.arrayContaining(files));
  await context.setOffline(true);
  for (const path of ['/', '/en', '/hk/uk/london', '/vn']) {
    await page.goto(path);
    await expect(page.locator('h1'), path).toHaveText(t('errors.offline_title'));
  }
  await context.setOffline(false);
  await page.goto('/en');
  await expect(page.locator('h1')).not.toHaveText(t('errors.offline_title'));
});

test('a worker that takes over keeps the page for being offline, or the old one where there is no new one', async ({ page }) => {
  await page.goto('/vn');
  await page.locator('h1').click();
  const keptNow = () => page.evaluate(async () => await (await (await caches.open('shell-1')).match('/vn/offline'))?.text());
  await expect.poll(keptNow, { timeout: 20_000 }).toContain(translator('vi-vn')('errors.offline_title'));
  await page.evaluate(async () => {
    const cache = await caches.open('shell-1');
    await cache.put('/vn/offline', new Response('of a former release'));
    await cache.put('/vn/offline-once', new Response('gone since'));
    // Another address is another worker, which takes over at once.
    await navigator.serviceWorker.register('/sw.js?next');
  });
  await expect.poll(keptNow, { timeout: 20_000 }).toContain(translator('vi-vn')('errors.offline_title'));
  expect(await page.evaluate(async () => await (await (await caches.open('shell-1')).match('/vn/offline-once'))?.text())).toBe('gone since');
});

test.describe('a form', () => {
  // The browser complains of a worker that it cannot fetch any more.
  test.use({ serviceWorkers: 'block' });

  for (const sign of ['input', 'change'] as const)
    test(`that was filled in without key or touch, as a browser does it, stays when it is sent without connection (${sign})`, async ({ page, context }) => {
      const part = page.waitForResponse(/\/offline-forms\.[\w-]+\.js/);
      await page.goto(createPaths('en-us', false).to('feedback'), { waitUntil: 'load' });
      const field = page.locator('main form[method="post"] textarea').first();
      await field.evaluate((one: HTMLTextAreaElement, name) => {
        one.value = 'The map is slow.';
        one.dispatchEvent(new Event(name, { bubbles: true }));
      }, sign);
      // Once its file can be had here, the page has read it before.
      await page.evaluate((href) => import(href), (await part).url());
      await context.setOffline(true);
      await field.evaluate((one: HTMLTextAreaElement) => one.form?.requestSubmit());
      await expect(page.locator('[data-offline-form]')).toHaveText(translator('en-us')('api.offline'));
      await expect(field).toHaveValue('The map is slow.');
      await context.setOffline(false);
      await expect(page.locator('[data-offline-form]')).toHaveCount(0);
    });
});
