import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Done, doneWith } from '../core/page.ts';
import { TokenQuery } from '../events/api.ts';
import { refusals as events } from '../events/schema.ts';
import { NewReport } from '../reports/schema.ts';
import { CommentView, NewComment, NewReaction, ReactionView } from './comments-schema.ts';
import { refusals, STANDS } from './refusals-schema.ts';
import {
  Face,
  itemsOf,
  JoinCode,
  JoinName,
  JoinView,
  NewQuestion,
  OwnQuestionView,
  PageOfTen,
  QnaCounts,
  QnaStats,
  QnaView,
  QuestionChange,
  QuestionKey,
  QuestionQuery,
  QuestionView,
  SettingsFields,
} from './schema.ts';

/*
 * What a browser has to know. Each call takes `token`: of an email's link, of a passcode, or the pass that `joinQna` returns. It
 * takes precedence over the session. Keep passes by event.
 *
 * An anonymous question belongs to a key that the browser makes and keeps, one a question. `listMine`, and `changeQuestion` and
 * `deleteQuestion` with `key`, are sent without session and token: nothing may tie a key to a person. `askQuestion` is sent as the
 * person, since only those who take part may ask; the server forgets who it was.
 *
 * Live: send `attend` after each `ready`; the answer is `attending`, as a host or not, or `notAttending`. A visitor without a session
 * opens the socket with `hello` and a pass, and hears this Q&A alone. Frames carry newest values, never differences. After a gap ask
 * again for settings, lists and `listMine`, each browser at a random moment within `PACE.spread`.
 * Two files are downloaded with a session, for hosts: `/qna/{eventId}/questions/export.csv` and `export.md`.
 */

/**
 * Calls a minute of one address: everybody in a hall may have the same one. What one person may do is counted by person, and
 * wrong codes are counted by themselves.
 */
const HALL = 6000;

const closed = [refusals.disabled, refusals.over, refusals.cancelled];
const seen = [events.locked, refusals.passOld];
const code = { code: JoinCode };

export const updateQna = endpoint('PATCH /qna/:eventId', {
  backend: 'qna',
  who: 'signedIn',
  perMinute: 60,
  summary: "Change an event's Q&A settings, for hosts. Enabling draws a new code.",
  body: SettingsFields.partial(),
  returns: doneWith(QnaView),
  refuses: [events.notManaged],
});

export const getQna = endpoint('GET /qna/:eventId', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: "An event's Q&A settings, what you are there, and the question that is being answered.",
  query: TokenQuery,
  returns: z.object({ data: QnaView }),
  refuses: seen,
});

export const getQnaStats = endpoint('GET /qna/:eventId/stats', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'Figures of the Q&A: questions, votes, and people who took part or are watching.',
  query: TokenQuery,
  returns: z.object({ data: QnaStats }),
  refuses: seen,
});

export const listQuestions = endpoint('GET /:eventId/questions', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'A page of the questions of an event.',
  query: QuestionQuery.extend(TokenQuery.shape),
  returns: itemsOf(QuestionView),
  refuses: seen,
});

export const countQuestions = endpoint('GET /:eventId/questions/count', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'How many questions are in each state.',
  query: TokenQuery,
  returns: z.object({ data: QnaCounts }),
  refuses: seen,
});

export const getQuestion = endpoint('GET /:eventId/questions/:questionId', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'One question, if you may see it.',
  query: TokenQuery,
  returns: z.object({ data: QuestionView }),
  refuses: seen,
});

export const askQuestion = endpoint('POST /:eventId/questions', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  untraced: true,
  summary: 'Ask a question. Of an anonymous one, nothing says who asked. Idempotent for the same key and words.',
  query: TokenQuery,
  body: NewQuestion,
  returns: doneWith(QuestionView),
  refuses: [...seen, ...closed, refusals.register, refusals.notAnonymous, refusals.tooMany, refusals.askedBefore],
});

export const changeQuestion = endpoint('PATCH /:eventId/questions/:questionId', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  untraced: true,
  summary:
    'Reword your question, with its key if it is anonymous; for hosts also: its state, their mark, and what is answered now.',
  query: TokenQuery,
  body: QuestionChange,
  returns: doneWith(QuestionView),
  refuses: [
    ...seen,
    ...closed,
    refusals.notHost,
    refusals.notYours,
    refusals.hasVotes,
    refusals.decided,
    refusals.sameContent,
    refusals.reasonRequired,
    refusals.illegalMove,
    refusals.wasMerged,
    refusals.onlyPublishedNow,
    ...Object.values(STANDS),
  ],
});

