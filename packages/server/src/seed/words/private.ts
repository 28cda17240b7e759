import type { NotificationKind } from '@folkmoot/contract/notifications/schema.ts';
import { readTalk, type Thread } from './talk.ts';

/** A private conversation, or a group with a name of its own. */
export type PrivateTalk = { people: readonly string[]; name: string; threads: readonly Thread[] };

/** What is said between a few. The first of the people has started it. */
export const privateTalk: readonly PrivateTalk[] = [
  {
    people: ['ines', 'yuki'],
    name: '',
    threads: readTalk(`
ines: Could you open up on Wednesday? I am at the dentist until eleven.
yuki +9: Of course. Do I need the second key for the kiln room?
ines +2: Yes, the one with the blue string. It is in the tin behind the wedging table.
yuki +1: The tin that says biscuits?
ines +1: The tin that says biscuits. There are no biscuits. {😢 yuki}

yuki: Two places left on the afternoon wheel slot. Shall I offer them to the waiting list?
ines +31: Yes please, top of the list first.
yuki +55: Both taken. That was quick.
yuki +2: And somebody asked whether left-handed people may come.
`),
  },
  {
    people: ['maren', 'ines'],
    name: '',
    threads: readTalk(`
maren: The council answered about the yard. They would like to see it on Thursday.
ines +14: Before or after the firing?
maren +3: Before, so that nobody sees the smoke.
ines +1: There is no smoke. It is an electric kiln.
maren +1: I know. *They* do not.

maren: Could you bring the insurance papers on Thursday? The folder is the green one.
`),
  },
  {
    people: ['hal', 'ines'],
    name: '',
    threads: readTalk(`
hal: Your portrait from the open day is ready. You are laughing in all of them but one.
ines +22: Then take the one.
hal +3: In that one you are sneezing.
`),
  },
  {
    people: ['tomasz', 'ines', 'maren', 'yuki'],
    name: 'Midsummer van',
    threads: readTalk(`
tomasz: The van is ours from Friday at four. It is the long one.
maren +8: Who drives the long one?
tomasz +2: I do, there. Somebody else back. I shall be tired and covered in ash.
yuki +17: I can drive back, if nobody minds *slow*.
maren +1: Slow is how we like our pots carried. {❤️ yuki tomasz ines}

tomasz: Load list so far: two kilns' worth of crates, the gazebo, forty chairs, the big kettle.
yuki +6: The kettle rides in front.
maren +3: The kettle has its own seat belt. {😂 tomasz yuki}
`),
  },
];

/** What one of the people who can sign in has been told, saved and gathered, and whom they have blocked. */
export type DemoBelongings = {
  /** How messages of the guild begin that are saved, by channel. */
  saved: readonly { channel: string; begins: string }[];
  /** What is new about an event, and who caused it. */
  news: readonly { kind: NotificationKind; event: string; from: string }[];
  groups: readonly { name: string; guests: readonly string[] }[];
  blocked: readonly string[];
};

export const belongings: Readonly<Record<string, DemoBelongings>> = {
  maren: {
    saved: [
      { channel: 'noticeboard', begins: 'We have a new lease' },
      { channel: 'glaze-lab', begins: 'Cone 6 is out' },
    ],
    news: [
      { kind: 'registration', event: 'midsummer-moot', from: 'wren' },
      { kind: 'registration', event: 'keyholders-supper', from: 'gwen' },
    ],
    groups: [{ name: 'Keyholders', guests: ['ines', 'tomasz', 'otis', 'gwen'] }],
    blocked: ['bargain-barn'],
  },
  ines: {
    saved: [{ channel: 'glaze-lab', begins: '@ines could you bring' }],
    news: [{ kind: 'registration', event: 'kiln-opening', from: 'piet' }],
    groups: [{ name: 'Wheel slots', guests: ['yuki', 'tomasz', 'amara', 'saoirse'] }],
    blocked: ['bargain-barn'],
  },
  yuki: {
    saved: [{ channel: 'glaze-lab', begins: 'Kiln 2 unloads tomorrow' }],
    news: [{ kind: 'event_changed', event: 'midsummer-moot', from: 'maren' }],
    groups: [{ name: 'Bread people', guests: ['gwen', 'piet', 'bea'] }],
    blocked: ['bargain-barn'],
  },
};
