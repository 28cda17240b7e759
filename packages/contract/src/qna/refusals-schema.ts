import { refusal } from '../core/problem.ts';
import { QuestionState } from './schema.ts';

/** The specification's toasts and errors, and ours. */
export const TOASTS = {
  created: 'Question created successfully',
  createFailed: 'Failed to create question',
  updated: 'Question updated successfully',
  settings: 'Q&A preference updated successfully.',
  settingsFailed: 'Failed to update Q&A preference.',
  reacted: 'Reaction Added successfully',
  eventFailed: 'Failed to fetch event data',
  fetchFailed: 'Failed to fetch data',
  wrong: 'Something went wrong',
  deleted: 'Question withdrawn.',
  merged: 'Questions merged.',
  reported: 'Thank you. A host will look at it.',
  commented: 'Comment added.',
  commentUpdated: 'Comment updated.',
  commentDeleted: 'Comment deleted.',
  unreacted: 'Reaction removed.',
  shared: 'Questions and answers shared.',
  joined: 'You can ask and vote now.',
} as const;

export const refusals = {
  register: refusal('qna.register', 403, 'Register to ask and vote'),
  notHost: refusal('qna.not-host', 403, 'Only hosts can do that.'),
  disabled: refusal('qna.disabled', 409, 'Q&A is not open at the moment.'),
  over: refusal('qna.over', 409, 'Q&A for this event has closed.'),
  cancelled: refusal('qna.cancelled', 409, 'This event was cancelled, so its Q&A is closed.'),
  notAnonymous: refusal('qna.not-anonymous', 409, 'Anonymous questions are not allowed here.', 'isAnonymous'),
  askedBefore: refusal(
    'qna.asked-before',
    409,
    'It was asked as you first wrote it: see Mine. Press Ask again to ask this one too.',
    'content',
  ),
  tooMany: refusal('qna.too-many', 409, 'This event has reached its limit of questions.', 'content'),
  mayNotComment: refusal('qna.may-not-comment', 403, 'Only hosts can comment here.', 'content'),
  guestsComment: refusal('qna.guests-comment', 403, 'Only hosts and featured guests can comment here.', 'content'),
  tooManyComments: refusal('qna.too-many-comments', 409, 'This question has reached its limit of comments.', 'content'),
  noVotes: refusal('qna.no-votes', 409, 'This question no longer takes votes.'),
  notOpen: refusal('qna.not-open', 409, 'This question has not been published.'),
  hasVotes: refusal(
    'qna.has-votes',
    409,
    'Others have voted for this question, so it can no longer be changed.',
    'content',
  ),
  notYours: refusal('qna.not-yours', 403, 'You can only change your own questions.'),
  notYourComment: refusal('qna.not-your-comment', 403, 'You can only change your own comments.'),
  notYourReaction: refusal('qna.not-your-reaction', 403, 'You can only remove your own reactions.'),
  decided: refusal(
    'qna.decided',
    409,
    'A host has already dealt with this question, so it can no longer be changed.',
    'content',
  ),
  sameContent: refusal('qna.same-content', 422, 'Change the words first.', 'content'),
  reasonRequired: refusal('qna.reason-required', 422, 'Give a reason.', 'reason'),
  illegalMove: refusal('qna.illegal-move', 409, 'This question cannot be moved there.', 'status'),
  wasMerged: refusal('qna.was-merged', 409, 'This question was merged with another one.'),
  mergeSame: refusal('qna.merge-same', 422, 'Choose another question.', 'into'),
  mergeClosed: refusal('qna.merge-closed', 409, 'Choose a question that is published or answered.', 'into'),
  cannotMerge: refusal('qna.cannot-merge', 409, 'Only pending and published questions can be merged.'),
  onlyPublishedNow: refusal('qna.only-published-now', 409, 'Only a published question can be answered live.'),
  tooManyReactions: refusal(
    'qna.too-many-reactions',
    422,
    'A comment can have at most 20 different reactions.',
    'emoji',
  ),
  ownQuestion: refusal('qna.own-question', 422, 'This is your own question. You can withdraw it.'),
  wrongCode: refusal('qna.wrong-code', 404, 'There is no Q&A with this code. Check the word and the digits.', 'code'),
  notByCode: refusal('qna.not-by-code', 403, 'Register for this event to ask and vote.'),
  tooManyGuests: refusal('qna.too-many-guests', 409, 'Too many people have joined with this code.'),
  tooManyPasses: refusal(
    'qna.too-many-passes',
    429,
    'Too many people have joined on this device. Try again in an hour.',
  ),
  passOld: refusal('qna.pass-old', 410, 'This link no longer works. Enter the code again.'),
  alreadyShared: refusal('qna.already-shared', 409, 'This Q&A has already been shared there.', 'conversationId'),
  nothingToShare: refusal('qna.nothing-to-share', 409, 'No question has been answered yet.'),
  mayNotShare: refusal(
    'qna.may-not-share',
    403,
    'Choose the event’s group or a channel that you can write in.',
    'conversationId',
  ),
} as const;

/**
 * Another host was faster: what the question is now. `stateOf` reads the state from the code, so that a screen can show it
 * without asking again.
 */
export const STANDS = {
  pending: refusal('qna.stands-pending', 409, 'This question is waiting for a host again.'),
  published: refusal('qna.stands-published', 409, 'Another host has published this question.'),
  answered: refusal('qna.stands-answered', 409, 'Another host has marked this question as answered.'),
  archived: refusal('qna.stands-archived', 409, 'Another host has archived this question.'),
  refused: refusal('qna.stands-refused', 409, 'Another host has refused this question.'),
} as const satisfies Record<QuestionState, unknown>;

export const stateOf = (code: string): QuestionState | undefined =>
  QuestionState.options.find((state) => STANDS[state].code === code);

/** The sentence beside the switch for anonymous questions. */
export const ANONYMOUS_HINT = 'Nobody can see who asked, the hosts neither. In a small group they may guess.';
/** Beside the number of people who took part. */
export const PEOPLE_HINT = 'People who asked anonymously are not counted.';
/** Beside `joinByCode`. */
export const BY_CODE_HINT = 'People without an account can vote more than once.';
