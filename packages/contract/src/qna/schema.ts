import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { DELETED_MEMBER } from '../communities/audit-schema.ts';
import type { DeclineReason } from '../core/decline.ts';
import { Id } from '../core/ids.ts';
import { isSeen, oneLine } from '../core/text.ts';
import { QueryFlag, text } from '../core/text-schema.ts';
import { Epoch } from '../core/time.ts';
import { EventStatus } from '../participations/schema.ts';
import { Reason } from '../reports/schema.ts';

export const LIMITS = {
  content: 250,
  comment: 1000,
  reason: 250,
  /** What somebody who comes by the code calls themselves. */
  name: 60,
  /** Different emoji under a comment. */
  reactions: 20,
  holdWords: 100,
  holdWord: 40,
  /** Questions of one event, in every state. */
  questions: 5000,
  /** Comments under one question. */
  comments: 500,
  /** Questions that one call approves when it approves all that wait. */
  approvedAll: 500,
  /** Questions that are approved at once by their ids, and keys that are asked about at once. */
  approved: 50,
  keys: 100,
  /** People who came by one event's code. */
  guests: 5000,
  /** Faces beside the number of people who are watching. */
  faces: 5,
} as const;

/** Questions, comments and reactions a page, as the specification says. */
export const QNA_PAGE = 10;

/**
 * How often one person may act: per minute, and for questions per hour too. `comments` counts new ones and changes, `reactions` those
 * added and removed. `rewordings`: of one question, by its asker. Each is told to everybody who is watching.
 */
export const RATES = {
  questions: 5,
  questionsAnHour: 30,
  votes: 60,
  comments: 10,
  reactions: 60,
  rewordings: 10,
} as const;

/** How long after an event its Q&A stays open, in seconds. */
export const OPEN_AFTER = 7 * 24 * 3600;

/** What screens keep to: how seldom a list changes its order, how long that takes, and how long an answer can be undone (milliseconds). */
export const PACE = { order: 3000, move: 340, undo: 10_000, spread: 2000 } as const;

export const QnaStatus = z.enum(['enabled', 'disabled']);
export type QnaStatus = z.infer<typeof QnaStatus>;

/** `featured_guest` includes the hosts. */
export const WhoCanComment = z.enum(['all', 'host', 'featured_guest']);
export type WhoCanComment = z.infer<typeof WhoCanComment>;

/**
 * `pending`: waits for a host. `published`: everybody sees it and can vote. `answered` and `archived` keep their votes
 * and take no more. `refused` has a reason, which its asker reads. A question that was merged is `archived`, and has `mergedInto`.
 */
export const QuestionState = z.enum(['pending', 'published', 'answered', 'archived', 'refused']);
export type QuestionState = z.infer<typeof QuestionState>;

const holdWordsMessage = `Enter at most ${LIMITS.holdWords} words.`;
const HoldWord = z
  .string()
  .transform(oneLine)
  .pipe(z.string().max(LIMITS.holdWord, `A word cannot exceed ${LIMITS.holdWord} characters.`));

export const SettingsFields = z.object({
  status: QnaStatus,
  approveQuestionsForModeration: z.boolean(),
  allowAnonymousQuestions: z.boolean(),
  whoCanComment: WhoCanComment,
  /** Whether the code lets people take part who are not on the guest list, under a name that they type. */
  joinByCode: z.boolean(),
  /** Questions with one of these words wait for a host, whether or not approval is on. */
  holdWords: z
    .array(HoldWord)
    .max(LIMITS.holdWords, holdWordsMessage)
    .transform((words) => [...new Set(words.filter((word) => word !== ''))]),
});
export type SettingsFields = z.infer<typeof SettingsFields>;

export const DEFAULTS: SettingsFields = {
  status: 'disabled',
  approveQuestionsForModeration: true,
  allowAnonymousQuestions: false,
  whoCanComment: 'host',
  joinByCode: false,
  holdWords: [],
};

/**
 * What the viewer is here. `host`: hosts and holders of MANAGE_EVENTS. `attendee`: everybody else who is going, and people who
 * came by the code. `reader`: sees the event, and does not take part.
 */
export const QnaRole = z.enum(['host', 'featured_guest', 'attendee', 'reader']);
export type QnaRole = z.infer<typeof QnaRole>;

/** Who asked or commented. Without an account `userId` is null. */
export const AskerView = z.object({
  name: z.string(),
  userId: Id.nullable(),
  profile_photo: z.string().nullable(),
  role: QnaRole,
});
export type AskerView = z.infer<typeof AskerView>;

export const SimilarView = z.object({ _id: Id, content: z.string(), votes: z.int() });

