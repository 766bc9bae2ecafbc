/** Every kind of page that is somebody's own, on the narrowest phone and with letters of twice the size: nothing beside the window, nothing cut. */
import type { Page } from '@playwright/test';
import { addDays } from '#lib/dates/dates.ts';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { beginIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { misfits } from '../support/misfits.ts';
import { lived } from '../support/reviews.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';

test.use({ viewport: { width: 320, height: 720 } });

/** Pages that need no more than somebody who is signed in. */
const own = [
  'profile',
  'profile_account',
  'profile_setting',
  'profile_messages',
  'news_choices',
  'notices',
  'saved_searches',
  'history',
  'profile_favourites',
  'share_favourites',
  'findhousecard',
  'share_wishes',
  'profile_activity',
  'profile_coupons',
  'profile_myHouse',
  'profile_order/rentalOrder',
  'profile_order/group-list',
  'profile_order/comments',
  'profile_apply-information',
  'account_contact',
  'account_password',
  'account_devices',
  'account_ways',
  'account_realname',
  'account_consents',
  'account_passkeys',
  'account_export',
  'account_erase',
  'viewings',
  'rental',
  'rental_house_type',
] as const;

/** What does not fit, as it is and with letters of twice the size. */
async function judge(page: Page, href: string): Promise<void> {
  const answer = await page.goto(href, { waitUntil: 'load' });
  expect.soft(answer?.status(), href).toBe(200);
  expect.soft(await misfits(page), href).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect.soft(await misfits(page), `${href}, letters of twice the size`).toEqual([]);
}

for (const locale of ['vi-vn', 'zh-cn'] as const satisfies readonly Locale[])
  test(`pages of somebody who is signed in fit 320 pixels, also with letters of twice the size, in ${locale}`, async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
    const paths = createPaths(locale, false);
    await registerIn(page, 'Nguyễn Thị Phương Thảo');
    const code = await beginIn(page, locale);
    await judge(page, page.url());
    await judge(page, orderPath(paths, code));
    await onSiteDatabase((db) => lived(db, code, 'checked_in', { from: addDays(new Date().toISOString().slice(0, 10), -10) }));
    const of = new URLSearchParams({ orderCode: code });
    for (const name of own) await judge(page, paths.to(name));
    for (const name of ['profile_evidence', 'profile_evidence_sign', 'profile_evidence_link', 'profile_order/oldComment', 'profile_order/form'] as const)
      await judge(page, `${paths.to(name)}?${of}`);
    await judge(page, orderPath(paths, code));
    // Another one: what was begun and is not sent would be gone on with.
    const due = await beginIn(page, locale);
    await onSiteDatabase((db) => lived(db, due, 'to_pay'));
    await judge(page, orderPath(paths, due));
  });
