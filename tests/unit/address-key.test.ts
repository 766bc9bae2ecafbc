/** Network addresses as keys of limits. */
import { expect, test } from 'vitest';
import { addressKeys } from '#lib/api/address-key.ts';

test('what is one connection has one key, however it is written', () => {
  const one: readonly (readonly [string, string])[] = [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:5678', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:1:2:3', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ['1.2.3.4.5', 'unknown'],
    ['999.1.1.1', 'unknown'],
    ['2001:db8::1::2', 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
  ];
  expect(one.map(([given]) => addressKeys(given)[0]?.key)).toEqual(one.map(([, key]) => key));
});

test('IPv6 counts for the /48 too, with ten times the room', () => {
  expect(addressKeys('2001:db8:1:2::9')).toEqual([
    { key: '2001:db8:1:2::/64', share: 1 },
    { key: '2001:db8:1::/48', share: 10 },
  ]);
  expect(addressKeys('203.0.113.7')).toEqual([{ key: '203.0.113.7', share: 1 }]);
});
