import type { QuestionState } from '@folkmoot/contract/qna/schema.ts';

export type DemoQuestion = {
  content: string;
  /** Null for an anonymous one. */
  by: string | null;
  /** `pending` unless it says otherwise. */
  state?: QuestionState;
  /** How many of the guests vote for it. */
  votes?: number;
  reason?: string;
  isBookmarked?: true;
  isNow?: true;
  wordedByHost?: true;
  /** Of the question with which it was merged, its content. */
  mergedInto?: string;
  comments?: { by: string; content: string; reactions?: Record<string, string[]> }[];
};

/** The Q&A of the moot, in the order in which it was asked. */
export const moot: { slug: string; code: string; holdWords: string[]; questions: DemoQuestion[] } = {
  slug: 'midsummer-moot',
  code: 'bobbin-4821',
  holdWords: ['rent', 'landlord'],
  questions: [
    {
      content: 'Will the moot vote on the second kiln this year, or only talk about it again?',
      by: 'tomasz',
      state: 'published',
      votes: 23,
      isNow: true,
    },
    {
      content: 'Is the long shed step-free all day, or only until the stalls are up?',
      by: 'nadia',
      state: 'answered',
      votes: 17,
      comments: [
        {
          by: 'ines',
          content:
            'All day. We are leaving two metres down the middle this time, and the ramp to the print room stays out until nine.',
          reactions: { '❤️': ['nadia', 'imani', 'gwen'], '👏': ['piet'] },
        },
      ],
    },
    {
      content: 'Could membership be paid monthly? £90 in one go is hard in January.',
      by: null,
      state: 'published',
      votes: 31,
      isBookmarked: true,
      comments: [
        {
          by: 'maren',
          content: 'Gwen has worked out what it would cost us. She will bring the numbers to the assembly.',
          reactions: { '🙏': ['freya', 'linh', 'wren', 'jun'] },
        },
      ],
    },
    {
      content: 'Who keeps the keys when the keyholders’ rota has a gap, like last August?',
      by: 'alasdair',
      state: 'published',
      votes: 12,
    },
    {
      content: 'Will the extractor in the wood shop be mended before winter?',
      by: 'theo',
      state: 'published',
      votes: 19,
      wordedByHost: true,
      comments: [{ by: 'otis', content: 'The part is ordered. If it comes in July I can fit it in an afternoon.' }],
    },
    {
      content: 'Is there going to be a bike stand again at the fair?',
      by: 'kofi',
      state: 'answered',
      votes: 9,
      comments: [
        { by: 'ines', content: 'Yes, by the gate, with Des and the good pump.', reactions: { '🚲': ['kofi', 'des'] } },
      ],
    },
    { content: 'Can we bring our own mugs, or is there deposit crockery?', by: 'bea', state: 'answered', votes: 6 },
    {
      content: 'What happens to the money from the print auction?',
      by: 'rowan',
      state: 'published',
      votes: 14,
    },
    {
      content: 'Are we voting about the kiln?',
      by: 'saoirse',
      state: 'archived',
      mergedInto: 'Will the moot vote on the second kiln this year, or only talk about it again?',
    },
    { content: 'Why does the night ride always clash with choir?', by: 'sol', state: 'archived', votes: 3 },
    {
      content: 'Can I have the stall next to the tea urn?',
      by: 'hal',
      state: 'refused',
      reason: 'Stalls are drawn by lot on the Friday, so nobody can promise one. Come early and swap.',
    },
    {
      content: 'Could the apprentices have one evening a week with the big press to themselves?',
      by: 'freya',
      state: 'published',
      votes: 21,
    },
    { content: '金継ぎの作業台は使えますか？', by: 'sakura', state: 'published', votes: 5 },
    { content: 'Do dogs have to stay outside during the assembly?', by: 'zsofi' },
    { content: 'Is the landlord really selling the yard?', by: null },
    { content: 'Will the second kiln be voted on?', by: 'amara' },
    { content: 'Who do we ask if we would like to chair the moot next year?', by: 'oluwadamilola' },
  ],
};