/**
 * A question. The names below `isNow` are only there for people who may know them; live events never have them.
 * Unix seconds throughout.
 */
export const QuestionView = z.object({
  _id: Id,
  eventId: Id,
  content: z.string(),
  isAnonymous: z.boolean(),
  /** Null if it is anonymous, or if the account is gone. */
  asker: AskerView.nullable(),
  state: QuestionState,
  votes: z.int(),
  /** Grows with each change of the question: of two counts of votes, the one with the higher number is newer. */
  rev: z.int(),
  comments: z.int(),
  /** A host has changed its words. */
  wordedByHost: z.boolean(),
  created_epoc: Epoch,
  /** When hosts let it through, or when it was asked if nobody had to. */
  published_epoc: Epoch.nullable(),
  answered_epoc: Epoch.nullable(),
  isNow: z.boolean(),
  /** Since when it is the question that is being answered. */
  now_epoc: Epoch.nullable(),
  /** Whether the viewer votes for it. */
  voted: z.boolean().optional(),
  /** The viewer asked it under their name. Anonymous ones are found by their keys alone. */
  isMine: z.boolean().optional(),
  /** For hosts and for its asker: why it was refused. */
  reason: z.string().optional(),
  /** For hosts and for its asker: the question with which it was merged, and its votes. */
  mergedInto: SimilarView.nullable().optional(),
  /** For hosts. */
  isBookmarked: z.boolean().optional(),
  /** For hosts: it waits because of one of the words that hold. */
  isHeld: z.boolean().optional(),
  /** For hosts: how many people have reported it since a host last looked at it. */
  reports: z.int().optional(),
  /** For hosts: what these people said is wrong, oldest first. Nobody is named. */
  reported: z.array(z.object({ reason: Reason, note: z.string() })).optional(),
  /** For hosts, of a pending question: the published one that it is most like. */
  similar: SimilarView.nullable().optional(),
});
export type QuestionView = z.infer<typeof QuestionView>;

/** What a browser that asked anonymously is told about its question; `key` is what it sent. */
export const OwnQuestionView = QuestionView.extend({ key: z.string() });
export type OwnQuestionView = z.infer<typeof OwnQuestionView>;

/**
 * The Q&A of an event for its viewer. The rules of `rules.ts` decide from it what they may do, and why not.
 * `holdWords` is empty, and `code` null, for everybody but hosts.
 */
export const QnaView = SettingsFields.extend({
  eventId: Id,
  alias: z.string(),
  name: z.string(),
  eventStatus: EventStatus,
  /** When asking and voting end; null while the event has no date. */
  closes_epoc: Epoch.nullable(),
  role: QnaRole,
  /** The name under which the viewer asks; null if they do not take part. */
  viewerName: z.string().nullable(),
  /** A word and six digits, such as `harbour-482153`; null while Q&A is disabled. */
  code: z.string().nullable(),
  /** The address that the QR code holds; null without a code. */
  joinUrl: z.string().nullable(),
  /** The question that is being answered. */
  now: QuestionView.nullable(),
});
export type QnaView = z.infer<typeof QnaView>;

export const QnaStats = z.object({
  /** Published and answered ones. */
  questions: z.int(),
  answered: z.int(),
  votes: z.int(),
  /** People who asked under their name, voted or commented. Anonymous askers are not among them; say so beside the number. */
  people: z.int(),
  /** Anonymous questions among `questions`. */
  anonymous: z.int(),
  /** For hosts; otherwise null. */
  pending: z.int().nullable(),
  watching: z.int(),
});

/** How many questions are in each state. For everybody but hosts, only published and answered ones are counted; the others are 0. */
export const QnaCounts = z.object({
  pending: z.int(),
  published: z.int(),
  answered: z.int(),
  archived: z.int(),
  refused: z.int(),
  bookmarked: z.int(),
  /** Which the viewer asked under their name, in every state. */
  mine: z.int(),
});
export type QnaCounts = z.infer<typeof QnaCounts>;

export const SortBy = z.enum(['votes', 'newest', 'oldest']);
export type SortBy = z.infer<typeof SortBy>;

/**
 * `isArchived`, `isBookmarked`, `isPending` and every `status` but `published` and `answered` are for hosts: others get an
 * empty page. Without any of them: published and answered ones, published first when they are sorted by votes.
 */
