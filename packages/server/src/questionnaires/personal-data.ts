import { type PersonalData, personalDataOf } from '../core/personal-data.ts';
import { deleteAnswers } from './leaving-store.ts';
import { nameQuestions } from './store.ts';

export const personalData: PersonalData = {
  names: {
    version_id: { as: 'question', find: nameQuestions },
  },
  ...personalDataOf(
    {
      questions: { none: ['event_id', 'id', 'version_id', 'position', 'removed_at'] },
      question_versions: {
        keep: { question: 'what an event asks', choices: 'what an event offers' },
        none: ['event_id', 'id', 'question_id', 'type', 'is_required', 'is_others', 'created_at'],
      },
      answers: {
        scrub: ['response_text', 'response_ids'],
        none: ['event_id', 'participation_id', 'question_id', 'version_id', 'answered_at'],
        title: 'Your answers to registration questions',
        through: [[{ table: 'participations', on: { event_id: 'event_id', participation_id: 'id' }, of: 'user_id' }]],
        exported: ['event_id', 'version_id', 'response_text', 'answered_at'],
      },
    },
    deleteAnswers,
  ),
};
