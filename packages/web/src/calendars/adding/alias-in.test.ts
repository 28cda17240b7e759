import { expect, test } from 'vitest';
import { aliasIn } from './alias-in.ts';

test.each([
  ['https://moot.example/kiln-opening', 'kiln-opening'],
  ['https://moot.example/Kiln-Opening/?token=x#cancel', 'kiln-opening'],
  ['https://moot.example/events/manage/kiln-opening?tab=info', 'kiln-opening'],
  ['moot.example/kiln-opening', 'kiln-opening'],
  [' kiln-opening ', 'kiln-opening'],
  ['/kiln-opening', 'kiln-opening'],
  ['https://elsewhere.example/kiln-opening', undefined],
  ['https://moot.example.evil.example/kiln-opening', undefined],
  ['javascript:alert(1)', undefined],
  ['https://moot.example/', undefined],
])('the address %s names the event %s', (address, alias) => {
  expect(aliasIn(address, 'https://moot.example')).toBe(alias);
});
