import { type PersonalData, personalDataOf } from '../core/personal-data.ts';
import { unnameWords } from './leaving-store.ts';

export const personalData: PersonalData = {
  ...personalDataOf(
    {
      message_words: {
        scrub: ['author_id', 'words'],
        none: ['id', 'conversation_id', 'seq', 'home_id', 'created_at'],
      },
      search_marks: { none: ['conversation_id', 'version', 'home_id'] },
    },
    unnameWords,
  ),
  // A message may be indexed while its author is still known.
  last: [unnameWords],
};
