import type { Tint } from '@folkmoot/contract/core/tint.ts';
import { useMine } from '../../communities/queries.ts';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { DateTile } from '../../ui/identity/DateTile.tsx';
import { NO_COVER } from '../page/no-cover.ts';
import { whenOf } from '../times/event-times.ts';
import { type FormProps, instantsOf } from './event-form.ts';
import css from './preview.module.css';

/** The top of the event's page as it will be, while you edit. */
export function EventPreview({ values, event, tint }: Pick<FormProps, 'values' | 'event'> & { tint: Tint }) {
  const mine = useMine(values.serverId ?? undefined);
  const server = mine ?? (event?.server?.id === values.serverId ? event.server : undefined);
  const timed = { ...values, ...instantsOf(values) };
  const when = whenOf(timed);
  return (
    <section className={css.page} data-tint={tint} aria-label="Page preview">
      <div className={css.cover}>
        <img src={values.cover ?? NO_COVER} alt="" />
      </div>
      {values.coverCredit && (
        <div className={css.credit}>
          <a href={values.coverCredit.url} target="_blank" rel="noreferrer">
            {values.coverCredit.text}
          </a>
        </div>
      )}
      {server && (
        <p className={css.server}>
          <CommunityAvatar community={server} size={20} />
          <bdi>{server.name}</bdi>
        </p>
      )}
      <p className={css.title} dir="auto">
        {values.name.trim() || 'Untitled event'}
      </p>
      <div className={css.when}>
        <DateTile {...timed} small />
        <span>
          <b>{when.day}</b>
          {when.time && <small>{when.time}</small>}
        </span>
      </div>
    </section>
  );
}