export const deleteQuestion = endpoint('DELETE /:eventId/questions/:questionId', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  untraced: true,
  summary: 'Withdraw your question, with its key if it is anonymous. Its votes and comments go with it.',
  query: TokenQuery,
  body: z.object({ key: QuestionKey.optional() }),
  returns: Done,
  refuses: [...seen, refusals.notYours],
});

export const voteForQuestion = endpoint('PUT /:eventId/questions/:questionId/vote', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'Vote for a question, or take your vote back. Idempotent.',
  query: TokenQuery,
  body: z.object({ voted: z.boolean() }),
  returns: z.object({
    message: z.string(),
    data: QuestionView.pick({ _id: true, votes: true, rev: true, voted: true }),
  }),
  refuses: [...seen, ...closed, refusals.register, refusals.noVotes],
});

export const previewMerge = endpoint('GET /:eventId/questions/:questionId/merge', {
  backend: 'qna',
  who: 'signedIn',
  perMinute: 120,
  summary: 'How many votes a question would have once another is merged with it: people who voted for both count once.',
  query: z.object({ into: Id }),
  returns: z.object({ data: z.object({ votes: z.int(), both: z.int() }) }),
  refuses: [refusals.notHost, refusals.mergeSame],
});

export const mergeQuestion = endpoint('POST /:eventId/questions/:questionId/merge', {
  backend: 'qna',
  who: 'signedIn',
  perMinute: 120,
  summary:
    'Merge a question with another one, for hosts. It is archived, and its voters vote for the other. Idempotent.',
  body: z.object({ into: Id }),
  returns: doneWith(QuestionView),
  refuses: [refusals.notHost, refusals.mergeSame, refusals.mergeClosed, refusals.cannotMerge, refusals.wasMerged],
});

export const approveQuestions = endpoint('POST /:eventId/questions/approve', {
  backend: 'qna',
  who: 'signedIn',
  perMinute: 60,
  summary:
    'Publish these pending questions, or without `ids` all that wait, the oldest 500 at once, for hosts. `left`: those that are no longer pending; of all, those that still wait.',
  body: z.object({ ids: z.array(Id).min(1, 'Choose at least one question.').max(50).optional() }),
  returns: doneWith(z.object({ done: z.int(), left: z.int() })),
  refuses: [refusals.notHost],
});

export const listMine = endpoint('POST /:eventId/questions/mine', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  untraced: true,
  summary: 'The anonymous questions that these keys belong to, in every state. Send it without a session.',
  body: z.object({ keys: z.array(QuestionKey).max(100) }),
  returns: z.object({ items: z.array(OwnQuestionView) }),
});

export const reportQuestion = endpoint('POST /:eventId/questions/:questionId/report', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'Report a question to the hosts; a second call changes your own report.',
  query: TokenQuery,
  body: NewReport,
  returns: Done,
  refuses: [...seen, refusals.register, refusals.ownQuestion],
});

export const listComments = endpoint('GET /:eventId/questions/:questionId/comments', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'A page of the comments under a question, oldest first.',
  query: PageOfTen.extend(TokenQuery.shape),
  returns: itemsOf(CommentView),
  refuses: seen,
});

export const addComment = endpoint('POST /:eventId/questions/:questionId/comments', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'Comment on a question.',
  query: TokenQuery,
  body: NewComment,
  returns: doneWith(CommentView),
  refuses: [
    ...seen,
    ...closed,
    refusals.register,
    refusals.mayNotComment,
    refusals.guestsComment,
    refusals.notOpen,
    refusals.tooManyComments,
  ],
});

export const changeComment = endpoint('PATCH /:eventId/questions/:questionId/comments/:commentId', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'Change your own comment.',
  query: TokenQuery,
  body: NewComment,
  returns: doneWith(CommentView),
  refuses: [
    ...seen,
    ...closed,
    refusals.register,
    refusals.notYourComment,
    refusals.mayNotComment,
    refusals.guestsComment,
    refusals.notOpen,
  ],
});

export const deleteComment = endpoint('DELETE /:eventId/questions/:questionId/comments/:commentId', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'Delete your own comment; hosts delete any. Idempotent.',
  query: TokenQuery,
  returns: Done,
  refuses: [...seen, refusals.register, refusals.notYourComment],
});

