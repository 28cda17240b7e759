import type { QuestionDraft } from '@folkmoot/contract/questionnaires/schema.ts';

/** Somebody without an account whom the host invited by email, and what became of it. */
export type DemoInvitation = { name: [string, string]; became: 'silent' | 'going' | 'not_going' | 'failed' };

/** An event of the demo world. `inDays` and `at` count from the day the world is made, on London's clocks. */
export type DemoEvent = {
  slug: string;
  name: string;
  summary: string;
  description: string;
  /** The community's slug; null for a person's own event. */
  community: string | null;
  host: string;
  alsoHosts?: string[];
  featured?: string[];
  cover: string;
  inDays: number;
  at: string;
  hours: number;
  address: string;
  /** Some miles around Alderwick: latitude and longitude. */
  where: [number, number];
  attend?: 'in_person' | 'virtual' | 'both';
  link?: string;
  capacity?: number;
  approval?: boolean;
  visibility?: 'public' | 'community' | 'private';
  status?: 'draft' | 'published' | 'cancelled';
  external?: string;
  tickets?: { name: string; description: string; capacity: number | null }[];
  questions?: QuestionDraft[];
  /** Who comes, by username; `everyone` for the whole guild. */
  going?: 'everyone' | string[];
  waiting?: string[];
  asking?: string[];
  declined?: string[];
  /** Guests without an account. */
  byMail?: [string, string][];
  invited?: DemoInvitation[];
};

const plain = { is_required: false, is_others: false, choices: [] };
const choose = (...texts: string[]) => texts.map((option_text) => ({ option_text }));

