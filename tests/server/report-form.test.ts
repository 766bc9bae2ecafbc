/** The form “Report this home” over HTTP, as a browser without script sends it: from its page to the thanks, and every way to be turned away. */
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { apiErrors } from '#lib/api/envelope.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { createOutbox } from '#lib/ports/mail/outbox.ts';
import { preSessionOf } from '#lib/pre-session.ts';
import { solvedCaptcha } from '#tests/support/captcha.ts';
import { startSite } from '#tests/support/site.ts';

const t = translator('en-us');
const formType = 'application/x-www-form-urlencoded';

/** What came back, with what a reader would send along the next time. */
type Seen = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Set by this answer. */
  readonly cookie: string | undefined;
  readonly token: string;
};

async function seen(answer: Response): Promise<Seen> {
  const html = await answer.text();
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  return { status: answer.status, headers: answer.headers, html, cookie, token: /name="csrf" value="([\w-]+)"/.exec(html)?.[1] ?? '' };
}

const open = async (address: string, cookie?: string): Promise<Seen> =>
  seen(await fetch(address, { redirect: 'manual', ...(cookie ? { headers: { cookie } } : {}) }));

type Sending = { readonly cookie?: string | undefined; readonly origin?: string | undefined; readonly type?: string };

/** Posts as a browser does that says where a page comes from. */
async function post(
  address: string,
  body: Readonly<Record<string, string>> | string,
  { cookie, origin = new URL(address).origin, type = formType }: Sending,
): Promise<Seen> {
  const text = typeof body === 'string' ? body : new URLSearchParams(body).toString();
  const headers = { 'content-type': type, origin, ...(cookie ? { cookie } : {}) };
  return seen(await fetch(address, { method: 'POST', redirect: 'manual', headers, body: text }));
}

/** Posts, and once more with a solved captcha where one is asked for: this machine is one address, whatever the visit. */
async function send(address: string, body: Readonly<Record<string, string>> | string, sending: Sending): Promise<Seen> {
  const answer = await post(address, body, sending);
  if (typeof body === 'string' || ticketIn(answer.html) === undefined) return answer;
  return post(address, { ...body, ...(await solvedCaptcha(new URL(address).origin, 'report-listing')) }, sending);
}

/** What a form carries for a reader without script once its call has asked for a captcha. */
const ticketIn = (html: string): string | undefined => /name="captcha_token"[^>]* value="([^"]+)"/.exec(html)?.[1];

/** The page of a home of London, and of the form about it. */
async function anyHouse(baseUrl: string): Promise<{ readonly house: string; readonly form: string }> {
  const list = await (await fetch(`${baseUrl}/en/uk/london`)).text();
  const [path = '', id = ''] = /\/en\/uk\/london\/detail-(?:apartments|rent)-(\d+)/.exec(list) ?? [];
  expect(id).not.toBe('');
  return { house: `${baseUrl}${path}`, form: `${baseUrl}${createPaths('en-us', false).to('report_listing', { house: id })}` };
}

/** A page is too long to be shown when a test fails. */
const says = (html: string, text: string): void => expect(html.includes(text), text).toBe(true);
const saysNot = (html: string, text: string): void => expect(html.includes(text), text).toBe(false);

const privateOnly = 'private, no-store';
let baseUrl = '';
let house = '';
let form = '';

beforeAll(async () => {
  baseUrl = inject('baseUrl');
  ({ house, form } = await anyHouse(baseUrl));
});

/** A visit that has the form open. */
async function visit(address = form): Promise<{ readonly cookie: string; readonly token: string }> {
  const { cookie = '', token } = await open(address);
  return { cookie, token };
}

