import { CommentView } from '@folkmoot/contract/qna/comments-schema.ts';
import { DEFAULTS, QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';

export const QNA_EVENT = '0190a3b4-0000-7000-8000-0000000000e5';

/** An open Q&A, as somebody sees it who is going. */
export function qnaView(fields: Partial<QnaView> = {}): QnaView {
  return QnaView.parse({
    ...DEFAULTS,
    status: 'enabled',
    eventId: QNA_EVENT,
    alias: 'night-ride',
    name: 'Night Ride',
    eventStatus: 'published',
    closes_epoc: Math.floor(Date.now() / 1000) + 86_400,
    role: 'attendee',
    viewerName: 'Tomasz Ruiz',
    code: null,
    joinUrl: null,
    now: null,
    ...fields,
  });
}

/** A published question of somebody else's, with three votes. */
export function questionView(fields: Partial<QuestionView> = {}): QuestionView {
  const now = Math.floor(Date.now() / 1000);
  return QuestionView.parse({
    _id: crypto.randomUUID(),
    eventId: QNA_EVENT,
    content: 'Can we afford a second kiln?',
    isAnonymous: false,
    asker: { name: 'Ana Ruiz', userId: null, profile_photo: null, role: 'attendee' },
    state: 'published',
    votes: 3,
    rev: 1,
    comments: 0,
    wordedByHost: false,
    created_epoc: now - 600,
    published_epoc: now - 500,
    answered_epoc: null,
    isNow: false,
    now_epoc: null,
    voted: false,
    isMine: false,
    ...fields,
  });
}

/** A host's comment under a question. */
export function commentView(fields: Partial<CommentView> = {}): CommentView {
  return CommentView.parse({
    _id: crypto.randomUUID(),
    questionId: crypto.randomUUID(),
    content: 'The ramp is funded.',
    author: { name: 'Ines Carvalho', userId: null, profile_photo: null, role: 'host' },
    isMine: false,
    created_epoc: Math.floor(Date.now() / 1000) - 60,
    edited_epoc: null,
    reactions: [],
    ...fields,
  });
}