export const listReactions = endpoint('GET /:eventId/questions/:questionId/comments/:commentId/reactions', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'Who reacted to a comment, newest first; optionally with one emoji.',
  query: PageOfTen.extend({ emoji: z.string().max(64).optional() }).extend(TokenQuery.shape),
  returns: itemsOf(ReactionView),
  refuses: seen,
});

export const addReaction = endpoint('POST /:eventId/questions/:questionId/comments/:commentId/reactions', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'React to a comment with an emoji. Idempotent.',
  query: TokenQuery,
  body: NewReaction,
  returns: doneWith(ReactionView),
  refuses: [...seen, ...closed, refusals.register, refusals.tooManyReactions],
});

export const getReaction = endpoint('GET /:eventId/questions/:questionId/comments/:commentId/reactions/:reactionId', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  summary: 'One reaction to a comment.',
  query: TokenQuery,
  returns: z.object({ data: ReactionView }),
  refuses: seen,
});

export const removeReaction = endpoint(
  'DELETE /:eventId/questions/:questionId/comments/:commentId/reactions/:reactionId',
  {
    backend: 'qna',
    who: 'public',
    perMinute: HALL,
    summary: 'Remove your own reaction. Idempotent.',
    query: TokenQuery,
    returns: Done,
    refuses: [...seen, refusals.register, refusals.notYourReaction],
  },
);

export const getJoin = endpoint('GET /qna/join/:code', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  perBrowser: true,
  summary: 'The event whose Q&A has this code. Wrong codes count against the person or the browser; right ones do not.',
  params: code,
  returns: z.object({ data: JoinView }),
  refuses: [refusals.wrongCode],
});

export const joinQna = endpoint('POST /qna/join/:code', {
  backend: 'qna',
  who: 'public',
  perMinute: HALL,
  perBrowser: true,
  summary: 'Take part in a Q&A by its code, under a name. The answer is a pass, sent as `token` from then on.',
  params: code,
  body: z.object({ name: JoinName }),
  returns: doneWith(z.object({ token: z.string(), eventId: Id, alias: z.string() })),
  refuses: [refusals.wrongCode, refusals.notByCode, refusals.tooManyGuests, refusals.tooManyPasses, ...closed],
});

/** To the room: a question that everybody may see is new or has changed. Without what only some may know. */
export const questionChanged = liveEvent('question.changed', z.object({ eventId: Id, question: QuestionView }));

/** To the room: a question is no longer to be seen: archived, refused, back in the queue, withdrawn, or merged with `into`. */
export const questionGone = liveEvent('question.gone', z.object({ eventId: Id, questionId: Id, into: Id.nullable() }));

/** To the room, at most four times a second: newest counts. One with a lower `rev` than what is on the screen is old. */
export const questionVotes = liveEvent(
  'question.votes',
  z.object({ eventId: Id, votes: z.array(z.object({ _id: Id, votes: z.int(), rev: z.int() })) }),
);

/** To the room: which question is being answered, if any. This is what a screen announces. */
export const questionNow = liveEvent('question.now', z.object({ eventId: Id, question: QuestionView.nullable() }));

/** To the room: something was decided. Browsers with keys ask `listMine`; askers under their name ask for theirs. */
export const questionHint = liveEvent('question.hint', z.object({ eventId: Id }));

/** To the room: the comments of a question have changed; `comments` is their number. */
export const questionCommented = liveEvent(
  'question.commented',
  z.object({ eventId: Id, questionId: Id, comments: z.int() }),
);

/** To the room: the settings have changed; ask for them again. */
export const questionSettings = liveEvent('question.settings', z.object({ eventId: Id }));

/** To the room, every five seconds at most: how many people are watching. */
export const questionWatching = liveEvent('question.watching', z.object({ eventId: Id, watching: z.int() }));

/** Beside it, where guests are shown: some who are watching and show their presence. */
export const questionFaces = liveEvent('question.faces', z.object({ eventId: Id, faces: z.array(Face) }));

/** To the hosts' room: a question in any state is new or has changed, with what only hosts know. */
export const questionQueued = liveEvent('question.queued', z.object({ eventId: Id, question: QuestionView }));

/** To the hosts' room: a question was withdrawn. */
export const questionWithdrawn = liveEvent('question.withdrawn', z.object({ eventId: Id, questionId: Id }));
