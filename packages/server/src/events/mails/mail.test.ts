import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { describe, expect, test } from 'vitest';
import type { Participation } from '../../participations/store.ts';
import { eventMail } from './mail.ts';
import type { MailEvent } from './mails-store.ts';
import { EMAIL_TEXTS, type MailParts } from './texts-mail.ts';

const HOSTILE = `<b class="a">&amp;</b>`;
const ORIGIN = 'https://folkmoot.example';
const ID = '0190a3b4-0000-7000-8000-00000000000a';
const KINDS = [...Object.keys(EMAIL_TEXTS), 'cancelled_by_host'];

const seconds = (at: string) => Date.parse(at) / 1000;

const EVENT = {
  id: ID,
  alias: 'kiln-opening',
  name: `Kiln ${HOSTILE}`,
  summary: `Bring ${HOSTILE}`,
  description: '<p>Clay.</p>',
  status: 'published',
  visibility: 'public',
  server: { id: ID, slug: 'guild', name: `Guild ${HOSTILE}`, logo: null, visibility: 'public' },
  hosts: ['Maren', 'Otis', 'Ines', 'Yuki', 'Gwen'].map((firstName, at) => ({
    ...{ id: `${at}`, participationId: `${at}`, username: '', imageUrl: null, isCreator: at === 0 },
    ...{ firstName, lastName: HOSTILE, role: 'host' },
  })),
  start_epoc: seconds('2031-06-20T10:00:00Z'),
  end_epoc: seconds('2031-06-20T20:00:00Z'),
  time_zone: 'Europe/London',
  is_all_day: false,
  tbdDate: false,
  tbdLocation: false,
  attend_type: 'both',
  attend_type_details: { virtual_address: 'https://call.example/1', in_person_address: `Kiln Yard ${HOSTILE}` },
  location: null,
  cover: `/files/${ID}/large`,
  coverCredit: { text: `Ana ${HOSTILE}`, url: 'https://photos.example/ana' },
  tint: 'woad',
  viewer: { ticketName: `Pass ${HOSTILE}` },
  sequence: 0,
  changed: new Date(0),
  zone: 'America/New_York',
  hidden: [],
} as unknown as MailEvent;

const WHOSE = { id: ID, userId: null, status: 'going', role: 'guest', askedRole: 'host', waitlistPosition: 2 };

function partsOf(event: Partial<EventView & MailEvent> = {}, more: Partial<MailParts> = {}): MailParts {
  return {
    event: { ...EVENT, ...event } as MailEvent,
    reader: { firstName: `Bea ${HOSTILE}`, lastName: '', address: 'bea@post.example' },
    whose: WHOSE as unknown as Participation,
    token: 'secret',
    stop: 'stop',
    by: { firstName: 'Hedda', lastName: HOSTILE, address: 'hedda@post.example' },
    product: 'Folkmoot',
    origin: ORIGIN,
    note: {
      ...{ reason: `Reason ${HOSTILE}`, message: `Message ${HOSTILE}`, name: `Ada ${HOSTILE}`, guests: 3 },
      ...{ subject: 'About Saturday', text: 'Dear all', html: '<p>Dear <strong>all</strong></p>' },
      before: {
        ...{ start_epoc: seconds('2031-06-19T10:00:00Z'), end_epoc: seconds('2031-06-19T12:00:00Z') },
        ...{ time_zone: 'Europe/London', is_all_day: false, tbdDate: false, where: `Old Yard ${HOSTILE}` },
      },
    },
    ...more,
  };
}

/** An email, with the blanks of its preview and the colours left out. */
function written(kind: string, parts = partsOf()) {
  const mail = eventMail(kind, parts);
  if (mail === undefined) throw new Error(`There is no email of the kind ${kind}.`);
  return { ...mail, flat: mail.text.replace(/\s+/g, ' ') };
}

