import type { DemoEvent } from './events.ts';

/** An event whose tickets are sold, where payments are the sandbox's. */
export const soldEvent: DemoEvent = {
  slug: 'raku-days',
  name: 'Raku Days',
  summary: 'Two days at the kiln: throw, glaze, and pull your own pots out of the fire on the second evening.',
  description:
    '<p>Small groups, all clay and glazes included. You do not need to have thrown before: Tomasz and Ines are there the whole time, and there is soup at one.</p><p>Wear something that may get sooty. What you make is cool enough to take home by six on the second day.</p>',
  community: 'alderwick-makers-guild',
  host: 'ines',
  alsoHosts: ['maren'],
  cover: 'kiln',
  inDays: 44,
  at: '10:00',
  hours: 32,
  address: 'The Kiln Yard, 3 Potter’s Row',
  where: [54.066, -2.281],
  capacity: 24,
};

/** Its tickets: names, what they cost in pence, and how many there are. */
export const soldTickets = [
  { name: 'Both days', description: 'Clay and glazes included', price: 6800, capacity: 16 },
  { name: 'Firing day', description: 'Glaze and fire one pot', price: 2400, capacity: 12 },
] as const;

/** Who has bought which ticket, by username. */
export const buyers: readonly (readonly [username: string, ticket: number])[] = [
  ['otis', 0],
  ['luca', 1],
  ['yuki', 0],
  ['tomasz', 1],
  ['dev', 0],
  ['priya', 1],
];

/** What one of them got back, in pence. */
export const partlyRefunded = { username: 'luca', amount: 600 } as const;

/** What is on the invoices of these tickets. */
export const seller = {
  name: 'Ines Carvalho Ceramics',
  address: 'The Old Ropeworks\n14 Tannery Row\nAlderwick',
  taxNumber: 'GB 123 4567 89',
};
