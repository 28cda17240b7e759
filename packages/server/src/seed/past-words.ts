import type { DemoEvent } from './words/events.ts';
import { readTalk, type Thread } from './words/talk.ts';

/* The people and places in the past of everybody who has one (past.ts). */

const FRIEND = 'odile-marsh';
const COUSIN = 'bram-teasdale';
const LOUD = 'kit-rowntree';

const people = [
  { username: FRIEND, firstName: 'Odile', lastName: 'Marsh' },
  { username: COUSIN, firstName: 'Bram', lastName: 'Teasdale' },
  { username: 'sunniva-holt', firstName: 'Sunniva', lastName: 'Holt' },
  { username: LOUD, firstName: 'Kit', lastName: 'Rowntree' },
];

const talk = (first: string, second: string, third: string): Thread[] =>
  readTalk(`
${FRIEND}: ${first}
sunniva-holt +14: ${second}

${COUSIN}: ${third}
${LOUD} +3: I said so last week.

sunniva-holt: The key hangs where it always hangs.
${FRIEND} +22: @channel who locks up tonight?
`);

const communities = [
  {
    name: 'Saltmarsh Rowers',
    slug: 'saltmarsh-rowers',
    description: 'Six boats, and a tide table that nobody believes.',
    visibility: 'private' as const,
    channels: [
      {
        name: 'slipway',
        threads: talk(
          'High water is at seven on Thursday.',
          'Then we launch at half past six.',
          'The blue boat leaks again.',
        ),
      },
      {
        name: 'tea-hut',
        threads: talk('We are out of tea.', 'And of biscuits, since Sunday.', 'I can stop at the shop on the way.'),
      },
    ],
  },
  {
    name: 'Fen Lane Allotments',
    slug: 'fen-lane-allotments',
    description: 'Plots 1 to 44, and one shed.',
    visibility: 'private' as const,
    channels: [
      {
        name: 'plots',
        threads: talk('Plot 12 is free from March.', 'There are three on the list.', 'The water is on again.'),
      },
    ],
  },
  {
    name: 'Quayside Book Group',
    slug: 'quayside-book-group',
    description: 'One book a month, read or not.',
    visibility: 'private' as const,
    channels: [
      {
        name: 'this-month',
        threads: talk(
          'I have only read the first half.',
          'That is further than I am.',
          'We meet at the Anchor this time.',
        ),
      },
    ],
  },
];

const at = { cover: 'contour', hours: 2, address: '3 Quay Street', where: [51.75, 1.02] as [number, number] };

const event: DemoEvent = {
  ...at,
  slug: 'saltmarsh-regatta',
  name: 'Saltmarsh regatta',
  summary: 'Two races before the tide turns.',
  description: '<p>Two races before the tide turns, and soup.</p>',
  community: null,
  host: FRIEND,
  inDays: 12,
  at: '10:00',
  visibility: 'private',
};

export const village = { people, communities, event, friend: FRIEND, blocked: LOUD };

/** What a person with a past hosted, hosts and is still writing. */
export const ownEvents: readonly Omit<DemoEvent, 'host'>[] = [
  {
    ...at,
    slug: 'knot-evening',
    name: 'Knot evening',
    summary: 'Bring a rope.',
    description: '<p>Bring a rope.</p>',
    community: null,
    inDays: 19,
    at: '19:00',
    visibility: 'private',
    going: [FRIEND, COUSIN],
  },
  {
    ...at,
    slug: 'oar-painting',
    name: 'Oar painting',
    summary: 'Paint and brushes are here.',
    description: '<p>Paint and brushes are here.</p>',
    community: null,
    inDays: -23,
    at: '14:00',
    visibility: 'private',
    going: [FRIEND],
  },
  {
    ...at,
    slug: 'boat-jumble',
    name: 'Boat jumble',
    summary: '',
    description: '',
    community: null,
    inDays: 40,
    at: '09:00',
    visibility: 'private',
    status: 'draft',
  },
];

/** What two of the village have written to them, and nobody has read. */
export const directWords: Readonly<Record<string, readonly Thread[]>> = {
  [FRIEND]: readTalk(`
${FRIEND}: Are you coming on Thursday? We are one short in the green boat.
${FRIEND} +40: I can lend you gloves.
`),
  [COUSIN]: readTalk(`
${COUSIN}: I still have your saw.
`),
};
