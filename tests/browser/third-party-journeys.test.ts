/**
 * Coming in by Google, by WeChat and by a passkey, at a site of its own whose server asks stand-ins that really sign. What Google and WeChat
 * show is played by the test: it reads where the site leads, and comes back with the code of whoever agreed there.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { goOnWith } from '#lib/features/accounts/third-parties.rules.ts';
import type { ThirdParty } from '#lib/features/accounts/third-parties.schema.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { journeyLocales } from '../support/matrix.ts';
import { openIdStandIn } from '../support/open-id-stand-in.ts';
import type { OpenIdStandIn } from '../support/open-id-stand-in.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { answerJson, standIn } from '../support/stand-in.ts';
import type { StandIn } from '../support/stand-in.ts';

const readers: readonly { readonly locale: Locale; readonly width: number }[] = [
  ...journeyLocales('narrow').map((locale) => ({ locale, width: 390 })),
  ...journeyLocales('wide').map((locale) => ({ locale, width: 1280 })),
];
const inWechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.49';
const [outThere, wechatApi] = ['https://accounts.google.com', 'https://api.weixin.qq.com'];
const clientId = '1234-abc.apps.googleusercontent.com';
const wechatApp = { appId: 'wx0000000000000002', secret: '0123456789abcdef'.repeat(2) };

// One site for all.
test.describe.configure({ mode: 'default' });
let google: OpenIdStandIn;
let wechat: StandIn;
/** Who each code that WeChat gave means, until it is used; then who each token means. */
const wechatCodes = new Map<string, string>();
let site: Site;
let origin = '';
test.beforeAll(async () => {
  test.setTimeout(180_000);
  google = await openIdStandIn({ clientId, isSecret: (secret) => secret === 'secret', hasPkce: true });
  // It says of itself what Google says: its names are those out there.
  for (const [name, said] of Object.entries(google.description)) if (typeof said === 'string') google.description[name] = said.replace(google.origin, outThere);
  wechat = await standIn(({ url }, response) => {
    const { pathname, searchParams: asked } = new URL(url, wechatApi);
    const key = pathname === '/sns/oauth2/access_token' ? asked.get('code') : asked.get('access_token');
    const person = wechatCodes.get(key ?? '');
    wechatCodes.delete(key ?? '');
    if (!person) return answerJson(response, { errcode: 40_029 });
    if (pathname === '/sns/userinfo') return answerJson(response, { openid: person, unionid: `union-${person}`, nickname: '小栖' });
    if (asked.get('appid') !== wechatApp.appId || asked.get('secret') !== wechatApp.secret) return answerJson(response, { errcode: 40_029 });
    const token = randomUUID();
    wechatCodes.set(token, person);
    return answerJson(response, { access_token: token, openid: person });
  });
  const port = await freePort();
  origin = `http://localhost:${port}`;
  site = await startSite({
    PORT: String(port),
    SITE_URL: origin,
    SERVER_REGION: 'gb',
    RATE_LIMIT_FACTOR: '10',
    NODE_OPTIONS: '--import ./tests/support/outside-here.ts',
    OUTSIDE_HERE: `${outThere}=${google.origin},${wechatApi}=${wechat.origin}`,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: 'secret',
    WECHAT_ACCOUNT_APP_ID: wechatApp.appId,
    WECHAT_ACCOUNT_SECRET: wechatApp.secret,
  });
});
test.afterAll(async () => {
  await site.stop();
  await Promise.all([google.close(), wechat.close()]);
});

/** From now on whoever is sent there agrees there as this person, and comes back. */
async function agreesThere(page: Page, provider: ThirdParty, come: (asked: URL) => { readonly code: string; readonly state: string }): Promise<void> {
  await page.route(
    (url) => url.origin === origin && /\/users\/login\/(?:with|scan)\//.test(url.pathname),
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const answer = await route.fetch({ maxRedirects: 0 });
      const led = URL.parse(answer.headers()['location'] ?? '', origin);
      if (!led || led.origin === origin) return route.fulfill({ response: answer });
      const back = `${origin}/users/return/${provider}?${new URLSearchParams(come(led))}`;
      return route.fulfill({ response: answer, headers: { ...answer.headers(), location: back } });
    },
  );
}
const googlePerson = (name: string) => {
  const claims = { sub: randomUUID(), email: `${randomUUID().slice(0, 8)}@gmail.com`, email_verified: true, name, iss: outThere };
  return (asked: URL) => google.approve(asked.href.replace(outThere, google.origin), claims);
};
const wechatPerson = (person: string) => (asked: URL) => {
  const code = randomUUID();
  wechatCodes.set(code, person);
  return { code, state: asked.searchParams.get('state') ?? '' };
};

