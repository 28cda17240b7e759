import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { IconArrowBigUp, IconEyeCheck, IconMessageCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NO_COVER } from '../../events/page/no-cover.ts';
import { whenOf } from '../../events/times/event-times.ts';
import { LocalText } from '../../ui/LocalText.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import css from './questions.module.css';

const REPLIES: Record<QnaView['whoCanComment'], string> = {
  host: 'Hosts reply in the comments afterwards.',
  featured_guest: 'Hosts and featured guests reply in the comments.',
  all: 'Everybody who is going can reply in the comments.',
};

type Props = { qna: QnaView; event: EventView | undefined; children: ReactNode };

/** Beside the questions: the event, and how asking works here. */
export function About({ qna, event, children }: Props) {
  const when = event && whenOf(event);
  return (
    <aside className={css.aside} aria-label="About this Q&A">
      {children}
      {event && (
        <section className={css.panel}>
          <div className={css.cover}>
            <img src={event.image_map['500*250'] ?? event.cover ?? NO_COVER} alt="" />
          </div>
          <h2 dir="auto">{event.name}</h2>
          {when && <LocalText as="p">{[when.day, when.time].filter(Boolean).join(', ')}</LocalText>}
          <PlainLink className={css.link} to="/$alias" params={{ alias: event.alias }}>
            Event page
          </PlainLink>
        </section>
      )}
      <section className={css.panel}>
        <h2>How this works</h2>
        <ul>
          <li>
            <IconArrowBigUp size={16} aria-hidden />
            Vote for what you want asked. The most voted go first.
          </li>
          {qna.approveQuestionsForModeration && (
            <li>
              <IconEyeCheck size={16} aria-hidden />
              Hosts review each question before it appears.
            </li>
          )}
          <li>
            <IconMessageCircle size={16} aria-hidden />
            {REPLIES[qna.whoCanComment]}
          </li>
        </ul>
      </section>
    </aside>
  );
}
