import type { Case, Fixture } from './endpoint-cases.ts';

type Given = Record<'editors' | 'seers' | 'open', Case['expect']> & Record<'event', (fixture: Fixture) => object>;

/** Who may call the endpoints of Q&A. The event's members see it, and none of them is going. */
export function qnaCases({ editors, seers, open, event }: Given): Record<string, Case> {
  const readers: Case['expect'] = [404, 404, 403, 404];
  const nowhere: Case['expect'] = [404, 404, 404, 404];
  const question = ({ eventId, questionId }: Fixture) => ({ eventId, questionId });
  const comment = (fixture: Fixture) => ({ ...question(fixture), commentId: fixture.commentId });
  const reaction = (fixture: Fixture) => ({ ...comment(fixture), reactionId: fixture.reactionId });
  return {
    updateQna: { expect: editors, input: (fixture) => ({ ...event(fixture), joinByCode: true }) },
    getQna: { expect: seers, input: event },
    getQnaStats: { expect: seers, input: event },
    listQuestions: { expect: seers, input: event },
    countQuestions: { expect: seers, input: event },
    getQuestion: { expect: seers, input: question },
    askQuestion: {
      expect: readers,
      input: (fixture) => ({ ...event(fixture), content: 'Is there tea?', key: 'k'.repeat(22) }),
    },
    changeQuestion: { expect: readers, input: (fixture) => ({ ...question(fixture), isBookmarked: true }) },
    deleteQuestion: { expect: readers, input: question },
    voteForQuestion: { expect: readers, input: (fixture) => ({ ...question(fixture), voted: true }) },
    previewMerge: { expect: editors, input: (fixture) => ({ ...question(fixture), into: fixture.questionId }) },
    mergeQuestion: { expect: editors, input: (fixture) => ({ ...question(fixture), into: fixture.questionId }) },
    approveQuestions: { expect: editors, input: (fixture) => ({ ...event(fixture), ids: [fixture.questionId] }) },
    listMine: { expect: open, input: (fixture) => ({ ...event(fixture), keys: ['k'.repeat(22)] }) },
    reportQuestion: { expect: seers, input: (fixture) => ({ ...question(fixture), reason: 'spam' }) },
    listComments: { expect: seers, input: question },
    addComment: { expect: readers, input: (fixture) => ({ ...question(fixture), content: 'Yes' }) },
    changeComment: { expect: readers, input: (fixture) => ({ ...comment(fixture), content: 'No' }) },
    deleteComment: { expect: readers, input: comment },
    listReactions: { expect: seers, input: comment },
    addReaction: { expect: readers, input: (fixture) => ({ ...comment(fixture), emoji: '🔥' }) },
    getReaction: { expect: seers, input: reaction },
    removeReaction: { expect: readers, input: reaction },
    getJoin: { expect: nowhere, input: () => ({ code: 'kiln-1234' }) },
    joinQna: { expect: nowhere, input: () => ({ code: 'kiln-1234', name: 'Ana' }) },
    listCodeGuests: { expect: editors, input: event },
    removeCodeGuests: { expect: editors, input: (fixture) => ({ ...event(fixture), which: 'quiet' }) },
    shareQna: { expect: editors, input: (fixture) => ({ ...event(fixture), conversationId: fixture.conversationId }) },
  };
}
