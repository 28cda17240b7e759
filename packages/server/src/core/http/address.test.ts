import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressKey, addressOf, isOurHost } from './address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8::1', '20010db800000000/64'],
  ['2001:DB8:0:0::28', '20010db800000000/64'],
  ['2001:0db8:0000:0000:ffff:ffff:ffff:ffff', '20010db800000000/64'],
  ['2001:db8:1:2::5', '20010db800010002/64'],
  ['fe80::1%eth0', 'fe80000000000000/64'],
  ['::1', '0000000000000000/64'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('the address %s counts as %s', (ip, key) => expect(addressKey(ip)).toBe(key));

test.each([
  ['', 0, '10.0.0.9'],
  ['203.0.113.1', 0, '10.0.0.9'],
  ['203.0.113.1', 1, '203.0.113.1'],
  ['198.51.100.7, 203.0.113.1', 1, '203.0.113.1'],
  ['198.51.100.7, 203.0.113.1', 2, '198.51.100.7'],
  ['203.0.113.1', 5, '203.0.113.1'],
])('with X-Forwarded-For “%s” and %i proxies, the caller is %s', (forwarded, proxies, address) => {
  const headers = forwarded === '' ? {} : { 'x-forwarded-for': forwarded };
  const request = { headers, socket: { remoteAddress: '10.0.0.9' } } as unknown as IncomingMessage;
  expect(addressOf(request, proxies)).toBe(address);
});

test.each([
  ['localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['192.168.1.20', true],
  ['moot.example.org', true],
  ['MOOT.example.org:8443', true],
  ['moot.example.org.', true],
  ['guild.localhost:3000', true],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['evil.example#localhost', false],
  ['evil.example@localhost', false],
  ['', false],
  [undefined, false],
])('the Host %s is accepted or refused: %s', (host, ours) =>
  expect(isOurHost(host, new Set(['moot.example.org']))).toBe(ours),
);
