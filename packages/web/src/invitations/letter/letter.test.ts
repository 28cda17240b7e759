import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { expect, test } from 'vitest';
import { asksForName, filledLetter, letterFor, problemsIn, sentLetter } from './letter.ts';

const event = {
  name: 'Salt & <Smoke>',
  start_epoc: 1_781_949_600,
  end_epoc: 1_781_985_600,
  time_zone: 'Europe/London',
  is_all_day: false,
  tbdDate: false,
} as EventView;

const decoded = (body: string) => new TextDecoder().decode(Uint8Array.from(atob(body), (one) => one.charCodeAt(0)));

test('letter: it begins with a greeting by first name, and names of people and events are text', () => {
  const letter = letterFor(event, 'Ines "I" Carvalho');
  expect(letter.subject).toMatch(/^Come to Salt & <Smoke> on .*2026$/);
  expect(letter.html).toContain('Salt &amp; &lt;Smoke&gt;');
  expect(asksForName(letter)).toBe(true);
  expect(problemsIn(letter)).toEqual({});
  expect(letterFor({ ...event, tbdDate: true }, 'Ines').subject).toBe('Come to Salt & <Smoke>');
});

test('letter: it is sent as UTF-8, with what stands for a name that is not known', () => {
  const letter = { ...letterFor(event, 'Zoë'), fallback: ' "friend" ' };
  expect(decoded(sentLetter(letter).body)).toContain(
    '<span data-field="first_name" data-fallback="&quot;friend&quot;">first name</span>,',
  );
  expect(decoded(sentLetter(letter).body)).toContain('Zoë');
});

test('letter: a reader sees their name, or what stands for it', () => {
  const letter = { ...letterFor(event, 'Zoë'), fallback: '<b>' };
  expect(filledLetter(letter, 'Amara')).toContain('Hello Amara,');
  expect(filledLetter(letter, '')).toContain('Hello &lt;b&gt;,');
});

test('letter: without a subject or a message it is not sent', () => {
  expect(problemsIn({ ...letterFor(event, 'Zoë'), subject: ' ', html: '<p> &nbsp;</p>' })).toEqual({
    subject: 'Subject is required.',
    body: 'Write a message.',
  });
});
