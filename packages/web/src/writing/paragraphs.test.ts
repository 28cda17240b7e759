import { expect, test } from 'vitest';
import { paragraphs } from './paragraphs.ts';

test.each([
  { text: '', html: '' },
  { text: 'One.', html: '<p>One.</p>' },
  { text: 'One.\nTwo.\n\n\nThree.', html: '<p>One.<br>Two.</p><p>Three.</p>' },
  { text: '<img src=x onerror="a()"> & more', html: '<p>&lt;img src=x onerror=&quot;a()&quot;&gt; &amp; more</p>' },
])('plain text as paragraphs: $text', ({ text, html }) => {
  expect(paragraphs(text)).toBe(html);
});
