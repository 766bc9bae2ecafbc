import { expect, test } from 'vitest';
import { named } from '#lib/features/orders/application-forms.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { patterns } from '#lib/validation/patterns.ts';
import { check, checkAll, fieldName } from '#lib/validation/validators.ts';

const passes = (pattern: RegExp, texts: string[]): boolean[] => texts.map((text) => pattern.test(text));

test('[R5.20] digits only', () => {
  expect(passes(patterns.digits, ['0123', '', '12a', '１２', ' 12'])).toEqual([true, false, false, false, false]);
});
test('[R5.21] letters and spaces', () => {
  expect(passes(patterns.letters, ['Nguyễn Văn An', '欧阳 修', 'Ann3', 'a  b', ''])).toEqual([true, true, false, false, false]);
});
test('[R5.22] Chinese only', () => {
  expect(passes(patterns.chinese, ['伦敦', '倫敦', '伦敦1', 'London', 'ロンドン'])).toEqual([true, true, false, false, false]);
});
test('[R5.23] letters and digits of ASCII', () => {
  expect(passes(patterns.alphanumeric, ['abc123', 'abc 123', 'é'])).toEqual([true, false, false]);
});
test('[R5.25] a WeChat id begins with a letter and has 6 to 20 characters', () => {
  expect(passes(patterns.wechatId, ['wx_12345', 'a1234', '1abcdef', `a${'1'.repeat(20)}`, 'ab-cd_ef'])).toEqual([true, false, false, false, true]);
});
test('[R5.42] mobile numbers have 6 to 15 digits', () => {
  expect(check('mobile', '7700900123', { kind: 'mobile' })).toBeUndefined();
  for (const text of ['12345', '1234567890123456', '07700 900123', '+447700900123'])
    expect(check('mobile', text, { kind: 'mobile' })?.key, text).toBe('forms.mobile');
});
test('[R5.43] Chinese mobile numbers have eleven digits, 1 then 3 to 9', () => {
  expect(check('mobile', '13800138000', { kind: 'chinesemobile' })).toBeUndefined();
  for (const text of ['12800138000', '1380013800', '23800138000'])
    expect(check('mobile', text, { kind: 'chinesemobile' })?.key, text).toBe('forms.chinese_mobile');
});
test('[R5.44] e-mail addresses', () => {
  for (const text of ['a@b.co', 'first.last+tag@mail.example.org', 'lý@ví-dụ.vn']) expect(check('email', text, { kind: 'email' }), text).toBeUndefined();
  for (const text of ['a', 'a@b', 'a@@b.co', 'a b@c.de', 'a@-b.co', 'a@b..co', '<a@b.co>'])
    expect(check('email', text, { kind: 'email' })?.key, text).toBe('forms.email');
});
test('[R5.45] numbers', () => {
  expect([check('n', '42', { kind: 'number' }), check('n', '4.2', { kind: 'number' })?.key]).toEqual([undefined, 'forms.number']);
});
test('[R5.46] a custom expression answers the same every time, also with the g flag', () => {
  const rule = { kind: 'reg', pattern: /^[A-Z]{2}\d$/g } as const;
  expect([check('code', 'AB1', rule), check('code', 'AB1', rule), check('code', 'ab1', rule)?.key]).toEqual([undefined, undefined, 'forms.pattern']);
});
test('[R5.47] minmax, min and max bound the length in characters', () => {
  expect([
    check('x', '学生公寓', { kind: 'minmax', min: 2, max: 4 }),
    check('x', '😀😀', { kind: 'max', max: 2 }),
    check('x', 'ab', { kind: 'min', min: 2 }),
  ]).toEqual([undefined, undefined, undefined]);
  expect(check('x', 'abcde', { kind: 'minmax', min: 2, max: 4 })).toEqual({ key: 'forms.length_between', values: { field: 'x', min: 2, max: 4 } });
  expect([check('x', 'abc', { kind: 'max', max: 2 })?.key, check('x', 'a', { kind: 'min', min: 2 })?.key]).toEqual(['forms.length_max', 'forms.length_min']);
});
test('[R5.48] a required field may not be blank; an optional one may', () => {
  expect(check('name', '  ', { kind: 'required' })?.key).toBe('forms.required');
  expect(check('email', '', { kind: 'email' })).toBeUndefined();
  expect(checkAll('email', 'x', [{ kind: 'required' }, { kind: 'email' }])?.key).toBe('forms.email');
});
test('[R5.49] the numeric prefix of a field’s name is stripped', () => {
  expect(['3_email', '12_first_name', 'email', '_x'].map(fieldName)).toEqual(['email', 'first_name', 'email', '_x']);
  expect(check('3_email', '', { kind: 'required' })?.values['field']).toBe('email');
});
test('[R5.50] every complaint has wording in every language', () => {
  const complaint = check('x', 'abcde', { kind: 'minmax', min: 2, max: 4 });
  for (const locale of locales) expect(complaint && translator(locale)(complaint.key, complaint.values), locale).toMatch(/2.*4/);
});

test('of a name the first sign is named that none may have, and one that cannot be seen is not', () => {
  const [rule] = named;
  for (const name of ['Nguyễn Thị Lan', 'María-José', "O'Brien", '欧阳娜娜', 'Suharto', '古丽娜·买买提', ''])
    expect(check('full_name', name, rule), name).toBeUndefined();
  const said = (name: string) => {
    const found = check('full_name', name, rule);
    return [found?.key, found?.values['sign']];
  };
  expect(said('X Æ A-12')).toEqual(['forms.name_sign', '1']);
  expect(said('Lan <b>')).toEqual(['forms.name_sign', '<']);
  expect(said('Mai 💜 Lan')).toEqual(['forms.name_sign', '💜']);
  for (const name of ['Ann-', '-Ann', 'Ann   Lee', 'Ann\tLee']) expect(said(name), name).toEqual(['forms.pattern', undefined]);
});
