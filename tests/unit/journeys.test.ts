/** Which languages browser tests are made in. */
import { expect, test } from 'vitest';
import { locales } from '#lib/i18n/locales.ts';
import { formReaders, journeyLocales, journeyReaders, turnLocales } from '../support/matrix.ts';

test('a journey is made in one language for each width, another for each', () => {
  const [narrow, wide] = [journeyLocales('narrow', locales, undefined), journeyLocales('wide', locales, undefined)];
  expect([narrow.length, wide.length]).toEqual([1, 1]);
  expect(narrow).not.toEqual(wide);
});

test('with JOURNEYS=full it is made in all', () => {
  expect(journeyLocales('wide', locales, 'full')).toEqual(locales);
});

test('a page that lacks the language is visited in one that it has', () => {
  expect(journeyLocales('narrow', ['en-us'], undefined)).toEqual(['en-us']);
});

test('of many that are alike each has its turn in another language, and over all of them every language has one', () => {
  const seen = Array.from({ length: 12 }, (_, turn) => turnLocales(turn, locales, undefined));
  expect(seen.every((one) => one.length === 1)).toBe(true);
  expect(new Set(seen.flat())).toEqual(new Set(locales));
  for (const [turn, one] of seen.entries()) if (turn > 0) expect(one).not.toEqual(seen[turn - 1]);
});

test('a turn falls on a language that the page has; with JOURNEYS=full all do', () => {
  expect(turnLocales(7, ['en-us'], undefined)).toEqual(['en-us']);
  expect(turnLocales(7, locales, 'full')).toEqual(locales);
});

test('journeys through forms are made in one language for each width, and with JOURNEYS=full in three at both, with and without script', () => {
  expect(formReaders(undefined).map(({ locale, width }) => [locale, width])).toEqual([
    ['zh-cn', 390],
    ['vi-vn', 1280],
  ]);
  const full = formReaders('full');
  expect(new Set(full.map(({ locale, width }) => `${locale} ${width}`)).size).toBe(6);
  expect(full.some(({ javaScriptEnabled }) => !javaScriptEnabled)).toBe(true);
});

test('a journey in every language has phones and desks by turns, and with JOURNEYS=full both in each', () => {
  expect(journeyReaders(undefined).map(({ locale }) => locale)).toEqual(locales);
  expect(journeyReaders(undefined).map(({ width }) => width)).toEqual([390, 1280, 390, 1280, 390]);
  expect(new Set(journeyReaders('full').map(({ locale, width }) => `${locale} ${width}`)).size).toBe(2 * locales.length);
});
