import { describe, expect, test } from 'vitest';
import { htmlOf, problemsOf, startOf, templateFor } from './cancel-wizard-state.ts';

const event = { name: 'Midsummer Moot' };

describe('cancelling a registration', () => {
  test('cancelling a registration needs a reason, and your own words for a custom one', () => {
    expect(problemsOf(startOf(), 0)).toHaveProperty('reason');
    expect(problemsOf({ ...startOf(), reason: 'Capacity Limitation' }, 0)).toEqual({});
    expect(problemsOf({ ...startOf(), reason: 'Other', own: '  ' }, 0)).toHaveProperty('own');
    expect(problemsOf({ ...startOf(), reason: 'Other', own: 'x'.repeat(251) }, 0)).toHaveProperty('own');
    expect(problemsOf({ ...startOf(), reason: 'Custom', own: 'The kiln is broken.' }, 0)).toEqual({});
  });

  test('cancelling a registration needs a short subject and a body, unless no email is sent', () => {
    const written = { ...startOf(), reason: 'Custom' as const, own: 'x', subject: 'S', body: 'B' };
    expect(problemsOf(written, 1)).toEqual({});
    expect(problemsOf({ ...written, subject: '   ' }, 1)).toHaveProperty('subject');
    expect(problemsOf({ ...written, subject: '🔥'.repeat(91) }, 1)).toHaveProperty('subject');
    expect(problemsOf({ ...written, subject: '🔥'.repeat(90) }, 1)).toEqual({});
    expect(problemsOf({ ...written, body: ' ' }, 2)).toHaveProperty('body');
    expect(problemsOf({ ...written, subject: '', body: '', notify: false }, 1)).toEqual({});
  });

  test('a cancellation email starts with a template that names only the event, the reason and the creator', () => {
    const made = templateFor(
      { reason: 'Other', own: 'We moved.' },
      event,
      { name: 'Wren Halloran' },
      'maren@guild.example',
    );
    expect(made.body).toContain('Hello Wren,');
    expect(made.body).toContain('We moved.');
    expect(made.body).toContain('maren@guild.example');
    expect(
      templateFor({ reason: 'Other', own: 'x' }, { name: 'x'.repeat(200) }, { name: '' }, undefined).subject,
    ).toHaveLength(90);
  });

  test('a cancellation email’s body is sent as Base64 of UTF-8 HTML, with nothing in it that runs', () => {
    const html = new TextDecoder().decode(
      Uint8Array.from(atob(htmlOf('Grüße <b>\n& more\n\nEnd')), (sign) => sign.charCodeAt(0)),
    );
    expect(html).toBe('<p>Grüße &lt;b&gt;<br>&amp; more</p><p>End</p>');
  });
});
