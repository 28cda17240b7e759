import type { AskerView, QnaRole, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { IconSpy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNow } from '../../events/times/useNow.ts';
import { timeAgo } from '../../ui/format-date.ts';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { askerName, personOf } from '../words.ts';
import css from './question.module.css';

/** Under a question: who asked and when, and whatever else there is to say about it. */
export function By({ question, children }: { question: QuestionView; children?: ReactNode }) {
  return (
    <div className={css.by}>
      <Asker question={question} />
      <Ago epoch={question.created_epoc} />
      {question.wordedByHost && <span>Worded by a host</span>}
      {children}
    </div>
  );
}

/** Who asked: a face and a name, or nobody's. */
export function Asker({ question, size = 20 }: { question: QuestionView; size?: number }) {
  const { isAnonymous, asker } = question;
  return (
    <span className={css.who}>
      {isAnonymous ? (
        <span className={css.nobody}>
          <IconSpy size={14} aria-hidden />
        </span>
      ) : (
        asker && <Avatar person={personOf(asker)} size={size} />
      )}
      <bdi>{askerName(question)}</bdi>
      {asker && <Role role={asker.role} />}
    </span>
  );
}

const ROLES: Partial<Record<QnaRole, string>> = { host: 'Host', featured_guest: 'Featured guest' };

/** What somebody is here, where that says something. */
export function Role({ role }: Pick<AskerView, 'role'>) {
  return ROLES[role] ? <span className={css.role}>{ROLES[role]}</span> : null;
}

/** `22 minutes ago`, kept current. @param epoch Unix seconds. */
export function Ago({ epoch }: { epoch: number }) {
  const now = useNow();
  const at = new Date(epoch * 1000).toISOString();
  return <time dateTime={at}>{timeAgo(at, Math.max(now, epoch) * 1000)}</time>;
}
