/**
 * What may be recorded about a visit: a list of events with the fields of each. What is not on the list is dropped,
 * so nothing that somebody typed can get into the record.
 */
import { dayMs } from '#lib/dates/dates.ts';
import { menuNames } from '#lib/features/chrome/chrome.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { clientIdPattern, codePattern } from '#lib/ids/patterns.ts';
import { marketingNames } from './marketing.rules.ts';
import type { Marketing, MarketingName } from './marketing.rules.ts';
import { plainMessage } from './plain-message.rules.ts';
import type { FieldValue, QueuedEvent } from './queue.rules.ts';

/** Days for which events are kept. */
export const keptDays = 90;
/** Events of one call, and its size in characters of JSON. */
export const batchLimits = { events: 50, size: 65_536 } as const;
/** Reads a field; undefined for what does not fit. */
type Field = (given: unknown) => FieldValue | undefined;

const locale: Field = (given) => locales.find((one) => one === given);
const message: Field = (given) => (typeof given === 'string' && given.trim() !== '' ? plainMessage(given) : undefined);
/** Too small for the number of a person or a phone. */
const line: Field = (given) => (typeof given === 'number' && Number.isInteger(given) && given > 0 && given < 10_000 ? given : undefined);
const houseSource: Field = (given) => [37, 50].find((one) => one === given);
/** Of fewer digits than a phone number. */
const house: Field = (given) => (typeof given === 'number' && Number.isInteger(given) && given > 0 && given < 100_000_000 ? given : undefined);
const menu: Field = (given) => menuNames.find((one) => one === given);
const scriptName: Field = (given) => (typeof given === 'string' && /^[A-Za-z]{1,24}$/.test(given) ? given : undefined);

/** Events by code, with their fields. Codes with a number are the specification's, those with a word our own. */
const events: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  // R4.081: a reader chose another language.
  PC_00372: { source_language: locale, target_language: locale },
  // R3.58: an entry of a menu was used.
  PC_MENU: { menu },
  // R9.56: a question about a home was sent, from its page or from the form that opens there by itself.
  PC_ASK: { data_sources: houseSource, house_id: house },
  // A page was seen by somebody who touched it or pressed a key.
  PC_PAGE: {},
  // R9.34: something broke in one of our own scripts.
  PC_ERROR: { message, script: scriptName, line },
};

const isRecord = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null && !Array.isArray(given);

function fieldsOf(kinds: Readonly<Record<string, Field>>, given: unknown): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {};
  for (const [name, read] of Object.entries(kinds)) {
    const value = isRecord(given) && Object.hasOwn(given, name) ? read(given[name]) : undefined;
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

const minuteMs = 60_000;

/** A browser's clock may be ahead by this much, in milliseconds. */
const clockTolerance = 5 * minuteMs;

/**
 * An event that may be recorded, from what a client sent: known fields only, each in its form.
 * @param now when it arrived; a time of the client that cannot be is replaced by it.
 * @returns undefined for unknown events and those older than what is kept.
 */
export function readEvent(given: unknown, now: number): QueuedEvent | undefined {
  if (!isRecord(given)) return undefined;
  const { id, event, at, path } = given;
  const kinds = typeof event === 'string' && Object.hasOwn(events, event) ? events[event] : undefined;
  if (!kinds || typeof event !== 'string') return undefined;
  const time = typeof at === 'number' && Number.isFinite(at) && at > 0 && at <= now + clockTolerance ? at : now;
  if (time < now - keptDays * dayMs) return undefined;
  return {
    id: typeof id === 'string' && clientIdPattern.test(id) ? id : '',
    event,
    at: time,
    path: typeof path === 'string' && path.startsWith('/') && path.length <= 500 ? (path.split(/[?#]/)[0] ?? '/') : '',
    fields: fieldsOf(kinds, given['fields']),
  };
}

/** A code that looks like a number of a person or a token: nobody names a campaign so, but an address can be made to. */
function isPersonal(code: string): boolean {
  return code.replaceAll(/\D/g, '').length > 8 || (code.length >= 24 && [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(code)));
}

/** Marketing codes in their form; anything else is left out. */
export function readMarketing(given: Readonly<Record<string, string | undefined>>): Marketing {
  const codes: Partial<Record<MarketingName, string>> = {};
  for (const name of marketingNames) {
    const value = given[name];
    if (value && codePattern.test(value) && !isPersonal(value)) codes[name] = value;
  }
  return codes;
}

/** By what only they say of themselves, in an order that tells copies from originals. */
const families: readonly (readonly [string, RegExp])[] = [
  ['wechat', /MicroMessenger/i],
  ['edge', /\bEdgA?\//i],
  ['samsung', /SamsungBrowser/i],
  ['firefox', /Firefox|FxiOS/i],
  ['chrome', /Chrome|CriOS/i],
  ['safari', /Safari/i],
];

/** The family of a browser: all that is kept of a user agent. @example browserFamily('… Chrome/150 Safari/537') // 'chrome' */
export function browserFamily(userAgent: string): string {
  return families.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
}
