import { expect, test } from 'vitest';
import { translator } from '#lib/i18n/t.ts';
import { locales } from '#lib/i18n/locales.ts';
import { apiErrors, behaviourOf, isSuccess } from '#lib/api/envelope.ts';

test('[R7.184] [R8.46] every error of the table is handled as the catalogue says, and has words of its own in each language', () => {
  for (const [name, { code, status, message }] of Object.entries(apiErrors)) {
    expect(isSuccess({ error_code: code }), name).toBe(false);
    expect(status, name).toBeGreaterThanOrEqual(400);
    const { dropToken, login, home, toast } = behaviourOf(code, {});
    const expected =
      code === 403 ? [true, true, false, false] : [10113, 10117, 13000].includes(code) ? [false, false, false, false] : [false, false, code === 301, true];
    expect([dropToken, login, home, toast], name).toEqual(expected);
    expect(new Set(locales.filter((locale) => locale !== 'zh-hk').map((locale) => translator(locale)(message))).size, name).toBe(4);
  }
  const codes = Object.values(apiErrors).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});
