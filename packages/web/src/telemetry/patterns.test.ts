import { expect, test } from 'vitest';
import { patternOf } from './patterns.ts';

const OWN = 'https://moot.example';

test.each([
  ['/', '/'],
  ['/channel/0198c3a2-0000-7000-8000-000000000001', '/channel/$'],
  ['/alderwick-makers/settings/audit-log', '/$/settings/audit-log'],
  ['/invite/Xy7-secret?from=mail#top', '/invite/$'],
  [`${OWN}/api/v1/events/7/register?passcode=1234`, '/api/v1/events/$/register'],
  ['/q/123456', '/q/$'],
  ['https://other.example/someone/secret?token=1', 'elsewhere'],
  ['//other.example/x', 'elsewhere'],
  ['javascript:alert(1)', 'elsewhere'],
  ['http://[', '$'],
  ['/settings/Profile', '/settings/$'],
])('%s is told as %s', (address, pattern) => {
  expect(patternOf(address, OWN)).toBe(pattern);
});
