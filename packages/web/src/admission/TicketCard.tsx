import { ticketLine } from '@folkmoot/contract/admission/rules.ts';
import type { AdmissionView } from '@folkmoot/contract/admission/schema.ts';
import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import { coverSrcSet } from '@folkmoot/contract/media/picture-rules.ts';
import type { ReactNode } from 'react';
import { NO_COVER } from '../events/page/no-cover.ts';
import { whenOf } from '../events/times/event-times.ts';
import { CommunityAvatar } from '../ui/identity/CommunityAvatar.tsx';
import { QrCode } from '../ui/identity/QrCode.tsx';
import css from './ticket.module.css';

/** A ticket as it would be on paper: the event, and a stub with the codes. */
export function TicketCard({ ticket }: { ticket: AdmissionView }) {
  const { event, name, code, jws, checkedIn } = ticket;
  const { day, time } = whenOf(event);
  const kind = ticketLine(ticket);
  const online = event.attend_type_details.virtual_address;
  return (
    <article className={css.ticket} aria-label={`Ticket for ${event.name}`}>
      <div className={css.main}>
        <img
          className={css.cover}
          src={event.cover ?? NO_COVER}
          srcSet={coverSrcSet(event.cover)}
          sizes="(max-width: 48em) 100vw, 400px"
          alt=""
        />
        <div className={css.about}>
          {event.server && (
            <div className={css.server}>
              <CommunityAvatar community={event.server} size={22} />
              <span dir="auto">{event.server.name}</span>
            </div>
          )}
          <h3 className={css.name} dir="auto">
            {event.name}
          </h3>
          <dl className={css.facts}>
            <Fact label="When">
              {day}
              {time !== '' && <span>{time}</span>}
            </Fact>
            {whereOf(event) !== '' && <Fact label="Where">{whereOf(event)}</Fact>}
            {online !== '' && (
              <Fact label="Online">
                <a href={online} target="_blank" rel="noopener noreferrer">
                  Join online
                </a>
              </Fact>
            )}
          </dl>
        </div>
      </div>
      <div className={css.stub}>
        {jws === null ? (
          <p className={css.void}>{VOID[ticket.state]}</p>
        ) : (
          <QrCode text={jws} label={`QR code of the ticket. Its code is ${code}.`} robust />
        )}
        <div className={css.holder}>
          <b dir="auto">{name}</b>
          {kind !== '' && <span dir="auto">{kind}</span>}
          {jws !== null && <code>{code}</code>}
          {checkedIn && <span>Checked in</span>}
        </div>
      </div>
    </article>
  );
}

const VOID: Record<AdmissionView['state'], string> = {
  valid: '',
  over: 'This event is over, so the ticket no longer has a code.',
  cancelled: 'This event was cancelled, so the ticket is not valid.',
};

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
