/** Checked by the compiler alone: a message that no catalogue has must not compile. */
import { translator } from '#lib/i18n/t.ts';
import type { MessageKey } from '#lib/i18n/t.ts';

const t = translator('en-us');

export const right: readonly string[] = [t('chrome.menu'), t('listings.from_week', { amount: '£225' })];

export const wrong: readonly unknown[] = [
  // @ts-expect-error -- no such message
  t('chrome.no_such_message'),
  // @ts-expect-error -- no such area
  t('garden.menu'),
  // @ts-expect-error -- a key is not made of pieces that the compiler cannot see
  t(`chrome.${String(Math.random())}`),
];

// @ts-expect-error -- nor kept under the type of keys
export const key: MessageKey = 'chrome.no_such_message';
