/** A form without script, as the built pages write it: what is wrong stands beside its field, and what was written is still there. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import type { Submitted } from '#lib/forms/form.schema.ts';
import { reportForm } from '#lib/features/reports/reports.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { createRenderContext } from '#lib/render-context.ts';
import { createPageRendering } from '#server/pages/render-page.ts';
import type { PageRendering } from '#server/pages/render-page.ts';
import { openBuild } from '#server/start.ts';
import { writeLeedsHouses } from '#tests/support/leeds-houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';

let on: TestApi;
let house = '';
let rendering: PageRendering;
/** What the built pages answered last. */
let answer: Response | undefined;

beforeAll(async () => {
  let ids: ReadonlyMap<string, number> = new Map();
  on = await openTestApi({ fill: async (base) => void (ids = await writeLeedsHouses(base)) });
  house = String(known(ids.get('large')));
  const { geo, site, loaders } = on.services;
  const { render } = await openBuild(process.env['BUILD_DIR'] ?? 'dist');
  rendering = createPageRendering({
    render: async (...order) => (answer = await render(...order)),
    log: pino({ level: 'silent' }),
    context: createRenderContext({ geo, site, loaders, localeHosts: new Map(), siteVariant: 'main' }),
  });
});
afterAll(() => on.close());

async function shown(locale: Locale, { submitted, query = '' }: { submitted?: Submitted; query?: string } = {}) {
  const { site } = on.services;
  const address = new URL(`${site.paths(locale).to('report_listing', { house })}${query}`, site.origin);
  const found = await rendering.locate(address);
  if (found.kind !== 'page') throw new Error(`${address.pathname} is ${found.kind}`);
  const visitor = {
    session: undefined,
    staff: undefined,
    owner: 'pre:1' as const,
    csrfToken: 'token-of-tests',
    whose: undefined,
    submitted,
    way: undefined,
    userAgent: '',
    country: undefined,
  };
  const page = await rendering.render({ file: '/account/report-listing', page: found.page, address, environment: 'web', visitor }, 'trace');
  return { ...page, html: page.html.text };
}

function sent(values: Readonly<Record<string, string>>): Submitted {
  const checked = checkForm(reportForm, { house_id: house, ...values });
  return { values: checked.values, problems: checked.ok ? [] : checked.problems, failed: undefined };
}

test('a page’s text goes beside its Response, so that no stream copies it', async () => {
  const { html } = await shown('vi-vn');
  expect(answer?.body).toBeNull();
  expect(html).toMatch(/^<!DOCTYPE html><html lang="vi"[\s\S]*<\/html>$/);
});

describe('the form', () => {
  test('posts to its own address with the hidden values, and is told to no search engine and kept nowhere', async () => {
    const { status, html, headers, storable } = await shown('en-us');
    expect([status, headers['cache-control'], storable]).toEqual([200, 'private, no-store', false]);
    expect(html).toMatch(new RegExp(`<form[^>]*method="post"[^>]*action="/en/report/${house}"[^>]*novalidate`));
    expect(html).toContain('<input type="hidden" name="csrf" value="token-of-tests">');
    expect(html).toMatch(new RegExp(`type="hidden"[^>]*name="house_id"[^>]*value="${house}"`));
    expect(html).toContain('noindex');
    expect(html).not.toContain('role="alert"');
  });

  test('[R5.50] tells in every language what to mend: as a list that has the focus, and beside each field', async () => {
    for (const locale of locales) {
      const t = translator(locale);
      const { html } = await shown(locale, { submitted: sent({ reason: 'other', email: 'lan@' }) });
      expect(html, locale).toMatch(/<div class="problems" role="alert" tabindex="-1" autofocus/);
      for (const field of ['details', 'email', 'consent_reply']) {
        expect(html, locale).toContain(`href="#report-listing-${field}"`);
        expect(html, locale).toMatch(
          new RegExp(
            `<(?:input|textarea)(?=[^>]*id="report-listing-${field}")(?=[^>]*aria-invalid="true")(?=[^>]*aria-describedby="report-listing-${field}-problem)`,
          ),
        );
      }
      expect(html, locale).toContain(t('forms.problems', { count: 3 }));
      expect(html, locale).toContain(t('forms.email'));
      expect(html, locale).toContain(`<title>${t('forms.error_title', { title: t('reports.title') })}`);
    }
  });

  test('keeps what was written, chosen and ticked, as text and never as markup', async () => {
    const unit = String((await on.base.db.selectFrom('units').select('id').where('house_id', '=', Number(house)).orderBy('id').executeTakeFirstOrThrow()).id);
    const { html } = await shown('en-us', {
      submitted: sent({ reason: 'scam', unit_id: unit, details: '</textarea><script>1</script> "quoted"\nnext', email: '"><b>@', consent_reply: '2026-12-01' }),
    });
    expect(html).toMatch(/value="scam"[^>]*checked/);
    expect(html).toMatch(new RegExp(`<option value="${unit}" selected`));
    expect(html).toContain('&lt;/textarea&gt;&lt;script&gt;1&lt;/script&gt;');
    expect(html).toMatch(/value="(?:&#34;|&quot;)>?(?:&gt;)?(?:<|&lt;)b(?:>|&gt;)@"/);
    expect(html).toMatch(/id="report-listing-consent_reply"[^>]*checked/);
    expect(html).not.toContain('<script>1');
  });

  test('says why it was not taken when no field is to blame', async () => {
    const { html } = await shown('en-us', { submitted: { ...sent({ reason: 'gone' }), failed: 'enough-for-today' } });
    expect(html).toContain(translator('en-us')('api.enough_for_today'));
    expect(html).toMatch(/value="gone"[^>]*checked/);
  });
});

test('a report that was taken is thanked for with its reference; a made-up one is not', async () => {
  const stored = await on.services.reports.service.report(
    { houseId: known(parseId<HouseId>(house)), unitId: undefined, reason: 'gone', details: '', reply: undefined, locale: 'en-us' },
    { visitor: 'v', address: '10.0.0.1', proof: undefined },
    new Date(),
  );
  const reference = stored.ok ? stored.value.reference : '';
  const { html } = await shown('en-us', { query: `?sent=${reference}` });
  expect(html).toContain(reference);
  expect(html).not.toContain('<form class="form"');
  expect((await shown('en-us', { query: '?sent=0000-0000' })).html).toContain('<form class="form"');
});
