/** The captcha on a page: its states, where its script comes from, what it counts, and when a ticket stands in. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { Captcha } from '#islands/captcha/Captcha.tsx';
import type { CaptchaWords } from '#islands/captcha/Captcha.tsx';
import { nextCaptcha, readCounts, scriptAddress, withError, withoutErrors } from '#islands/captcha/captcha.rules.ts';
import { CaptchaLoadError, loadScript } from '#islands/captcha/load-script.ts';
import { solveCaptcha } from '#islands/captcha/solve-captcha.ts';
import { useCaptcha } from '#islands/captcha/use-captcha.tsx';
import { nextForm, openForm } from '#islands/ui/form-state.rules.ts';
import { callAsPerson, CaptchaClosedError } from '#lib/api/as-person.ts';
import { ApiError } from '#lib/api/client.ts';
import type { Client } from '#lib/api/client.ts';
import { contract } from '#lib/api/contract.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';

describe('the states', () => {
  test('[R8.18] [R8.19] what failed or was closed has no token and can be begun again', () => {
    const solving = nextCaptcha({ kind: 'waiting' }, { type: 'started' });
    for (const why of ['wrong', 'closed', 'lost'] as const) {
      const failed = nextCaptcha(solving, { type: 'failed', why });
      expect(failed).toEqual({ kind: 'failed', why });
      expect(nextCaptcha(failed, { type: 'started' })).toEqual({ kind: 'solving', isShown: false });
    }
    const done = nextCaptcha(solving, { type: 'solved', token: 't', isVerified: true });
    expect(nextCaptcha(done, { type: 'failed', why: 'wrong' })).toEqual({ kind: 'failed', why: 'wrong' });
    // An answer that comes too late counts no more.
    expect(nextCaptcha({ kind: 'failed', why: 'closed' }, { type: 'solved', token: 't', isVerified: true })).toEqual({ kind: 'failed', why: 'closed' });
  });

  test('[R8.19] a form whose captcha was closed is open, not under way', () => {
    const sent = nextForm(openForm({ email: 'a@b.example' }), { type: 'sent' });
    expect(nextForm(sent, { type: 'withdrawn' })).toMatchObject({ phase: 'open', values: { email: 'a@b.example' } });
  });
});

describe('the script', () => {
  const servers = ['https://one.example/x.js?v=4', 'https://two.example/x.js', 'https://three.example/x.js'];

  test('[R4.084] [R9.30] is asked of the servers in order, with the minute in its address, until one has it', async () => {
    const asked: string[] = [];
    const append = async (src: string): Promise<void> => {
      asked.push(src);
      if (!src.includes('two')) throw new Error('away');
    };
    await loadScript(servers, append, 120_500);
    expect(asked).toEqual(['https://one.example/x.js?v=4&_=2', 'https://two.example/x.js?_=2']);
    expect(scriptAddress('https://a.example/', 179_999)).toBe(scriptAddress('https://a.example/', 120_000));
    expect(scriptAddress('https://a.example/', 180_000)).not.toBe(scriptAddress('https://a.example/', 179_999));
  });

  test('[R8.23] that no server gives raises an error with the code 502', async () => {
    const failed = await loadScript(servers, () => Promise.reject(new Error('away'))).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(CaptchaLoadError);
    expect(failed).toMatchObject({ code: 502 });
  });
});

test('[R4.086] [R4.087] errors are counted for each page, and forgotten for the one on which it succeeded', () => {
  const counts = withError(withError(withError({}, '/a'), '/b'), '/a');
  expect(counts).toEqual({ '/a': 2, '/b': 1 });
  expect(withoutErrors(counts, '/a')).toEqual({ '/b': 1 });
  for (const garbage of [null, '', 'x', '[]', '1', '{"/a":-1}', '{"/a":"9"}', '{"/a":1.5}']) expect(readCounts(garbage)).toEqual({});
  let many = {};
  for (let page = 0; page < 50; page++) many = withError(many, `/${page}`);
  expect(Object.keys(many)).toHaveLength(20);
  expect(readCounts(JSON.stringify(many))).toEqual(many);
});

describe('a reader who can load no captcha', () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  beforeEach(() => {
    kept.clear();
    // No workers, as in a browser that refuses them.
    vi.stubGlobal('window', { sessionStorage: storage, localStorage: storage });
  });

  const asked: string[] = [];
  const client: Pick<Client, 'call'> = {
    call: async (wire, values) => {
      asked.push(`${wire.path} ${JSON.stringify(values)}`);
      const puzzle = { platform: 'altcha', captcha_id: 'one', scripts: [], challenge: '{}' };
      const answer: unknown = wire.path.endsWith('/puzzle') ? { puzzles: [puzzle], fallback_after: 3 } : { captcha_token: 'ticket' };
      return answer as never;
    },
  };
  const solve = (page: string) =>
    solveCaptcha({
      client,
      page,
      call: 'login',
      locale: 'en-us',
      onShown: () => undefined,
      signal: new AbortController().signal,
      place: { replaceChildren: () => undefined } as unknown as HTMLElement,
    });

  test('[R4.085] [R4.086] gets a ticket after the third error on a page, and not before', async () => {
    for (const page of ['/a', '/a', '/b']) await expect(solve(page)).rejects.toMatchObject({ code: 502 });
    expect(asked.some((one) => one.includes('ticket'))).toBe(false);
    expect(await solve('/a')).toEqual({ token: 'ticket', isVerified: false });
    expect(asked.at(-1)).toBe('/_api/captcha/ticket {"call":"login","errors":3}');
    await expect(solve('/b')).rejects.toMatchObject({ code: 502 });
  });
});

describe('[R8.16] a call that asks for a captcha', () => {
  const wire = contract({
    name: 'x',
    summary: 'Test.',
    method: 'POST',
    path: '/_api/test/x',
    input: z.object({ text: z.string() }),
    output: z.object({}),
    access: 'public',
    fulfils: [],
  });
  const needed = new ApiError('', { code: 13_000 });
  const clientThat = (answers: readonly (ApiError | undefined)[]) => {
    const sent: unknown[] = [];
    const client: Pick<Client, 'call'> = {
      call: async (_, values) => {
        const answer = answers[sent.length];
        sent.push(values);
        if (answer) throw answer;
        return {} as never;
      },
    };
    return { client, sent };
  };

  test('is made again with what was solved, and the same values', async () => {
    const { client, sent } = clientThat([needed, undefined]);
    await callAsPerson(client, wire, { text: 'a' }, {}, async () => 'token');
    expect(sent).toEqual([{ text: 'a' }, { text: 'a', captcha_token: 'token' }]);
  });

  test('is given up after two captchas, at another error, and when the captcha was closed', async () => {
    const solved = async () => 'token';
    await expect(callAsPerson(clientThat([needed, needed, needed, undefined]).client, wire, { text: 'a' }, {}, solved)).rejects.toBe(needed);
    const other = new ApiError('', { code: 429 });
    await expect(callAsPerson(clientThat([other]).client, wire, { text: 'a' }, {}, solved)).rejects.toBe(other);
    const closed = new CaptchaClosedError();
    await expect(callAsPerson(clientThat([needed]).client, wire, { text: 'a' }, {}, () => Promise.reject(closed))).rejects.toBe(closed);
  });
});

describe('in a page', () => {
  const t = translator('en-us');
  const words: CaptchaWords = {
    title: t('captcha.title'),
    text: t('captcha.text'),
    start: t('captcha.start'),
    again: t('captcha.again'),
    working: t('captcha.working'),
    shown: t('captcha.shown'),
    done: t('captcha.done'),
    fallback: t('captcha.fallback'),
    wrong: t('captcha.wrong'),
    closed: t('captcha.closed'),
    lost: t('captcha.lost'),
    close: t('captcha.close'),
  };

  test('[R9.31] it is a group with a name, a button and a live region, at most 320 pixels wide, and carries nothing before it is solved', () => {
    const html = renderToStaticMarkup(<Captcha call="login" words={words} />);
    for (const part of ['<fieldset', 'max-width:320px', '<legend>', 'role="status"', 'type="button"', '<span hidden=""></span>', 'data-with-form'])
      expect(html).toContain(part);
  });

  test('it stands in a form of an island only when a call has asked', () => {
    function Form(): ReactElement {
      return <main>{useCaptcha({ call: 'login', words }).element}</main>;
    }
    expect(renderToStaticMarkup(<Form />)).toBe('<main></main>');
  });

  test('[R8.24] [R8.25] who goes on with a ticket is told so, in every language', () => {
    expect(locales.map((locale) => translator(locale)('captcha.fallback'))).toEqual(
      expect.arrayContaining(['前方拥堵，已自动跳过验证', 'Captcha error, verified automatically']),
    );
    expect(new Set(locales.map((locale) => translator(locale)('captcha.fallback'))).size).toBe(5);
  });
});
