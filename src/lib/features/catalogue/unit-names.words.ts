/** What kinds of rooms are usually called, in the reader's language. Other names are the supplier's own and stay as they are. */
import { coded } from '#lib/i18n/coded.ts';
import type { T } from '#lib/i18n/t.ts';

const usualNames = [
  'bronze-ensuite',
  'silver-ensuite',
  'gold-ensuite',
  'courtyard-ensuite',
  'accessible-ensuite',
  'attic-ensuite',
  'garden-ensuite',
  'front-ensuite',
  'compact-studio',
  'classic-studio',
  'deluxe-studio',
  'corner-studio',
  'balcony-studio',
  'accessible-studio',
  'annexe-studio',
  'one-bedroom-apartment',
  'one-bedroom-penthouse',
  'two-bedroom-apartment',
  'whole-apartment',
  'whole-house',
  'twin-room',
  'single-room',
  'double-room',
  'room-with-own-bathroom',
] as const;

const known: ReadonlyMap<string, (typeof usualNames)[number]> = new Map(usualNames.map((name) => [name, name]));

/** A unit's name as shown, and the language it is in where that is not the reader's. */
export type UnitTitle = { readonly name: string; readonly nameLang?: 'en' };

/**
 * The name of a unit for a reader; a number behind it stays.
 * @example unitTitle('Twin Room 2', translator('zh-cn')).name // '双床房 2'
 */
export function unitTitle(name: string, t: T): UnitTitle {
  const [, words = name, number = ''] = /^(.*?)( \d+)?$/.exec(name.trim()) ?? [];
  const code = known.get(words.toLowerCase().replace('en-suite', 'ensuite').replaceAll(/\s+/g, '-'));
  return code ? { name: `${coded(t, 'unit_name', code)}${number}` } : { name, nameLang: 'en' };
}
