/** Who asks from this very machine, what a start refuses, and when accounts stay closed. */
import { describe, expect, test } from 'vitest';
import { readConfig, SettingError } from '#lib/config.ts';
import { objectionToOpening } from '#lib/operator.ts';
import { isInEarnest, isPublicOrigin } from '#lib/site-origin.ts';
import { asksFromHere } from '#server/asks-here.ts';
import fc from '#tests/support/properties.ts';

const here = { remoteAddress: '127.0.0.1' };

describe('a request', () => {
  test('comes from here by socket, name and the absence of any proxy together', () => {
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.0.1'])
      for (const host of ['localhost', 'localhost:4321', '127.0.0.1:4321', '[::1]:4321', 'LOCALHOST'])
        expect([remoteAddress, host, asksFromHere({ socket: { remoteAddress }, headers: { host } })]).toEqual([remoteAddress, host, true]);
    for (const remoteAddress of ['192.0.2.1', '::ffff:192.0.2.1', '10.0.0.1', '', undefined])
      expect(asksFromHere({ socket: { remoteAddress }, headers: { host: 'localhost' } })).toBe(false);
    for (const host of ['homes.example.org', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:80', '', undefined])
      expect([host, asksFromHere({ socket: here, headers: { host } })]).toEqual([host, false]);
  });

  test('that anything passed on comes from somewhere else, whatever the header says', () => {
    const names = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded', 'cf-connecting-ip'];
    const forwarded = fc.oneof(
      fc.constantFrom(...names),
      fc.stringMatching(/^[a-z]{1,12}$/).map((word) => `x-forwarded-${word}`),
    );
    fc.assert(
      fc.property(forwarded, fc.constantFrom('', '127.0.0.1', '8.8.8.8', 'for=127.0.0.1'), (name, value) => {
        expect(asksFromHere({ socket: here, headers: { host: 'localhost', [name]: value } })).toBe(false);
      }),
    );
  });
});

test('DEV_OUTBOX is refused where others can come, with the reason', () => {
  const on = { DEV_OUTBOX: 'on' };
  expect(readConfig({ ...on, SITE_URL: 'http://localhost:4321' }).devOutbox).toBe(true);
  expect(() => readConfig({ ...on, TRUSTED_PROXIES: '1' })).toThrow(/behind a proxy .* a stranger would sign in as anybody/);
  expect(() => readConfig({ ...on, SITE_URL: 'https://homes.example.org' })).toThrow(/homes\.example\.org, which others can reach/);
  expect(() => readConfig({ ...on, LOCALE_HOSTS: 'en-us=https://en.example.org' })).toThrow(SettingError);
  expect(() => readConfig({ ...on, HOST: '0.0.0.0' })).toThrow(/HOST must be an address of this machine alone/);
  expect(readConfig({ TRUSTED_PROXIES: '1', SITE_URL: 'https://homes.example.org' }).devOutbox).toBe(false);
});

test('accounts and booking open in earnest only for a party with name, address and mailbox', () => {
  const party = { OPERATOR_NAME: 'Homes Ltd', OPERATOR_ADDRESS: '1 Quay Street, Leeds LS1 4BY', OPERATOR_EMAIL: 'post@homes.example.org' };
  const at = (settings: Readonly<Record<string, string>>): string | undefined => objectionToOpening(readConfig(settings));
  // A fresh clone, a test, an example.
  for (const settings of [{}, { SITE_URL: 'http://localhost:4321' }, { SITE_URL: 'http://127.0.0.1:4321' }, { SITE_URL: 'https://homes.example.org' }])
    expect(at(settings)).toBeUndefined();
  const earnest = { SITE_URL: 'https://homes.loftling.com' };
  expect(at(earnest)).toMatch(/needs a party\. Set OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL:/);
  for (const left of Object.keys(party)) {
    const others = Object.fromEntries(Object.entries(party).filter(([name]) => name !== left));
    expect(at({ ...earnest, ...others })).toMatch(new RegExp(`Set ${left}:`));
  }
  expect(at({ ...earnest, ...party })).toBeUndefined();
  expect(at({ LOCALE_HOSTS: 'vi-vn=https://nha.loftling.vn' })).toMatch(/nha\.loftling\.vn/);
  expect(() => readConfig({ OPERATOR_NAME: 'Homes\nLtd' })).toThrow(SettingError);
});

test('an origin is public by its name', () => {
  expect(['http://localhost:1', 'http://127.9.9.9', 'http://[::1]:8080', 'http://a.localhost'].filter(isPublicOrigin)).toEqual([]);
  expect(['https://a.test', 'https://b.invalid', 'https://example.com', 'https://x.example.net', 'http://localhost'].filter(isInEarnest)).toEqual([]);
  expect(['https://notexample.com', 'http://192.0.2.1', 'https://homes.vn'].every(isInEarnest)).toBe(true);
});
