/** Which languages browser tests are made in. */
import { expect, test } from 'vitest';
import { locales } from '#lib/i18n/locales.ts';
import { journeyLocales } from '../support/matrix.ts';

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
