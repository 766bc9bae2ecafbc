/** What was turned away, for whoever watches over the site: named events, and nobody's address or data in clear. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { ownCookies } from '#lib/own-cookies.ts';
import { loggedPath } from './logged-path.ts';
import { dayMs } from '#lib/dates/dates.ts';

/**
 * `cross-site`: a write from another site's page; `host`: a name that is not the site's; `role`: somebody who is signed in asked for what
 * is not theirs; `captcha`: one that was not solved; `locked`: a locked account.
 */
export const securityEventNames = ['cross-site', 'bad-signature', 'limit', 'host', 'role', 'wrong-password', 'wrong-code', 'locked', 'captcha'] as const;
export type SecurityEvent = (typeof securityEventNames)[number];

export type Refusal = {
  readonly event: SecurityEvent;
  /** The client's network address. */
  readonly address: string;
  readonly trace: string;
  /** Of a call its pattern, of a page its path: never with a query. */
  readonly path: string;
};

export type SecurityLog = (refusal: Refusal) => void;

/** So much of one event in an hour (UTC) is more than people cause. */
export type SecurityAlarm = { readonly event: SecurityEvent; readonly hour: Date; readonly count: number };

/** Within an hour, on one node. A person who mistypes is one of many; a role that is refused is nearly always a look around. */
export const alarmFrom: Readonly<Record<SecurityEvent, number>> = {
  'cross-site': 200,
  'bad-signature': 100,
  limit: 500,
  host: 2_000,
  role: 50,
  'wrong-password': 200,
  'wrong-code': 200,
  locked: 100,
  captcha: 300,
};

/** Lines of one event and client within a minute; more would say nothing new, and fill the disk. */
const mostInMinute = 5;
const mostWatched = 10_000;

/**
 * Makes the log. A client is the same `who` for a day, under a key that is never written down: two lines can be told to be
 * one client's, and no line leads back to an address.
 */
export function createSecurityLog(log: Logger, now: () => number = Date.now, onAlarm: (alarm: SecurityAlarm) => void = () => undefined): SecurityLog {
  let key = { day: -1, bytes: Buffer.alloc(0) };
  let minute = -1;
  const lines = new Map<string, number>();
  let hour = -1;
  const counts = new Map<SecurityEvent, number>();

  /** Tells at the bound, and again each time that there is twice as much. */
  function count(event: SecurityEvent): void {
    const current = Math.floor(now() / 3_600_000);
    if (current !== hour) counts.clear();
    hour = current;
    const so = (counts.get(event) ?? 0) + 1;
    counts.set(event, so);
    const times = so / alarmFrom[event];
    if (!Number.isInteger(Math.log2(times)) || times < 1) return;
    log.error({ alarm: event, count: so }, 'far more requests are refused than people cause');
    onAlarm({ event, hour: new Date(current * 3_600_000), count: so });
  }

  function digestOf(address: string): string {
    const today = Math.floor(now() / dayMs);
    if (key.day !== today) key = { day: today, bytes: randomBytes(32) };
    return createHmac('sha256', key.bytes).update(address).digest('base64url').slice(0, 12);
  }

  return ({ event, address, trace, path }) => {
    count(event);
    const current = Math.floor(now() / 60_000);
    if (current !== minute || lines.size > mostWatched) {
      minute = current;
      lines.clear();
    }
    const who = digestOf(address);
    const written = (lines.get(`${event} ${who}`) ?? 0) + 1;
    lines.set(`${event} ${who}`, written);
    if (written <= mostInMinute) log.warn({ security: event, who, trace, path: loggedPath(path) }, 'turned away');
  };
}

const secretNames = [
  'authorization',
  'cookie',
  'token',
  'access_token',
  ...Object.values(ownCookies),
  'password',
  'code',
  'mobile',
  'phone',
  'email',
  'idcard_no',
  'signature',
];

/** Names under which a log line must never show what it was given, on its own level or one below. */
export const redactedPaths: string[] = secretNames.flatMap((name) => [name, `*.${name}`]);
