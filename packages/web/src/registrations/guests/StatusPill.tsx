import type { ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import { STATUS_WORDS } from '../labels.ts';
import css from './guests.module.css';

/** A state as dot and word: never colour alone. */
export function StatusPill({ status }: { status: ParticipationStatus }) {
  const { word, colour } = STATUS_WORDS[status];
  return (
    <span className={css.pill} data-colour={colour}>
      {word}
    </span>
  );
}
