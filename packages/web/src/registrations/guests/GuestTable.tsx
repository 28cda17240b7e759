import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { GuestView } from '@folkmoot/contract/registrations/schema.ts';
import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { useMenuPress } from '../../ui/useLongPress.ts';
import { ROLE_WORDS, registeredWhen } from '../labels.ts';
import { GuestMenu } from './GuestMenu.tsx';
import table from './guest-table.module.css';
import css from './guests.module.css';
import { StatusPill } from './StatusPill.tsx';

const GuestDialog = lazyPart(() => import('./GuestDialog.tsx'), 'GuestDialog');

type GuestTableProps = {
  event: EventView;
  guests: readonly GuestView[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
};

/** The list as a table; on a phone each row is a card. */
export function GuestTable({ event, guests, selected, onSelect }: GuestTableProps) {
  const all = guests.every((guest) => selected.has(guest.participationId));
  const toggleAll = () => onSelect(all ? new Set() : new Set(guests.map((guest) => guest.participationId)));
  const hasTickets = guests.some((guest) => guest.ticketName !== null);
  const sells = guests.some((guest) => guest.money !== null);
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th className={table.check}>
              <Checkbox
                aria-label="Select everyone on this page"
                checked={all}
                indeterminate={!all && guests.some((guest) => selected.has(guest.participationId))}
                onChange={toggleAll}
              />
            </th>
            <th scope="col">Guest</th>
            {hasTickets && <th scope="col">Ticket</th>}
            {sells && <th scope="col">Paid</th>}
            <th scope="col">Role</th>
            <th scope="col">Status</th>
            <th scope="col">Registered</th>
            <th>
              <span className={css.silent}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {guests.map((guest) => (
            <GuestRow
              key={guest.participationId}
              event={event}
              guest={guest}
              ticket={hasTickets}
              sells={sells}
              selected={selected.has(guest.participationId)}
              onToggle={() => onSelect(toggled(selected, guest.participationId))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** `£18.90`; `£18.90 due`; `Free`, also for people who were let in without paying; nothing without a ticket. */
function paidOf({ ticketId, money }: GuestView): string {
  if (ticketId === null) return '–';
  if (money === null || money.amount === 0) return 'Free';
  const sum = formatMoney(money.amount, money.currency);
  return money.due ? `${sum} due` : sum;
}

type GuestRowProps = {
  event: EventView;
  guest: GuestView;
  ticket: boolean;
  sells: boolean;
  selected: boolean;
  onToggle: () => void;
};

function GuestRow({ event, guest, ticket, sells, selected, onToggle }: GuestRowProps) {
  const show = useShowDialog();
  const press = useMenuPress();
  const tick = useId();
  const name = guest.name || guest.email;
  const [firstName = '', ...rest] = name.split(' ');
  const person = {
    id: guest.userId ?? guest.participationId,
    firstName,
    lastName: rest.join(' '),
    imageUrl: guest.profile_photo,
  };
  return (
    <tr data-selected={selected || undefined} {...press}>
      <td className={table.check}>
        <label className={table.tap} htmlFor={tick}>
          <span className={css.silent}>Select {name}</span>
          <Checkbox id={tick} checked={selected} onChange={onToggle} />
        </label>
      </td>
      <td className={table.who}>
        <button
          type="button"
          className={table.guest}
          onClick={() => show(<GuestDialog event={event} participationId={guest.participationId} />)}
        >
          <Avatar person={person} size={32} />
          <span className={table.words}>
            <b dir="auto">{name}</b>
            <small>{guest.email}</small>
          </span>
        </button>
      </td>
      {ticket && <td data-plain={guest.ticketName === null || undefined}>{guest.ticketName ?? '–'}</td>}
      {sells && (
        <td
          className={table.money}
          data-plain={guest.money === null || undefined}
          data-due={guest.money?.due || undefined}
        >
          {paidOf(guest)}
        </td>
      )}
      <td data-plain={(guest.role === 'guest' && guest.askedRole === null) || undefined}>
        {guest.role === 'guest' ? ROLE_WORDS.guest : <span className={css.role}>{ROLE_WORDS[guest.role]}</span>}
        {guest.askedRole !== null && guest.askedRole !== 'guest' && (
          <span className={css.note}>asked: {ROLE_WORDS[guest.askedRole]}</span>
        )}
      </td>
      <td>
        <StatusPill status={guest.status} />
        {guest.waitlistPosition !== null && <span className={css.note}>no. {guest.waitlistPosition}</span>}
      </td>
      <td className={table.when}>{registeredWhen(guest.registered_epoc)}</td>
      <td className={table.menu}>
        <GuestMenu event={event} guest={guest} />
      </td>
    </tr>
  );
}
