import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { LIMITS, refusals } from '@folkmoot/contract/invitations/schema.ts';
import { whenOf } from '../../events/times/event-times.ts';

/** An invitation as it is written. */
export type Letter = {
  subject: string;
  /** What the editor holds; `FIRST_NAME` stands for the reader's first name. */
  html: string;
  /** What stands for the first name of people whose name is not known. */
  fallback: string;
  /** Whether the sender gets it too. */
  copy: boolean;
  /** Whether it was changed by hand. */
  edited: boolean;
  /** The words around a message that is still to be written. */
  frame?: string;
};

export type LetterProblems = { subject?: string; body?: string };

/** What stands for a first name in the editor and on the wire. */
export const FIRST_NAME = 'first_name';

const SPAN = new RegExp(`<span[^>]*data-field="${FIRST_NAME}"[^>]*>.*?</span>`, 'g');

/** What an invitation says before its sender writes another one. */
export function letterFor(event: EventView, inviter: string): Letter {
  const { day } = whenOf(event);
  const subject =
    event.tbdDate || event.start_epoc === null ? `Come to ${event.name}` : `Come to ${event.name} on ${day}`;
  return {
    subject: [...subject].slice(0, LIMITS.subject).join(''),
    html: [
      `Hello <span data-field="${FIRST_NAME}">first name</span>,`,
      `I’d like to invite you to ${escaped(event.name)}.`,
      escaped(inviter),
    ]
      .map((line) => `<p>${line}</p>`)
      .join(''),
    fallback: 'there',
    copy: false,
    edited: false,
  };
}

/** What a reminder says before its sender writes another one. */
export function reminderFor(event: EventView, sender: string): Letter {
  const { frame: _, ...plain } = messageFor(sender);
  return {
    ...plain,
    subject: [...`Will you come to ${event.name}?`].slice(0, LIMITS.subject).join(''),
    html: [
      `Hello <span data-field="${FIRST_NAME}">first name</span>,`,
      `You are invited to ${escaped(event.name)}, and I would love to know whether you can come.`,
      escaped(sender),
    ]
      .map((line) => `<p>${line}</p>`)
      .join(''),
  };
}

/** A message to guests before its sender has written it. */
export function messageFor(sender: string): Letter {
  const greeting = `<p>Hello <span data-field="${FIRST_NAME}">first name</span>,</p><p></p><p>${escaped(sender)}</p>`;
  return { subject: '', html: greeting, fallback: 'there', copy: false, edited: false, frame: textIn(greeting) };
}

/** What is wrong with it, by field. */
export function problemsIn({ subject, html, frame }: Letter): LetterProblems {
  const long = bytesOf(html).length > LIMITS.body * 3;
  return {
    ...(subject.trim() === '' && { subject: 'Subject is required.' }),
    ...(textIn(html) === frame && { body: 'Write your message below the greeting.' }),
    ...(textIn(html) === '' && { body: refusals.bodyBlank.message }),
    ...(long && { body: 'This message is too long.' }),
  };
}

/** What is left of a letter without its tags. */
export function textIn(html: string): string {
  return html.replace(/<[^>]*>|&nbsp;/g, '').trim();
}

/** It as a call carries it. */
export function sentLetter({ subject, html, fallback }: Letter): { subject: string; body: string } {
  const named = `<span data-field="${FIRST_NAME}" data-fallback="${escaped(fallback.trim())}">first name</span>`;
  const binary = Array.from(bytesOf(html.replace(SPAN, named)), (byte) => String.fromCharCode(byte)).join('');
  return { subject, body: btoa(binary) };
}

/** It as one person reads it. */
export function filledLetter({ html, fallback }: Pick<Letter, 'html' | 'fallback'>, firstName: string): string {
  return html.replace(SPAN, escaped(firstName || fallback.trim()));
}

export function asksForName({ html }: Pick<Letter, 'html'>): boolean {
  return html.includes(`data-field="${FIRST_NAME}"`);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
