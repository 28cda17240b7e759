import type { Visibility } from '@folkmoot/contract/communities/schema.ts';
import { people } from './people.ts';
import type { Thread } from './talk.ts';
import {
  choirRota,
  choirSongs,
  cycleRides,
  cycleWorkshop,
  gamesLibrary,
  gamesTable,
  growersPlots,
  growersSwaps,
  repairIntake,
  repairParts,
} from './talk-elsewhere.ts';

export type SmallChannel = { name: string; emoji: string; topic: string; isDefault: boolean; threads: Thread[] };

export type DemoCommunity = {
  name: string;
  slug: string;
  description: string;
  visibility: Visibility;
  /** A file of the logo set. */
  logo: string;
  /** Usernames; the first one made it. */
  members: string[];
  /** Empty for the guild: its channels are in channels.ts, its talk in threads.ts. */
  channels: SmallChannel[];
};

/** The six communities of the rail, in its order. */
export const communities: DemoCommunity[] = [
  {
    name: "Alderwick Makers' Guild",
    slug: 'alderwick-makers-guild',
    visibility: 'public',
    logo: 'guild.svg',
    description:
      'Forty people who make things, and one very old ropeworks on Tannery Row. Kilns, print room, wood shop, dye garden. Come and see.',
    members: people.map((person) => person.username),
    channels: [],
  },
  {
    name: 'Riverside Growers',
    slug: 'riverside-growers',
    visibility: 'public',
    logo: 'growers.svg',
    description:
      'Thirty-two plots between the weir and the railway, a seed library in a phone box, and a waiting list that moves. We grow food, dye plants and opinions about slugs.',
    members: ['sol', 'ines', 'wren', 'gwen', 'zsofi', 'imani', 'piet', 'bea', 'maximiliana', 'mina', 'maren'],
    channels: [
      { name: 'plots', emoji: '🌱', topic: 'Rota, water and weather.', isDefault: true, threads: growersPlots },
      {
        name: 'swaps',
        emoji: '🍅',
        topic: 'Seeds, seedlings and the courgette surplus.',
        isDefault: false,
        threads: growersSwaps,
      },
    ],
  },
  {
    name: 'Alderwick Cycle Co-op',
    slug: 'alderwick-cycle-co-op',
    visibility: 'public',
    logo: 'cycle.svg',
    description:
      'Rides for people who stop to look at herons, and a workshop where nobody laughs at your chain. Night rides on Fridays, build days on Sundays.',
    members: ['kofi', 'ines', 'des', 'jun', 'rowan', 'linh', 'saoirse', 'piet', 'mateo', 'dev'],
    channels: [
      {
        name: 'rides',
        emoji: '🚲',
        topic: 'Where, when, how far, and what kind of pie.',
        isDefault: true,
        threads: cycleRides,
      },
      {
        name: 'workshop',
        emoji: '🔧',
        topic: 'Build days, tools and donated frames.',
        isDefault: false,
        threads: cycleWorkshop,
      },
    ],
  },
  {
    name: 'Common Choir',
    slug: 'common-choir',
    visibility: 'public',
    logo: 'choir.svg',
    description:
      'No auditions. Forty voices, two accordions and a piano with eighty-one keys, on Tuesdays in the long shed. If you can say it, we can teach you to sing it.',
    members: ['maximiliana', 'ines', 'bea', 'bronagh', 'gwen', 'piet', 'oluwadamilola', 'maren'],
    channels: [
      {
        name: 'songs',
        emoji: '🎶',
        topic: 'What we are singing, and where we breathe.',
        isDefault: true,
        threads: choirSongs,
      },
      {
        name: 'biscuit-rota',
        emoji: '🍪',
        topic: 'The other thing that holds a choir together.',
        isDefault: false,
        threads: choirRota,
      },
    ],
  },
  {
    name: 'Repair Network North',
    slug: 'repair-network-north',
    visibility: 'private',
    logo: 'repair.svg',
    description:
      'Eleven towns that mend things on the same Saturday. We share parts, insurance wording, a sheet for every kind of toaster, and the good news.',
    members: ['otis', 'ines', 'dev', 'linh', 'alasdair', 'gwen', 'bea', 'ana', 'jun', 'mina', 'maren'],
    channels: [
      {
        name: 'intake',
        emoji: '🧾',
        topic: 'Numbers, sheets and what came in.',
        isDefault: true,
        threads: repairIntake,
      },
      { name: 'parts', emoji: '🔩', topic: 'Ask before you post a toaster.', isDefault: false, threads: repairParts },
    ],
  },
  {
    name: 'Thursday Board Games',
    slug: 'thursday-board-games',
    visibility: 'secret',
    logo: 'games.svg',
    description:
      'A long table, eighty-four games and a kettle. We begin at seven with something short and end when Hal has been found out.',
    members: ['jun', 'ines', 'hal', 'linh', 'rowan', 'luca', 'nadia'],
    channels: [
      {
        name: 'table',
        emoji: '🎲',
        topic: 'Who is coming, and what we play first.',
        isDefault: true,
        threads: gamesTable,
      },
      {
        name: 'library',
        emoji: '📦',
        topic: 'Boxes, missing cubes and new arrivals.',
        isDefault: false,
        threads: gamesLibrary,
      },
    ],
  },
];