export const QuestionQuery = z.object({
  page: z.coerce.number().int().min(1).max(1000).default(1),
  limit: z.coerce.number().int().min(1).max(50).default(QNA_PAGE),
  status: QuestionState.optional(),
  /** `false`: published ones. */
  isAnswered: QueryFlag.optional(),
  isArchived: QueryFlag.optional(),
  isBookmarked: QueryFlag.optional(),
  isPending: QueryFlag.optional(),
  /** The viewer's own questions under their name, in every state, newest first. */
  isMine: QueryFlag.optional(),
  sortBy: SortBy.default('votes'),
  search: z.string().max(100).default(''),
});
export type QuestionQuery = z.infer<typeof QuestionQuery>;

/** One page of a list of the specification's Q&A backend. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), count: z.int() });
}

export const PageOfTen = z.object({
  page: z.coerce.number().int().min(1).max(1000).default(1),
  limit: z.coerce.number().int().min(1).max(50).default(QNA_PAGE),
});

/** The sentences at the field of the question. */
export const CONTENT = { required: 'Write your question.', long: 'A question cannot exceed 250 characters.' } as const;

export const Content = text({ required: CONTENT.required, max: [LIMITS.content, CONTENT.long] })
  .refine((raw) => raw.trim() === '' || isSeen(raw), CONTENT.required)
  .transform(oneLine);

/** What a browser makes for each question, of at least 16 random bytes in base64url, and keeps. */
export const QuestionKey = z.string().regex(/^[\w-]{22,64}$/, 'This key cannot be used.');

export const NewQuestion = z.object({
  content: Content,
  isAnonymous: z.boolean().default(false),
  /** Sent again with the same key, nothing further happens. */
  key: QuestionKey,
});

const WhyRefused = z
  .string()
  .transform((raw) => raw.trim())
  .pipe(z.string().max(LIMITS.reason, `A reason cannot exceed ${LIMITS.reason} characters.`));

/** What hosts do with a question, or its asker with its words. Exactly one of: content, status, isBookmarked, isNow. */
export const QuestionChange = z
  .object({
    content: Content.optional(),
    /** The state that the host saw; with `status`. */
    from: QuestionState.optional(),
    status: QuestionState.optional(),
    /** For the asker, with `status: 'refused'`. */
    reason: WhyRefused.default(''),
    isBookmarked: z.boolean().optional(),
    /** `true`: it is being answered now, instead of the one before. `false`: it goes back into the list. */
    isNow: z.boolean().optional(),
    /** Of an anonymous question, instead of a session. */
    key: QuestionKey.optional(),
  })
  .refine(
    ({ content, status, isBookmarked, isNow }) =>
      [content, status, isBookmarked, isNow].filter((one) => one !== undefined).length === 1,
    { message: 'Change one thing at a time.', path: ['status'] },
  )
  .refine(({ from, status }) => (from === undefined) === (status === undefined), {
    message: 'Say from which state.',
    path: ['from'],
  });
export type QuestionChange = z.infer<typeof QuestionChange>;

/** What a reason says for each of the house's reasons to decline, until a host changes it. */
export const REFUSAL_TEXTS: Record<DeclineReason, string> = {
  'General Decline': 'We are sorry that we cannot take this question.',
  'Criteria Not Met': 'This question is not about the topic of this event.',
  'Capacity Limitation': 'There are more questions than we have time for.',
  'Insufficient Information':
    'We did not quite understand this question. You are welcome to ask it again in other words.',
  Custom: '',
  Other: '',
};

/** What a code opens. */
export const JoinView = z.object({
  eventId: Id,
  alias: z.string(),
  name: z.string(),
  start_epoc: Epoch.nullable(),
  /** Whether somebody can take part under a name that they type; otherwise the address of the Q&A is all that it gives. */
  joinByCode: z.boolean(),
  allowAnonymousQuestions: z.boolean(),
});

export type JoinView = z.infer<typeof JoinView>;

export const JoinName = text({
  required: 'Enter your name.',
  max: [LIMITS.name, `A name cannot exceed ${LIMITS.name} characters.`],
})
  .transform(oneLine)
  .pipe(z.string().refine((name) => isSeen(name) && name !== DELETED_MEMBER, 'Enter your name.'));

/** Somebody who came by the code, for hosts, with what they did under the name that they typed. */
export const CodeGuest = z.object({
  _id: Id,
  name: z.string(),
  joined_epoc: Epoch,
  questions: z.int(),
  votes: z.int(),
  comments: z.int(),
});
export type CodeGuest = z.infer<typeof CodeGuest>;

/** `quiet`: those who have not asked under their name, voted, commented, reacted or reported. */
export const WhichGuests = z.enum(['quiet', 'all']);
export type WhichGuests = z.infer<typeof WhichGuests>;

/** What people type: spaces, hyphens and capitals do not matter. */
export const JoinCode = z.string().max(60);

export const Face = PersonView;
