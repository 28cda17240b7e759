import { addressOf } from '@folkmoot/contract/events/rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { addressLine } from '@folkmoot/contract/places/rules.ts';
import { IconLock, IconMapPin, IconUsersGroup, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { DateTile } from '../../ui/identity/DateTile.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import { hasClock, type Timed, whenOf, yourTime } from '../times/event-times.ts';
import css from './event.module.css';

/** The title and the facts: community, name, time and location. */
export function EventHeader({ event }: { event: EventView }) {
  const { day, time } = whenOf(event);
  return (
    <header>
      {(event.server || event.visibility !== 'public') && (
        <div className={css.kicker}>
          {event.server && (
            <PlainLink to="/$alias" params={{ alias: event.server.slug }} className={css.community}>
              <CommunityAvatar community={event.server} size={26} />
              <span dir="auto">{event.server.name}</span>
            </PlainLink>
          )}
          {event.visibility === 'private' && (
            <span className={css.seenBy}>
              <IconLock size={15} aria-hidden /> Private event
            </span>
          )}
          {event.visibility === 'community' && (
            <span className={css.seenBy}>
              <IconUsersGroup size={15} aria-hidden /> For members
            </span>
          )}
        </div>
      )}
      <h1 className={css.title} dir="auto">
        {event.name}
      </h1>
      {event.summary !== '' && (
        <p className={css.lede} dir="auto">
          {event.summary}
        </p>
      )}
      <div className={css.facts}>
        <div className={css.fact}>
          <DateTile start_epoc={event.start_epoc} time_zone={event.time_zone} tbdDate={event.tbdDate} />
          <div>
            <LocalText as="b">{day}</LocalText>
            {time && <LocalText>{time}</LocalText>}
            <YourTime event={event} />
          </div>
        </div>
        <Where event={event} />
      </div>
    </header>
  );
}

/**
 * The time on the reader's clock. The server does not know it, and draws an empty line, so that nothing moves when it
 * is filled in; `public/before-paint.js` hides the line where the event's zone is the reader's.
 */
function YourTime({ event }: { event: Timed }) {
  const hydrated = useHydrated();
  const [drawn] = useState(!hydrated);
  const own = hydrated ? yourTime(event) : undefined;
  if (own === undefined && !(drawn && hasClock(event))) return null;
  return <span data-zone={event.time_zone}>{own === undefined ? '\u00a0' : `Your time: ${own}`}</span>;
}

function Where({ event }: { event: EventView }) {
  const { location, tbdLocation, attend_type, attend_type_details: details } = event;
  const address = addressOf(event);
  if (address === '') return null;
  const online = attend_type === 'virtual';
  const physical = !tbdLocation && !online && address !== 'Online';
  const line = physical && location ? addressLine(location) : '';
  const area = line.startsWith(`${address}, `) ? line.slice(address.length + 2) : line === address ? '' : line;
  return (
    <div className={css.fact}>
      <span className={css.tile} aria-hidden="true">
        {online ? <IconVideo size={24} /> : <IconMapPin size={24} />}
      </span>
      <div>
        <b dir="auto">{tbdLocation ? 'Location to be announced' : address}</b>
        {area !== '' && <span dir="auto">{area}</span>}
        {details.virtual_address !== '' && (
          <a className={css.link} href={details.virtual_address} target="_blank" rel="noopener noreferrer">
            Join online
          </a>
        )}
        {attend_type !== 'in_person' && details.virtual_address === '' && event.status === 'published' && (
          <span>The link is shown to people who are going.</span>
        )}
      </div>
    </div>
  );
}