export const events: DemoEvent[] = [
  {
    slug: 'midsummer-moot',
    name: 'Midsummer Moot & Makers’ Fair',
    summary:
      'Stalls, hands-on workshops and music from late morning, then the guild’s open assembly under the oak as the sun goes down.',
    description:
      '<p>Once a year the workshops open their doors to everyone. Buy a bowl from the person who threw it, print your own poster on the 1912 Arab press, or sit in on the assembly where members decide what the guild does next.</p><p>Workshop places are limited to twelve per session. Dogs welcome on leads; the kiln yard is step-free, the print room has one step and a ramp.</p><h2>The day</h2><ul><li><strong>11:00</strong> Stalls and demonstrations open</li><li><strong>13:00</strong> Workshops, first session</li><li><strong>18:30</strong> The moot: open assembly, chaired by Maren Aldous</li></ul>',
    community: 'alderwick-makers-guild',
    host: 'maren',
    alsoHosts: ['ines'],
    featured: ['otis', 'luca'],
    cover: 'midsummer',
    inDays: 37,
    at: '11:00',
    hours: 10,
    address: 'The Old Ropeworks, 14 Tannery Row',
    where: [54.068, -2.277],
    capacity: 188,
    tickets: [
      { name: 'Day pass', description: 'Stalls, music and the moot', capacity: null },
      { name: 'Workshop pass', description: 'Day pass and one workshop', capacity: 24 },
      { name: 'Stallholder', description: 'A table in the long shed', capacity: 4 },
    ],
    questions: [
      {
        ...plain,
        question: 'Which workshop would you like?',
        type: 'single-select',
        is_required: true,
        choices: choose('Letterpress poster', 'Slip trailing on tiles', 'True your own wheel', 'None, just the fair'),
      },
      {
        ...plain,
        question: 'Could you lend a hand on the day?',
        type: 'multi-select',
        is_others: true,
        choices: choose('Setting up', 'Tea urn', 'Stewarding', 'Taking down'),
      },
      { ...plain, question: 'Anything we should know?', type: 'text' },
      { ...plain, question: 'A link to something you have made', type: 'link' },
    ],
    going: 'everyone',
    waiting: [],
    declined: ['hal', 'cass'],
    byMail: [
      ['Jonas', 'Feld'],
      ['Edith', 'Marlowe'],
      ['Ravi', 'Sahni'],
      ['Petra', 'Lindgren'],
    ],
  },
  {
    slug: 'mending-circle',
    name: 'Mending Circle',
    summary: 'Bring something with a hole in it.',
    description:
      '<p>Darning, patching and company. Thread, needles and tea are provided, and there is a lamp for everyone.</p>',
    community: 'alderwick-makers-guild',
    host: 'gwen',
    cover: 'mending',
    inDays: 1,
    at: '19:00',
    hours: 2,
    address: 'Long shed, The Old Ropeworks',
    where: [54.068, -2.277],
    visibility: 'community',
    capacity: 14,
    going: ['ines', 'mina', 'bea', 'imani', 'sol', 'ana', 'wren'],
  },
  {
    slug: 'repair-cafe-42',
    name: 'Repair Café No. 42',
    summary: 'Lamps, toasters, zips and the occasional accordion.',
    description: '<p>Nine repairers, one queue, free of charge. We mend it with you, so that next time you can.</p>',
    community: 'repair-network-north',
    host: 'otis',
    alsoHosts: ['ines'],
    cover: 'repair',
    inDays: 3,
    at: '10:00',
    hours: 4,
    address: 'Ropeworks yard, Tannery Row',
    where: [54.067, -2.279],
    going: ['yuki', 'dev', 'linh', 'alasdair', 'gwen', 'bea', 'ana', 'jun', 'mina', 'maren'],
    byMail: [
      ['Doris', 'Pell'],
      ['Samir', 'Awad'],
    ],
  },
  {
    slug: 'kiln-opening',
    name: 'Kiln Opening & Glaze Swap',
    summary: 'The door comes off at eleven. Whatever happened in there, we look at it together.',
    description: '<p>Bring a glaze you no longer want and take home one you will regret.</p>',
    community: 'alderwick-makers-guild',
    host: 'ines',
    cover: 'kiln',
    inDays: 10,
    at: '11:00',
    hours: 3,
    address: 'Kiln yard, The Old Ropeworks',
    where: [54.068, -2.277],
    approval: true,
    capacity: 20,
    going: ['tomasz', 'amara', 'saoirse', 'farah', 'sakura', 'piet'],
    asking: ['wren', 'freya', 'rowan', 'yuki'],
  },
  {
    slug: 'dye-garden-walk',
    name: 'Dye Garden Walk',
    summary: 'Weld, woad and madder where they grow.',
    description: '<p>An hour among the beds with Sol, then a pot of weld on the fire and a skein each to dip.</p>',
    community: 'riverside-growers',
    host: 'sol',
    cover: 'dye',
    inDays: 24,
    at: '10:30',
    hours: 2,
    address: 'Riverside plots, Mill Lane',
    where: [54.061, -2.292],
    capacity: 20,
    going: ['bea', 'wren', 'gwen', 'zsofi', 'imani', 'piet', 'maximiliana', 'mina', 'maren'],
    byMail: [
      ['Hugo', 'Brandt'],
      ['Ivy', 'Castell'],
    ],
  },
  {
    slug: 'night-ride',
    name: 'Night Ride to the Weir',
    summary: 'Eleven miles, no hurry, lights on.',
    description: '<p>We leave from the co-op door and nobody is left behind. Spare lights are in the blue box.</p>',
    community: 'alderwick-cycle-co-op',
    host: 'kofi',
    cover: 'contour',
    inDays: 8,
    at: '20:30',
    hours: 3,
    address: 'Cycle Co-op, 3 Station Approach',
    where: [54.072, -2.281],
    going: ['des', 'jun', 'rowan', 'linh', 'saoirse', 'piet', 'mateo', 'dev'],
  },
  {
    slug: 'pull-a-proof',
    name: 'Pull a Proof: Letterpress Weekend',
    summary: 'Two days, one press, twelve people with inky hands.',
    description:
      '<p>Set a line, lock it up, pull a proof, find the upside-down n. By Sunday everyone has a poster.</p>',
    community: 'alderwick-makers-guild',
    host: 'luca',
    alsoHosts: ['yuki'],
    cover: 'letterpress',
    inDays: 16,
    at: '09:30',
    hours: 8,
    address: 'Print room, The Old Ropeworks',
    where: [54.068, -2.277],
    capacity: 12,
    going: ['rowan', 'priya', 'nadia', 'freya', 'nour', 'farah', 'theo', 'mateo', 'amara', 'dev', 'linh', 'bea'],
    waiting: ['ines', 'jun', 'wren', 'ted'],
  },
  {
    slug: 'choir-for-everyone',
    name: 'Choir for Everyone',
    summary: 'In the chapel and on screen. No sight-reading, no auditions.',
    description: '<p>Four songs in an hour and a half. People at home hear us, and sing to their kettles.</p>',
    community: 'common-choir',
    host: 'maximiliana',
    cover: 'show',
    inDays: 5,
    at: '18:30',
    hours: 1.5,
    address: 'Weavers’ Chapel, Chapel Street',
    where: [54.07, -2.27],
    attend: 'both',
    link: 'https://meet.alderwick.example/choir',
    going: ['bea', 'bronagh', 'gwen', 'piet', 'oluwadamilola', 'maren'],
  },
  {
    slug: 'regional-repair-day',
    name: 'Northern Repair Day',
    summary: '',
    description: '',
    community: 'repair-network-north',
    host: 'otis',
    cover: 'pegboard',
    inDays: 45,
    at: '10:00',
    hours: 6,
    address: '',
    where: [53.8, -1.55],
    external: 'https://repair-north.example/day',
  },
  {
    slug: 'keyholders-supper',
    name: 'Keyholders’ Supper',
    summary: 'For those who lock up.',
    description: '<p>Soup, bread, and the question of the back gate.</p>',
    community: 'alderwick-makers-guild',
    host: 'maren',
    cover: 'grain',
    invited: [
      { name: ['Ada', 'Whitlock'], became: 'going' },
      { name: ['Ben', 'Okafor'], became: 'not_going' },
      { name: ['Clara', 'Nyberg'], became: 'silent' },
      { name: ['Dev', 'Anand'], became: 'silent' },
      { name: ['Effie', 'Munro'], became: 'failed' },
    ],
    inDays: 12,
    at: '19:30',
    hours: 3,
    address: 'Maren’s kitchen',
    where: [54.065, -2.27],
    visibility: 'private',
    going: ['ines', 'tomasz', 'otis', 'gwen'],
  },
  {
    slug: 'spring-joinery',
    name: 'Hand-cut Joinery',
    summary: 'Four joints in a day.',
    description: '<p>Theo showed us dovetails that close with a sigh.</p>',
    community: 'alderwick-makers-guild',
    host: 'theo',
    cover: 'joinery',
    inDays: -20,
    at: '10:00',
    hours: 6,
    address: 'Wood shop, The Old Ropeworks',
    where: [54.068, -2.277],
    capacity: 8,
    going: ['ines', 'hal', 'mateo', 'ted', 'freya', 'yuki', 'maren'],
  },
  {
    slug: 'autumn-show',
    name: 'Autumn Show',
    summary: 'What we made this year.',
    description: '<p>Still to be written.</p>',
    community: 'alderwick-makers-guild',
    host: 'ines',
    cover: 'town',
    inDays: 90,
    at: '17:00',
    hours: 4,
    address: 'The Old Ropeworks, 14 Tannery Row',
    where: [54.068, -2.277],
    status: 'draft',
  },
];
