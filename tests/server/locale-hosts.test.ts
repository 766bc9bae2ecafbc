/** Locales on hosts of their own. */
import { expect, test } from 'vitest';
import { startSite } from '#tests/support/site.ts';

test('[R1.15][R4.083] a language that lives on its own host is switched to there, without prefix', async () => {
  const host = 'https://vn.example.org';
  const site = await startSite({ LOCALE_HOSTS: `vi-vn=${host}` });
  try {
    const page = await (await fetch(`${site.baseUrl}/en/uk/london`)).text();
    const link = /<a [^>]*data-locale="?vi-vn\b[^>]*>/.exec(page)?.[0] ?? '';
    expect(link).toContain(`href="${host}/uk/london"`);
    expect(page).toContain(`<link rel="alternate" hreflang="vi" href="${host}/uk/london"`);
  } finally {
    await site.stop();
  }
});
