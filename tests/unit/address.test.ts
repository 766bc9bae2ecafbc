/** Whose address a request comes from, and what counts as one client. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { clientAddress, countedAs, parsedAddress } from '#lib/api/address.ts';
import { createRateLimits, limits } from '#lib/api/rate-limits.ts';

describe('addresses', () => {
  test('are read with port, brackets or zone, and mapped ones as what they map', () => {
    expect(['192.0.2.1', '192.0.2.1:5678', '[2001:DB8::1]:443', '[2001:db8::1]', 'fe80::1%eth0', '::ffff:192.0.2.1', '2001:db8::1'].map(parsedAddress)).toEqual(
      ['192.0.2.1', '192.0.2.1', '2001:db8::1', '2001:db8::1', 'fe80::1', '192.0.2.1', '2001:db8::1'],
    );
    for (const text of ['', 'unknown', '300.1.1.1', 'evil', '::ffff:999.1.1.1', '1.2.3.4.5', '[::1', '::g']) expect(parsedAddress(text), text).toBeUndefined();
  });

  test('of IPv6 count by their /64, and those by their /48, however they are spelt', () => {
    expect(countedAs('2001:db8:1:2:3:4:5:6')).toEqual({ client: '2001:db8:1:2::/64', network: '2001:db8:1::/48' });
    expect(countedAs('2001:0DB8:0001:0002::9')).toEqual(countedAs('2001:db8:1:2:ffff::1'));
    expect(countedAs('::1')).toEqual({ client: '0:0:0:0::/64', network: '0:0:0::/48' });
    expect(countedAs('192.0.2.1')).toEqual({ client: '192.0.2.1', network: undefined });
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(countedAs(address).client).toMatch(/^(?:[0-9a-f]{1,4}:){4}:\/64$|^\d+\.\d+\.\d+\.\d+$/);
      }),
    );
  });

  test('an entry of X-Forwarded-For that is no address is not taken for one', () => {
    const asker = (forwarded: string) => ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } });
    expect(['', 'unknown', '6.6.6.6, -', 'a'.repeat(5_000)].map((text) => clientAddress(asker(text), 1))).toEqual([
      '10.0.0.1',
      '10.0.0.1',
      '10.0.0.1',
      '10.0.0.1',
    ]);
    // What a proxy could not say is not replaced by what the client says of itself.
    expect(clientAddress(asker('6.6.6.6, unknown'), 1)).toBe('10.0.0.1');
    expect(clientAddress(asker('6.6.6.6, 192.0.2.1:4711'), 1)).toBe('192.0.2.1');
    expect(clientAddress(asker('6.6.6.6'), 0)).toBe('10.0.0.1');
  });
});

describe('limits', () => {
  const spendAll = async (addresses: readonly string[]): Promise<number> => {
    const spent = createRateLimits(1);
    let passed = 0;
    for (const address of addresses) if ((await spent.spend('outside', address)) === undefined) passed++;
    return passed;
  };

  test('a /64 is one client, however many addresses it takes', async () => {
    expect(await spendAll(Array.from({ length: 140 }, (_, at) => `2001:db8:1:2::${at.toString(16)}`))).toBe(limits.outside.points);
  });

  test('a /48 is ten clients', async () => {
    expect(await spendAll(Array.from({ length: 1_000 }, (_, at) => `2001:db8:1:${at.toString(16)}::1`))).toBe(10 * limits.outside.points);
  });

  test('a proxy that writes the port does not make each connection a client', async () => {
    expect(await spendAll(Array.from({ length: 140 }, (_, at) => `192.0.2.1:${5_000 + at}`))).toBe(limits.outside.points);
  });
});
