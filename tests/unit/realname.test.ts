/** Names and numbers of identity cards, and the steps of the dialog that asks for them. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import {
  isAskedForName,
  nextRealnameStep,
  realnameEdges,
  realnameGate,
  realnameSteps,
  shownRealnameStep,
} from '#lib/features/realname/realname.process.rules.ts';
import type { RealnameEvent, RealnameStep } from '#lib/features/realname/realname.process.rules.ts';
import { isCardName, shownName, tidyCardName } from '#lib/features/realname/realname.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { isChineseId, tidyChineseId } from '#lib/validation/chinese-id.ts';

const today = '2026-11-22';
const real = ['11010519491231002X', '440524188001010014', '53010219200508011X'];

describe('[R5.24] the number of an identity card', () => {
  test('is taken as people write it', () => {
    for (const number of real) expect([number, isChineseId(number, today)]).toEqual([number, true]);
    expect(tidyChineseId('１１０１０５ 19491231 002x')).toBe('11010519491231002X');
  });

  test('one wrong place, or two neighbours in the wrong order, are noticed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...real), fc.nat(17), fc.constantFrom(...'0123456789'), (number, at, digit) => {
        const changed = number.slice(0, at) + digit + number.slice(at + 1);
        expect(isChineseId(changed, today)).toBe(changed === number);
        const swapped = at === 17 ? number : number.slice(0, at) + (number[at + 1] ?? '') + (number[at] ?? '') + number.slice(at + 2);
        expect(isChineseId(swapped, today)).toBe(swapped === number);
      }),
    );
  });

  test('of a day that does not exist or has not been is none, nor is anything else', () => {
    const checked = (first17: string): string =>
      [...'0123456789X'].map((last) => first17 + last).find((number) => /^\d{17}[\dX]$/.test(number) && isChineseId(number, '9999-12-31')) ?? '';
    expect(checked('11010520230229001')).toBe('');
    const tomorrow = checked('11010520261123001');
    expect([tomorrow.length, isChineseId(tomorrow, today), isChineseId(tomorrow, '2026-11-23')]).toEqual([18, false, true]);
    for (const other of ['', '1101051949123100', '11010519491231002x', 'A'.repeat(18), '9'.repeat(10_000)]) expect(isChineseId(other, today)).toBe(false);
  });
});

test('a name is one in Han, with the dot inside names of other peoples; only its first sign is shown', () => {
  for (const name of ['王伟', '欧阳娜娜', '阿卜杜拉·买买提']) expect([name, isCardName(tidyCardName(name))]).toEqual([name, true]);
  expect(tidyCardName(' 阿卜杜拉•买买提 ')).toBe('阿卜杜拉·买买提');
  for (const name of ['', '王', 'Ann Lee', '王1', '·王伟', '王伟·', `王${'伟'.repeat(200)}`])
    expect([name.slice(0, 9), isCardName(tidyCardName(name))]).toEqual([name.slice(0, 9), false]);
  expect(shownName('欧阳娜娜')).toBe('欧***');
});

describe('before an action', () => {
  const state = { isOn: true, isCertified: false, isAuthorised: false };
  test('[R4.046] [R4.047] [R4.048] [R4.049] [R4.050] the dialog stands where a name is asked for and none was found right', () => {
    expect(realnameGate(state, true)).toBe('prompt');
    expect(realnameGate({ ...state, isAuthorised: true }, true)).toBe('success');
    expect(realnameGate({ ...state, isCertified: true }, true)).toBe('run');
    expect(realnameGate({ ...state, isOn: false }, true)).toBe('run');
    expect(realnameGate(state, 'live-im')).toBe('run');
    expect([realnameSteps.prompt, realnameSteps.form, realnameSteps.success]).toEqual([0, 1, 2]);
  });

  test('[R4.046] whoever can have a card is asked: readers of the site in Simplified Chinese, and who has a number of the mainland', () => {
    const asked = (locale: (typeof locales)[number], ...phones: readonly string[]) => isAskedForName({ locale, phones });
    expect(locales.filter((locale) => asked(locale))).toEqual(['zh-cn']);
    expect(locales.filter((locale) => asked(locale, '+447700900123', '+8613800138000'))).toEqual(locales);
    for (const phone of ['+85251234567', '+886912345678', '+84912345678', '+8801712345678']) expect([phone, asked('en-us', phone)]).toEqual([phone, false]);
  });

  test('[R4.047] [R4.048] [R4.051] [R4.052] [R4.053] its page begins with the prompt, shows the form to whoever chose it, and ends with what came of it', () => {
    expect([shownRealnameStep('prompt', false), shownRealnameStep('prompt', true)]).toEqual(['prompt', 'form']);
    for (const gate of ['success', 'run'] as const) expect([shownRealnameStep(gate, false), shownRealnameStep(gate, true)]).toEqual(['success', 'success']);
  });

  test('[R4.051] [R4.052] [R4.053] its steps go the ways there are, and no other', () => {
    const steps: readonly RealnameStep[] = ['prompt', 'form', 'success', 'closed'];
    const events: readonly RealnameEvent[] = ['authenticate', 'skip', 'sent', 'close'];
    const ways = steps.flatMap((from) =>
      events.flatMap((event) => (nextRealnameStep(from, event) ? [`${from} ${event} ${nextRealnameStep(from, event)}`] : [])),
    );
    expect(ways.sort()).toEqual(
      ['form close closed', 'form sent success', 'prompt authenticate form', 'prompt close closed', 'prompt skip closed', 'success close closed'].sort(),
    );
    expect(realnameEdges).toHaveLength(6);
  });
});
