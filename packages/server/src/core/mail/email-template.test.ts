import { describe, expect, test } from 'vitest';
import { escapeHtml, html } from '../http/escape-html.ts';
import { renderEmail } from './email-template.ts';

const HOSTILE = `<b class="a" id='b'>&amp;</b>`;

describe('email templates', () => {
  test('an email template escapes every text, between tags and in attributes', () => {
    const made = html`<a href="${HOSTILE}">${HOSTILE}</a>`.toString();
    const escaped = '&lt;b class=&quot;a&quot; id=&#39;b&#39;&gt;&amp;amp;&lt;/b&gt;';
    expect(made).toBe(`<a href="${escaped}">${escaped}</a>`);
    expect(escapeHtml(HOSTILE)).toBe(escaped);
  });

  test('an email template includes other templates as they are, but nothing that only looks like one', () => {
    const row = html`<li>${'a < b'}</li>`;
    expect(html`<ul>${[row, row]}${undefined}</ul>`.toString()).toBe('<ul><li>a &lt; b</li><li>a &lt; b</li></ul>');
    const forged = { toString: () => '<script>' } as never;
    expect(() => html`${forged}`).toThrow();
    expect(() => html`${[forged]}`).toThrow();
  });
});

test('an email has its parts in order, as HTML and as plain text', () => {
  const { html: page, text } = renderEmail({
    preview: 'Shown in the list',
    heading: `About ${HOSTILE}`,
    paragraphs: [`Hello ${HOSTILE},`, 'The Old Kiln,\nHackney Road'],
    code: '123456',
    button: { label: `Open ${HOSTILE}`, href: 'https://folkmoot.example/kiln?token="><i>' },
    footer: `Because of ${HOSTILE}.`,
    stop: { label: 'Stop', href: 'https://folkmoot.example/stop?event=1&token=2' },
  });
  expect(page.match(/<[bi][ >]/g)).toBeNull();
  expect(page).toContain('href="https://folkmoot.example/kiln?token=&quot;&gt;&lt;i&gt;"');
  expect(page).toContain('href="https://folkmoot.example/stop?event=1&amp;token=2"');
  expect(text.split('\n\n')).toEqual([
    `ABOUT ${HOSTILE.toUpperCase()}`,
    `Hello ${HOSTILE},`,
    'The Old Kiln, Hackney Road',
    '123456',
    `Open ${HOSTILE} https://folkmoot.example/kiln?token="><i>`,
    '----------------------------------------',
    `Because of ${HOSTILE}.`,
    'Stop https://folkmoot.example/stop?event=1&token=2',
  ]);
});
