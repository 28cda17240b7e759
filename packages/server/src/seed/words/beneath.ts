import { readTalk, type Thread } from './talk.ts';

/** The thread under a message, which is identified by how it begins. */
export type Beneath = { channel: string; under: string; replies: Thread };

const under = (channel: string, begins: string, talk: string): Beneath => ({
  channel,
  under: begins,
  replies: readTalk(talk)[0] ?? [],
});

/** Threads of the Makers' Guild. */
export const beneath: readonly Beneath[] = [
  under(
    'glaze-lab',
    'Cone 6 is out, and the tenmoku',
    `
farah: The rim on the left one! How thick did that go on?
ines +6: Three seconds in the bucket, then a wiped rim.
yuki +3: Wiped with what?
ines +1: A sponge that has seen better days.
hal +40: Can I photograph them before somebody drinks from one?
ines +9: Please. North light, about eleven.
dev +62: I would like the recipe for the wall.
ines +4: It is on the card, 14B, four per cent iron. {🙏 dev farah}
`,
  ),
  under(
    'mending',
    'Boots: the left sole',
    `
bea: Which thread did you use?
cass +12: Waxed linen, six cord. My fingers know about it.
imani +5: Leather thimble next time. I have two.
cass +2: I shall come and borrow one, and pretend it is for a friend. {😂 bea imani}
`,
  ),
  under(
    'mending',
    'Sashiko for beginners',
    `
sakura: Mark the grid with soap. It washes out.
mina +7: And chalk does not, ask me how I know.
freya +11: How do you know?
mina +1: It is a long story, and it is on my good jacket.
`,
  ),
];

/** How the messages begin that are pinned, by channel. */
export const pinned: readonly { channel: string; begins: string }[] = [
  { channel: 'glaze-lab', begins: 'Reminder, since it has happened twice' },
  { channel: 'glaze-lab', begins: 'New test tiles are up' },
  { channel: 'mending', begins: 'Sashiko for beginners' },
];
