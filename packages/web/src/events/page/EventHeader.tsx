import { addressOf } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { addressLine } from '@folkmoot/contract/places/rules.ts';
import { IconCalendarEvent, IconLock, IconMapPin, IconUsersGroup, IconVideo } from '@tabler/icons-react';

import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { DateTile } from '../../ui/identity/DateTile.tsx';
import { LocalText } from '../../ui/LocalText.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { whenOf } from '../times/event-times.ts';
import { YourTime } from '../times/YourTime.tsx';
import css from './event.module.css';

/** The title and the facts: community, name, time and location. */
export function EventHeader({ event }: { event: EventView }) {
  const { day, time } = whenOf(event);
  return (
    <header>
      {(event.server || event.calendar || event.visibility !== 'public') && (
        <div className={css.kicker}>
          {event.server && (
            <PlainLink to="/$alias" params={{ alias: event.server.slug }} className={css.community}>
              <CommunityAvatar community={event.server} size={26} />
              <span dir="auto">{event.server.name}</span>
            </PlainLink>
          )}
          {event.calendar && (
            <PlainLink to="/$alias" params={{ alias: event.calendar.alias }} className={css.seenBy}>
              <IconCalendarEvent size={15} aria-hidden />
              <span dir="auto">{event.calendar.name}</span>
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
            <YourTime event={event}>{(time) => `Your time: ${time}`}</YourTime>
          </div>
        </div>
        <Where event={event} />
      </div>
    </header>
  );
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
