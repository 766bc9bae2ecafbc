/** What the door of forms says of a call that refused. */
import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import { formPages } from '#lib/form-pages.ts';
import { passwordFailures } from '#lib/features/accounts/accounts.schema.ts';
import { createSite } from '#lib/paths.ts';
import { createEntrance } from '#server/pages/entrance.ts';

const origin = 'https://homes.example.org';
const csrf = csrfOf({
  secrets: {
    sign: (_, text) => Buffer.from(text).toString('base64url'),
    verify: (_, text, signature) => Buffer.from(text).toString('base64url') === signature,
  },
});

test('[R8.11] [R8.12] a password that was refused says which way on there is: another try, or a new password', async () => {
  const visit = 'a'.repeat(22);
  const sent = async (code: number) => {
    const api: Pick<Hono, 'fetch'> = { fetch: async () => Response.json({ error_code: apiErrors['wrong-password'].code, message: '', data: { code } }) };
    const body = new URLSearchParams({ csrf: csrf.tokenFor(`pre:${visit}`), canal: '2', email: 'ann@example.org', password: 'Bridge-2027' }).toString();
    const headers = { origin, 'sec-fetch-site': 'same-origin', cookie: `loftling_pre=${visit}`, 'content-type': 'application/x-www-form-urlencoded' };
    const request = Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as IncomingMessage;
    const entrance = createEntrance({ api, csrf, origin, ownOrigins: new Set([origin]) });
    const paths = createSite(origin, new Map()).paths('en-us');
    return entrance.send({ request, form: formPages['login-password'], params: {}, locale: 'en-us', paths, address: '192.0.2.1', trace: '' });
  };
  const values = { canal: '2', email: 'ann@example.org' };
  for (const inner of Object.values(passwordFailures))
    expect(await sent(inner)).toEqual({ kind: 'again', status: 400, submitted: { values, files: {}, problems: [], failed: 'wrong-password', inner } });
});
