import { type PathStep, personalDataOf } from '../../core/personal-data.ts';
import { unnamePeople } from './leaving-store.ts';

/** From what somebody did in a Q&A to them: by their account, or by their place at the event. */
const by = (column: string): PathStep[][] => {
  const person = { table: 'qna_people', on: { event_id: 'event_id', [column]: 'id' } } as const;
  const place = {
    table: 'participations',
    on: { event_id: 'event_id', participation_id: 'id' },
    of: 'user_id',
  } as const;
  return [[{ ...person, of: 'user_id' }], [person, place]];
};

export const personalData = personalDataOf(
  {
    qna_settings: {
      none: [
        ...(['event_id', 'status', 'approve', 'allow_anonymous', 'who_can_comment', 'join_by_code'] as const),
        ...(['hold_words', 'code', 'changed_at'] as const),
      ],
    },
    qna_people: {
      scrub: ['user_id', 'participation_id', 'name'],
      none: ['event_id', 'id', 'created_at'],
    },
    qna_questions: {
      keep: { content: 'what was asked stays at its event, without who asked', search_text: 'the same, folded' },
      none: [
        ...(['event_id', 'id', 'is_anonymous', 'asker_id', 'by_host', 'key_hash', 'state', 'reason'] as const),
        ...(['merged_into', 'is_bookmarked', 'is_held', 'worded_by_host', 'now_at', 'votes', 'comments'] as const),
        ...(['rev', 'created_at', 'published_at', 'answered_at'] as const),
      ],
      title: 'Questions you asked',
      through: by('asker_id'),
      exported: ['event_id', 'content', 'created_at', 'published_at', 'answered_at'],
    },
    qna_votes: {
      none: ['event_id', 'question_id', 'voter_id'],
      title: 'Questions you voted for',
      through: by('voter_id'),
      exported: ['event_id', 'question_id'],
    },
    qna_comments: {
      keep: { content: 'what was said stays at its event, without who said it' },
      none: ['event_id', 'id', 'question_id', 'author_id', 'by_host', 'created_at', 'edited_at'],
      title: 'Comments on questions',
      through: by('author_id'),
      exported: ['event_id', 'question_id', 'content', 'created_at', 'edited_at'],
    },
    qna_reactions: {
      none: ['event_id', 'id', 'comment_id', 'person_id', 'emoji', 'created_at'],
      title: 'Reactions to comments',
      through: by('person_id'),
      exported: ['event_id', 'comment_id', 'emoji', 'created_at'],
    },
    qna_reports: {
      keep: { note: 'why it was reported, for those who decide about it' },
      none: ['event_id', 'question_id', 'reporter_id', 'reason', 'created_at'],
      title: 'Questions you reported',
      through: by('reporter_id'),
      exported: ['event_id', 'question_id', 'reason', 'note', 'created_at'],
    },
    qna_shares: { none: ['event_id', 'conversation_id', 'message_id', 'shared_at'] },
  },
  unnamePeople,
);
