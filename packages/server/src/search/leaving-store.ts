import { sql } from 'kysely';
import type { EraseStep } from '../core/personal-data.ts';
import { lexemes, quoted } from './index-store.ts';

/** Messages are no longer found by their author. */
export const unnameWords: EraseStep = async (tx, { id }, most) => {
  const author = lexemes.author(id);
  const done =
    await sql`update message_words set author_id = null, words = ts_delete(words, ${author}) where ctid = any(array(
    select ctid from message_words where words @@ ${quoted(author)}::tsquery limit ${most} for update)) and words @@ ${quoted(author)}::tsquery`.execute(
      tx,
    );
  return Number(done.numAffectedRows ?? 0);
};
