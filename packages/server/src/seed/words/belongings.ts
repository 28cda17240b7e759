import type { NotificationKind } from '@folkmoot/contract/notifications/schema.ts';

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
