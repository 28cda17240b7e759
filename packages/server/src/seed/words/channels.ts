import type { ChannelMode, ChannelType } from '@folkmoot/contract/channels/schema.ts';

export type DemoChannel = {
  name: string;
  emoji: string;
  /** The category's name; null for channels above them all. */
  category: string | null;
  /** At most 250 characters. */
  topic: string;
  mode: ChannelMode;
  type: ChannelType;
  isDefault: boolean;
  /** Usernames; `everyone` for the default channels and those that nearly everybody joined. */
  members: 'everyone' | string[];
};

/** Categories in the order of the sidebar. */
export const categories = ['Commons', 'Workshops', 'Stewards'];

const stewards = 'maren ines elspeth tomasz otis gwen alasdair';

function names(text: string): string[] {
  return text.split(' ');
}

/** The twelve channels of the Makers' Guild. */
export const channels: DemoChannel[] = [
  {
    name: 'noticeboard',
    emoji: '📣',
    category: null,
    mode: 'public',
    type: 'announcement',
    isDefault: true,
    members: 'everyone',
    topic: 'One post a week: the things everyone needs to know.',
  },
  {
    name: 'hearth',
    emoji: '👋',
    category: null,
    mode: 'public',
    type: 'text',
    isDefault: true,
    members: 'everyone',
    topic: 'Say hello, ask anything, share the small wins.',
  },
  {
    name: 'lend-and-borrow',
    emoji: '🧰',
    category: 'Commons',
    mode: 'public',
    type: 'text',
    isDefault: false,
    members: 'everyone',
    topic: 'Clamps, ladders, jam pans. Say what, say until when, and bring it back cleaner than it came.',
  },
  {
    name: 'glaze-lab',
    emoji: '🏺',
    category: 'Workshops',
    mode: 'public',
    type: 'text',
    isDefault: false,
    members: names(
      'ines tomasz amara yuki saoirse farah sakura hal dev gwen luca wren kofi priya maren sol nour freya linh imani cass oluwadamilola elspeth',
    ),
    topic:
      'Recipes, firings and failures. Log every test tile: cone, clay body, thickness. Photos welcome, cracked pots especially.',
  },
  {
    name: 'wood-shop',
    emoji: '🪵',
    category: 'Workshops',
    mode: 'public',
    type: 'text',
    isDefault: false,
    members: names(
      'hal theo mateo ted sian bronagh freya piet maren ines otis cass kofi elspeth rowan alasdair des zsofi luca jun gwen wren yuki amara bea maximiliana',
    ),
    topic: 'Bench bookings, offcuts, sharpening and the lathe rota.',
  },
  {
    name: 'print-room',
    emoji: '🖨️',
    category: 'Workshops',
    mode: 'public',
    type: 'text',
    isDefault: false,
    members: names(
      'elspeth luca priya rowan nadia nour freya ines maren farah bea dev gwen ana hal oluwadamilola linh tomasz',
    ),
    topic: 'Type cases, ink, paper orders and proofs.',
  },
  {
    name: 'mending',
    emoji: '🧵',
    category: 'Workshops',
    mode: 'public',
    type: 'text',
    isDefault: false,
    members: names(
      'bea sol mina cass gwen imani ana ines rowan wren sakura maren zsofi nadia des maximiliana freya elspeth kofi bronagh piet theo',
    ),
    topic: 'Darning, sashiko, patch swaps. Thursdays at seven.',
  },
  {
    name: 'electronics-bench',
    emoji: '⚡',
    category: 'Workshops',
    mode: 'public',
    type: 'text',
    isDefault: false,
    members: names('dev jun linh otis ana ines des kofi alasdair rowan maren tomasz bea mina elspeth luca priya sol'),
    topic: 'Scopes, soldering and the fume extractor. Label your projects or they get recycled.',
  },
  {
    name: 'bike-stand',
    emoji: '🚲',
    category: 'Workshops',
    mode: 'public',
    type: 'text',
    isDefault: false,
    members: names('kofi des jun rowan piet saoirse linh mateo maren alasdair wren zsofi'),
    topic: 'Truing stand bookings and spare parts.',
  },
  {
    name: 'slow-craft',
    emoji: '🫖',
    category: 'Workshops',
    mode: 'public',
    type: 'text',
    isDefault: false,
    members: names('wren zsofi sian piet imani sol maximiliana gwen hal bea ted maren'),
    topic: 'Basketry, spoons, rope: the unhurried end of the shed.',
  },
  {
    name: 'keyholders',
    emoji: '🗝️',
    category: 'Stewards',
    mode: 'private',
    type: 'text',
    isDefault: false,
    members: names(`${stewards} hal dev kofi bea theo luca sol`),
    topic: 'Opening rota, alarms and the lost key.',
  },
  {
    name: 'midsummer-crew',
    emoji: '🎪',
    category: 'Stewards',
    mode: 'private',
    type: 'text',
    isDefault: false,
    members: names(
      `${stewards} yuki hal nadia sol kofi luca imani mateo bea dev piet oluwadamilola bronagh maximiliana wren`,
    ),
    topic: 'Planning the fair and the moot.',
  },
];