for (const { locale, width } of readers) {
  test.describe(`${locale}, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });
    const [t, paths] = [translator(locale), createPaths(locale, false)];
    const at = (path: string) => `${origin}${path}`;
    const main = (page: Page) => page.getByRole('main');
    const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();
    const consented = (page: Page) => page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: origin }]);
    async function agree(page: Page): Promise<void> {
      await expect(page.getByRole('heading', { level: 1, name: t('accounts.welcome_title') })).toBeVisible();
      for (const text of ['accounts.terms', 'accounts.consent_age', 'accounts.consent_transfer'] as const)
        await page.getByRole('checkbox', { name: t(text) }).check();
      await press(page, t('accounts.register'));
    }
    async function signOut(page: Page): Promise<void> {
      await page.goto(at(paths.to('logout')), { waitUntil: 'networkidle' });
      await press(page, t('accounts.sign_out'));
      await expect(page).toHaveURL(at(paths.to('index')));
    }

    test('[R6.19] somebody comes by Google to what they wanted, makes a passkey there, and comes back by it and by Google', async ({ page }) => {
      await consented(page);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      });
      await agreesThere(page, 'google', googlePerson('Lan'));
      await page.goto(at(paths.to('account_passkeys')));
      await press(page, t(goOnWith.google));
      await agree(page);
      await expect(page).toHaveURL(at(paths.to('account_passkeys')));
      await press(page, t('accounts.passkey_add'));
      await expect(main(page).getByText(t('accounts.passkey_added'))).toBeVisible();

      await signOut(page);
      // The browser offers it in the field, and a device that is ready answers.
      await page.goto(at(paths.to('login')));
      await expect(page).toHaveURL(at(paths.to('profile')));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Lan');

      await signOut(page);
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      await page.goto(at(paths.to('login')));
      await press(page, t(goOnWith.google));
      await expect(page).toHaveURL(at(paths.to('profile')));
    });

    test('[R2.214] [R6.20] [R4.041] [R4.042] [R4.043] somebody comes by WeChat: inside it at once, on a desk by a code that their phone confirms', async ({
      page,
      browser,
    }) => {
      const person = `open-${randomUUID()}`;
      const phone = await (await browser.newContext({ userAgent: inWechat, viewport: { width: 390, height: 844 } })).newPage();
      await consented(phone);
      await agreesThere(phone, 'wechat', wechatPerson(person));
      await phone.goto(at(paths.to('profile_account')));
      await expect(main(phone).getByRole('button', { name: t(goOnWith.google) }), 'no other provider inside WeChat').toHaveCount(0);
      await press(phone, t(goOnWith.wechat));
      await agree(phone);
      await expect(phone).toHaveURL(at(paths.to('profile_account')));

      await consented(page);
      await page.goto(at(paths.to('login')));
      if (width < 1_024) {
        // No code is shown on the very phone that would have to scan it.
        await expect(main(page).getByRole('button', { name: t(goOnWith.wechat) })).toBeHidden();
        await phone.context().close();
        return;
      }
      await press(page, t(goOnWith.wechat));
      await expect(page.getByRole('img', { name: t('accounts.scan_code') })).toBeVisible();
      // What a phone reads of the picture is not to be had here: a code of the same browser is asked for by its call.
      const csrf = (await main(page).locator('input[name="csrf"]').first().getAttribute('value')) ?? '';
      const asked = await page.request.post(at('/_buserApi/wechat/qr'), {
        form: {},
        headers: { origin, 'sec-fetch-site': 'same-origin', 'accept-language': localeFacts[locale].lang, 'x-csrf-token': csrf },
      });
      await phone.goto(/"url":"([^"]+)"/.exec(await asked.text())?.[1] ?? '');
      await press(phone, t('accounts.scan_confirm'));
      await expect(phone).toHaveURL(new RegExp(paths.to('login_scanned')));
      await expect(page).toHaveURL(at(paths.to('profile')), { timeout: 30_000 });
      await phone.context().close();
    });
  });
}
