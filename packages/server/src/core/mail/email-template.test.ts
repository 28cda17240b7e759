import { readFileSync } from 'node:fs';
import { TINTS } from '@folkmoot/contract/core/tint.ts';
import { describe, expect, test } from 'vitest';
import { escapeHtml, fromCleaned, html } from '../http/escape-html.ts';
import { type EmailContent, renderEmail } from './email-template.ts';
import { PLAIN, type Shades, TINTED } from './palette.ts';

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

const LETTER: EmailContent = {
  preview: 'Shown in the list',
  sender: { label: `Moot ${HOSTILE}`, href: 'https://folkmoot.example' },
  tint: 'woad',
  picture: {
    src: 'https://folkmoot.example/a.jpg?"><i>',
    credit: { label: HOSTILE, href: 'https://credit.example/?"><i>' },
  },
  above: `Guild ${HOSTILE}`,
  heading: `About ${HOSTILE}`,
  paragraphs: [`Hello ${HOSTILE},`, 'The Old Kiln,\nHackney Road'],
  code: '123456',
  quote: { by: `From ${HOSTILE}`, text: `Bring ${HOSTILE}` },
  facts: [
    { label: 'When', lines: ['Saturday', `Yours ${HOSTILE}`], was: `Friday ${HOSTILE}` },
    { label: 'Online', lines: ['https://call.example/1'], href: 'https://call.example/1' },
  ],
  button: { label: `Open ${HOSTILE}`, href: 'https://folkmoot.example/kiln?token="><i>' },
  links: [{ label: `Cancel ${HOSTILE}`, href: 'https://folkmoot.example/kiln#cancel' }],
  reason: `Because of ${HOSTILE}.`,
  settings: { label: 'Settings', href: 'https://folkmoot.example/settings' },
  stop: { label: 'Stop', href: 'https://folkmoot.example/stop?event=1&token=2' },
};

test('an email has its parts in order, as HTML and as plain text', () => {
  const { html: page, text } = renderEmail(LETTER);
  expect(page.match(/<[bi][ >]/g)).toBeNull();
  expect(page).toContain('href="https://folkmoot.example/kiln?token=&quot;&gt;&lt;i&gt;"');
  expect(page).toContain('href="https://folkmoot.example/stop?event=1&amp;token=2"');
  expect(text.split('\n\n')).toEqual([
    `Guild ${HOSTILE}`,
    `ABOUT ${HOSTILE.toUpperCase()}`,
    `Hello ${HOSTILE},`,
    'The Old Kiln, Hackney Road',
    '123456',
    `From ${HOSTILE}: Bring ${HOSTILE}`,
    `When: Saturday; Yours ${HOSTILE} (was: Friday ${HOSTILE})\nOnline: https://call.example/1`,
    `Open ${HOSTILE} https://folkmoot.example/kiln?token="><i>`,
    `Cancel ${HOSTILE} https://folkmoot.example/kiln#cancel`,
    '----------------------------------------',
    `Because of ${HOSTILE}.`,
    'Settings https://folkmoot.example/settings',
    'Stop https://folkmoot.example/stop?event=1&token=2',
  ]);
});

test('a person’s own letter keeps its tags in HTML and its lines in plain text', () => {
  const letter = { html: fromCleaned('<p>Grüße an <strong>alle</strong></p>'), text: 'Grüße\nan alle' };
  const { html: page, text } = renderEmail({ ...LETTER, letter });
  expect(page).toContain('<p>Grüße an <strong>alle</strong></p>');
  expect(text).toContain('Grüße\nan alle');
});

describe('the colours of emails', () => {
  const css = (name: string) => readFileSync(new URL(`../../../../web/src/styles/${name}`, import.meta.url), 'utf8');
  const valueIn = (block: string, name: string) => new RegExp(`--${name}: (#\\w+);`).exec(block)?.[1];
  const NAMES = {
    page: 'bg',
    card: 'surface',
    box: 'surface-2',
    line: 'border',
    ink: 'ink',
    quiet: 'ink-2',
    accent: 'accent',
    onAccent: 'on-accent',
  } as const;

  test.each(TINTS)('an email about an event is coloured like its page: %s', (tint) => {
    const [, light = '', dark = ''] = css('tints.css').split(
      new RegExp(`\\[data-tint="${tint}"\\] \\{|\\[data-mantine-color-scheme="dark"\\]\\[data-tint="${tint}"\\] \\{`),
    );
    for (const [scheme, block] of [
      ['light', light],
      ['dark', dark],
    ] as const)
      for (const [shade, name] of Object.entries(NAMES))
        expect([shade, TINTED[tint][scheme][shade as keyof Shades]]).toEqual([shade, valueIn(block, `tint-${name}`)]);
  });

  test.each(['light', 'dark'] as const)('text in an email can be read: %s', (scheme) => {
    for (const palette of [PLAIN, ...Object.values(TINTED)]) {
      const { page, card, box, ink, quiet, accent, onAccent } = palette[scheme];
      for (const ground of [page, card, box])
        for (const text of [ink, quiet, accent]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('the letter changes to the dark colours with the reader’s scheme, and stays small', () => {
    const { html: page } = renderEmail(LETTER);
    expect(page).toContain('@media (prefers-color-scheme:dark)');
    expect(page).toContain('name="color-scheme" content="light dark"');
    expect(page).toContain('name="viewport"');
    for (const shade of ['page', 'card', 'ink', 'quiet', 'accent'] as const)
      expect(page).toContain(`${TINTED.woad.dark[shade]}!important`);
    expect(page.length).toBeLessThan(100 * 1024);
  });
});

/** WCAG 2.2, contrast ratio of two colours. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
