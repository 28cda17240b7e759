import { isNearlyFull } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { shortWhenOf } from '../times/event-times.ts';
import css from './cover-image.module.css';
import { NO_COVER } from './no-cover.ts';

type Props = { event: EventCard; first?: boolean; within?: boolean };

/**
 * An event's card in the discover list, in the colour of its cover.
 *
 * @param first whether it is the first thing that a reader sees: its picture is then fetched before anything else.
 * @param within whether it is on a page of its community, whose name it then leaves out.
 */
export function CoverImage({ event, first: isFirst = false, within = false }: Props) {
  const { faces, goingCount: going, seatsLeft: left, miles } = event;
  const who = [
    within ? '' : (event.server?.name ?? ''),
    event.where,
    miles === null ? '' : `${miles < 10 ? miles : Math.round(miles)} mi away`,
  ].filter((part) => part !== '');
  const first = faces[0]?.firstName;
  const others = going - 1;
  return (
    <PlainLink to="/$alias" params={{ alias: event.alias }} className={css.poster} data-tint={event.tint}>
      <span className={css.picture}>
        <img
          src={event.image_map['500*250'] ?? event.cover ?? NO_COVER}
          alt=""
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
        />
      </span>
      <span className={css.body}>
        <LocalText className={css.when}>{shortWhenOf(event)}</LocalText>
        <b dir="auto">{event.name}</b>
        <span className={css.meta} dir="auto">
          {who.join(' · ')}
        </span>
        <span className={css.foot}>
          {faces.length > 0 && <AvatarGroup people={faces.slice(0, 2)} size={26} ring="var(--tint-bg)" />}
          <LocalText>
            {left === 0
              ? 'Full'
              : isNearlyFull(left, event.capacity)
                ? `${left} ${left === 1 ? 'spot' : 'spots'} left`
                : first === undefined
                  ? going > 0
                    ? `${going.toLocaleString()} going`
                    : ''
                  : others === 0
                    ? `${first} is going`
                    : `${first} and ${others.toLocaleString()} ${others === 1 ? 'other' : 'others'}`}
          </LocalText>
        </span>
      </span>
    </PlainLink>
  );
}