describe('emails about events', () => {
  test.each(KINDS)('%s: whole in HTML and in plain text, escaped, with absolute links, small', (kind) => {
    const states = [
      partsOf(),
      partsOf({ visibility: 'private', server: null, hosts: [], cover: null, zone: null }, { whose: undefined }),
      partsOf({ tbdDate: true, tbdLocation: true, start_epoc: null, end_epoc: null }, { note: {} }),
      partsOf({ is_all_day: true, status: 'cancelled', tint: 'slate' }, { by: undefined, stop: undefined }),
    ];
    // Only a person who can be answered writes to the hosts.
    for (const parts of states.filter(({ by }) => by !== undefined || kind !== 'host_message')) {
      const { subject, html, text } = written(kind, parts);
      for (const part of [subject, html, text]) expect(part).not.toMatch(/undefined|null|NaN|Invalid|\[object/);
      expect(text.length).toBeGreaterThan(80);
      expect(html).not.toContain('<b class');
      for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) expect(address).toMatch(/^https:\/\//);
      // What can be pressed is in the plain twin too; the picture, the credit and the product's name need not be.
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
      for (const address of links.filter((one) => one !== ORIGIN && !one.startsWith('https://photos')))
        expect(text).toContain(address);
      expect(html.length).toBeLessThan(100 * 1024);
      expect(text).toContain('You received this email because ');
    }
  });

  test('a guest reads when on both clocks, where, with which ticket and who hosts, and can cancel', () => {
    const { flat, html, attachments } = written('going', partsOf({}, { note: {} }));
    expect(flat).toContain(
      'When: Friday, 20 June 2031, 11:00 to 21:00 BST; Your time: Friday, 20 June 2031, 06:00 to 16:00 Where',
    );
    expect(flat).toContain('Where: Kiln Yard');
    expect(flat).toContain('Online: https://call.example/1');
    expect(flat).toContain('Ticket: Pass');
    expect(flat).toMatch(/Hosts: Maren .*, Otis .* and 3 others/);
    expect(flat).toContain(`Cancel registration ${ORIGIN}/kiln-opening?token=secret#cancel`);
    expect(flat).toContain('Add to Google Calendar https://calendar.google.com/');
    expect(flat).toContain('Add to Outlook https://outlook.live.com/');
    expect(html).toContain(`src="${ORIGIN}/files/${ID}/og"`);
    expect(attachments).toHaveLength(1);
    expect(flat).toContain(`Ask the hosts ${ORIGIN}/kiln-opening?token=secret#contact`);
    // Only the person who registered may get the link to their registration.
    expect(flat.match(/token=secret/g)).toHaveLength(3);
  });

  test.each(['going', 'waitlisted', 'changed', 'refunded', 'event_cancelled', 'reminder_day'])(
    'an email about %s leads to the hosts, and gives nobody’s address',
    (kind) => {
      const mail = eventMail(kind, partsOf({}, { note: {} }));
      expect([mail?.replyTo, mail?.text.includes('Ask the hosts')]).toEqual([undefined, true]);
      const blocked = partsOf({ hidden: [ID] }, { note: {} });
      expect(eventMail(kind, blocked)?.text).not.toContain('Ask the hosts');
    },
  );

  test('a reader in the event’s own zone, or whose zone nobody knows, reads one time', () => {
    for (const zone of ['Europe/London', 'Europe/Jersey', 'UTC', null])
      expect(written('going', partsOf({ zone })).flat).not.toContain('Your time');
  });

  test('a host who is hidden from the reader is not named', () => {
    const { flat } = written('going', partsOf({ hidden: ['0', '1', '2'] }));
    expect(flat).toMatch(/Hosts: Yuki .* and Gwen/);
    expect(flat).not.toMatch(/Maren|Otis|Ines/);
  });

  test('a picture that only some may see is in no email, our own covers are in all', () => {
    for (const visibility of ['private', 'community'] as const) {
      expect(written('going', partsOf({ visibility })).html).not.toContain('<img');
      const { html } = written('going', partsOf({ visibility, cover: '/art/covers/kiln.webp' }));
      expect(html).toContain(`src="${ORIGIN}/art/covers/og/kiln.jpg"`);
    }
    expect(written('asked', partsOf({ status: 'draft' })).html).not.toContain('<img');
  });

  test('people who are refused, or have not answered yet, do not learn where the event is', () => {
    for (const kind of ['access_refused', 'declined', 'request_declined', 'asked'])
      expect(written(kind).flat, kind).not.toMatch(/Kiln Yard|call\.example/);
  });

  test('the button of a request for access leads to where it can be answered', () => {
    expect(written('access_asked').html).toMatch(/\/events\/manage\/[^"?]+\?tab=info#section-access"/);
    expect(written('asks_to_come').html).toMatch(/\/events\/manage\/[^"?]+\?tab=guests&amp;status=requested"/);
  });

  test('a change says what it was before, in the subject and beside what is new', () => {
    const both = written('changed');
    expect(both.subject).toBe(`New time and place: Kiln ${HOSTILE}`);
    expect(both.flat).toContain('21:00 BST; Your time');
    expect(both.flat).toContain('(was: Thursday, 19 June 2031, 11:00 to 13:00 BST)');
    expect(both.flat).toContain('(was: Old Yard');
    expect(both.html).toContain('line-through');
    const { start_epoc, end_epoc, time_zone, is_all_day, tbdDate } = EVENT;
    const before = { start_epoc, end_epoc, time_zone, is_all_day, tbdDate, where: 'Old Yard' };
    const place = written('changed', partsOf({}, { note: { before } }));
    expect(place.subject).toContain('New place');
    expect(place.flat.match(/\(was: /g)).toHaveLength(1);
    // Written before there was anything to compare with.
    expect(written('changed', partsOf({}, { note: {} })).flat).not.toContain('was:');
  });

  test('a declined request is called a request, and carries what the hosts wrote', () => {
    const { subject, flat } = written('request_declined');
    expect(subject).toContain('About your request to join');
    expect(flat).toContain(`From the hosts: Reason ${HOSTILE}`);
    expect(flat).not.toMatch(/cancelled|your registration/i);
  });

  test('people with an account are led to their settings, others are not', () => {
    const settings = `${ORIGIN}/settings/notifications`;
    expect(written('going').flat).not.toContain(settings);
    const whose = { ...WHOSE, userId: ID } as unknown as Participation;
    expect(written('going', partsOf({}, { whose })).flat).toContain(settings);
    expect(written('made_host', partsOf({}, { whose: undefined, note: { userId: ID } })).flat).toContain(settings);
  });

  test('a cancelled event offers neither calendars nor a way to cancel, and its hosts keep theirs', () => {
    const { flat } = written('event_cancelled', partsOf({ status: 'cancelled' }));
    expect(flat).not.toMatch(/#cancel|calendar\.google/);
    const whose = { ...WHOSE, role: 'host' } as unknown as Participation;
    expect(written('changed', partsOf({}, { whose })).flat).not.toContain('#cancel');
  });
});