describe('the form', () => {
  test('is opened from the page of the home, and binds itself to a visit that scripts cannot read', async () => {
    says((await open(house)).html, `href="${new URL(form).pathname}"`);
    const { status, headers, cookie = '', token } = await open(form);
    expect([status, headers.get('cache-control')]).toEqual([200, privateOnly]);
    expect(headers.get('set-cookie')).toMatch(/^loftling_pre=[\w-]{22}; .*HttpOnly/);
    expect(headers.get('set-cookie')).toContain('SameSite=Lax');
    expect(preSessionOf(cookie)).toBeDefined();
    expect(token.length).toBeGreaterThan(40);
    const again = await open(form, cookie);
    expect([again.cookie, again.headers.get('cache-control')]).toEqual([undefined, privateOnly]);
    expect(again.token).not.toBe(token);
  });

  test('[R5.48] sent without a reason is shown again with what is wrong, and keeps what was written', async () => {
    const { cookie, token } = await visit();
    const { status, headers, html } = await send(form, { csrf: token, details: 'They ask for <b>more</b>.', email: 'lan@' }, { cookie });
    expect([status, headers.get('cache-control')]).toEqual([422, privateOnly]);
    says(html, t('forms.problems', { count: 3 }));
    for (const field of ['reason', 'email', 'consent_reply']) says(html, `href="#report-listing-${field}"`);
    says(html, 'They ask for &lt;b&gt;more&lt;/b&gt;.</textarea>');
    says(html, 'value="lan@"');
  });

  test('sent as it should be leads to thanks with the reference; sent once more, to the same reference', async () => {
    const { cookie, token } = await visit();
    const report = { csrf: token, reason: 'wrong-price', details: 'They ask for £260.' };
    const first = await send(form, report, { cookie });
    expect([first.status, first.headers.get('cache-control'), first.html]).toEqual([303, privateOnly, '']);
    const path = first.headers.get('location') ?? '';
    const reference = new URL(path, baseUrl).searchParams.get('sent') ?? '';
    expect([path.split('?')[0], referencePattern.test(reference)]).toEqual([new URL(form).pathname, true]);
    const thanks = await open(`${baseUrl}${path}`, cookie);
    expect([thanks.status, thanks.headers.get('cache-control')]).toEqual([200, privateOnly]);
    says(thanks.html, t('reports.thanks'));
    says(thanks.html, reference);
    says(thanks.html, t('reports.next_kept'));
    const second = await send(form, report, { cookie });
    expect([second.status, second.headers.get('location')]).toEqual([303, `${new URL(form).pathname}?again=${reference}`]);
    says((await open(`${baseUrl}${second.headers.get('location')}`, cookie)).html, t('reports.thanks_repeated'));
  });

  test('is taken under a name of the server that no setting gives, as long as the page was opened under it', async () => {
    const other = new URL(form);
    other.hostname = other.hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1';
    const { cookie, token } = await visit(other.href);
    expect((await send(other.href, { csrf: token, reason: 'gone' }, { cookie })).status).toBe(303);
  });

  test('goes on in the language of the page', async () => {
    const vietnamese = form.replace('/en/', '/vn/');
    const { cookie, token } = await visit(vietnamese);
    says((await send(vietnamese, { csrf: token }, { cookie })).html, translator('vi-vn')('forms.choose'));
    const done = await send(vietnamese, { csrf: token, reason: 'scam' }, { cookie });
    expect(done.headers.get('location')).toMatch(/^\/vn\/report\/\d+\?sent=/);
  });
});

describe('a token', () => {
  test('that is missing, made up or another visit’s brings the form again with everything kept, ready to be sent', async () => {
    const { cookie, token } = await visit();
    const other = await visit();
    const written = { reason: 'scam', details: 'Asked for a deposit by gift card.' };
    const tries: readonly [Readonly<Record<string, string>>, string | undefined][] = [
      [{}, cookie],
      [{ csrf: 'AAAA' }, cookie],
      [{ csrf: other.token }, cookie],
      [{ csrf: token }, undefined],
    ];
    for (const [csrf, with_] of tries) {
      const { status, headers, html } = await send(form, { ...csrf, ...written }, { cookie: with_ });
      expect([status, headers.get('cache-control')]).toEqual([400, privateOnly]);
      says(html, t('forms.failed'));
      says(html, t('api.stale_form'));
      expect(html).toMatch(/value="scam"[^>]*checked/);
      says(html, `${written.details}</textarea>`);
    }
    const stale = await send(form, { csrf: token, ...written }, {});
    expect((await send(form, { csrf: stale.token, ...written }, { cookie: stale.cookie })).status).toBe(303);
  });

  test('of ours is worth nothing on a page of another site, and what that fills in is not shown', async () => {
    const { cookie, token } = await visit();
    for (const withCookie of [cookie, undefined]) {
      const { status, html } = await send(
        form,
        { csrf: token, reason: 'scam', details: 'Send money here' },
        { cookie: withCookie, origin: 'https://evil.example' },
      );
      expect(status).toBe(400);
      says(html, t('api.cross_site'));
      saysNot(html, 'Send money here');
      saysNot(html, t('forms.failed'));
    }
  });
});

describe('the fourth report of an address in a day', () => {
  const written = { reason: 'other', details: 'The lift never works.' };

  test('[R8.16] is asked for a captcha first, with everything kept; without script the ticket of the page does, once', async () => {
    let asked: Seen | undefined;
    let visitor = await visit();
    for (let sent = 0; sent < 5 && asked === undefined; sent++) {
      visitor = await visit();
      const answer = await post(form, { csrf: visitor.token, ...written }, visitor);
      if (answer.status !== 303) asked = answer;
    }
    const { status, html = '', headers } = asked ?? {};
    expect([status, headers?.get('cache-control')]).toEqual([400, privateOnly]);
    for (const text of [t('api.captcha_needed'), t('captcha.title'), t('captcha.start'), `${written.details}</textarea>`]) says(html, text);
    const captcha_token = ticketIn(html) ?? '';
    expect(captcha_token).toMatch(/^unverified\//);
    const again = { csrf: asked?.token ?? '', ...written, captcha_token };
    expect((await post(form, again, visitor)).status).toBe(303);
    expect((await post(form, { ...again, reason: 'scam' }, visitor)).status).toBe(400);
  });
});

describe('a body', () => {
  test('that is too long, has too many fields or is no form is answered by the page, which says nothing of keeping it', async () => {
    const { cookie, token } = await visit();
    const fields = Array.from({ length: 101 }, (_, index) => `f${index}=1`).join('&');
    const bodies: readonly [string, string, keyof typeof apiErrors][] = [
      [`csrf=${token}&reason=gone&details=${'a'.repeat(65 * 1_024)}`, formType, 'too-large'],
      [`csrf=${token}&reason=gone&details=${'a'.repeat(2_000_000)}`, formType, 'too-large'],
      [fields, formType, 'too-large'],
      [JSON.stringify({ csrf: token, reason: 'gone' }), 'application/json', 'wrong-media'],
    ];
    for (const [body, type, error] of bodies) {
      const { status, headers, html } = await send(form, body, { cookie, type });
      expect([status, headers.get('cache-control')]).toEqual([apiErrors[error].status, privateOnly]);
      says(html, t(apiErrors[error].message));
      saysNot(html, t('forms.failed'));
      says(html, '<form class="form" id="report-listing"');
    }
  });
});

test('a home that does not exist has no form, and the page that says so, which is everybody’s, brings nobody a cookie', async () => {
  const { cookie, token } = await visit();
  for (const id of ['2000000000', '0']) {
    const address = form.replace(/\d+$/, id);
    for (const answer of [await open(address), await send(address, { csrf: token, reason: 'gone' }, { cookie }), await send(address, {}, {})])
      expect([answer.status, answer.cookie, answer.token], id).toEqual([404, undefined, '']);
  }
});

test('pages that are everybody’s take no form, set no cookie and know nobody', async () => {
  const { cookie, token } = await visit();
  for (const address of [house, `${baseUrl}/en`, `${baseUrl}/en/uk/london`, `${baseUrl}/en/about`]) {
    const posted = await send(address, { csrf: token }, { cookie });
    expect([posted.status, posted.headers.get('allow'), posted.cookie], address).toEqual([405, 'GET, HEAD', undefined]);
    const { cookie: set, html, headers } = await open(address, cookie);
    expect([set, headers.get('cache-control')?.startsWith('public')], address).toEqual([undefined, true]);
    saysNot(html, 'name="csrf"');
    saysNot(html, preSessionOf(cookie) ?? cookie);
  }
});

test('each language says in its own words that a form was open for too long', () => {
  expect(new Set(locales.map((locale) => translator(locale)('api.stale_form'))).size).toBe(locales.length);
});

test('whoever runs the site finds one mail for a report, once its job has run', async () => {
  const site = await startSite({ OPERATOR_EMAIL: 'post@homes.example.org', OPERATOR_LOCALE: 'vi-vn' });
  try {
    const { form: address } = await anyHouse(site.baseUrl);
    const { cookie, token } = await visit(address);
    const report = { csrf: token, reason: 'other', details: 'The landlord is <not> theirs.' };
    const path = (await send(address, report, { cookie })).headers.get('location') ?? '';
    await send(address, report, { cookie });
    says((await open(`${site.baseUrl}${path}`, cookie)).html, t('reports.next_mailed'));
    const outbox = createOutbox(join(site.dataDir, 'outbox'));
    await expect.poll(() => outbox.list(10), { timeout: 30_000, interval: 200 }).toHaveLength(1);
    const [mail] = await outbox.list(1);
    expect(mail?.to).toEqual({ address: 'post@homes.example.org' });
    expect(mail?.subject).toContain(translator('vi-vn')('reports.other'));
    for (const told of [report.details, new URL(path, site.baseUrl).searchParams.get('sent') ?? path]) expect(mail?.text).toContain(told);
    expect(mail?.html).not.toContain('<not>');
  } finally {
    await site.stop();
  }
});
