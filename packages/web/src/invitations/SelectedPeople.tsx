import type { InvitePreview, InviteRole } from '@folkmoot/contract/invitations/schema.ts';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import {
  IconAddressBook,
  IconCalendarEvent,
  IconFileTypeCsv,
  IconInfoCircle,
  IconMail,
  IconUsersGroup,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import {
  aboutList,
  countOf,
  isEmpty,
  NOBODY,
  removeContacts,
  removeList,
  removeSource,
  removeTyped,
  type Selection,
  sizeOf,
} from './selection.ts';
import { skippedLines } from './skipped.ts';
import css from './wizard.module.css';

const ROLES = [
  { value: 'guest', label: 'Guest' },
  { value: 'host', label: 'Host' },
  { value: 'featured_guest', label: 'Featured guest' },
];

const ABOUT: Readonly<Record<InviteRole, string>> = {
  guest: 'They still register. Approval is skipped, since you invited them.',
  host: 'Once they accept, they host the event with you and are on the guest list.',
  featured_guest: 'Once they accept, they are shown on the page and are on the guest list.',
};

/** Addresses that are listed at first, and how many more at a time. */
const LISTED = 50;

type Props = {
  selection: Selection;
  onChange: (selection: Selection) => void;
  role: InviteRole;
  onRole: (role: InviteRole) => void;
  again: boolean;
  onAgain: (again: boolean) => void;
  counted: InvitePreview | undefined;
};

/** Everybody who was chosen, from all sources, and whom of them an invitation would not reach. */
export function SelectedPeople({ selection, onChange, role, onRole, again, onAgain, counted }: Props) {
  const [most, setMost] = useState(LISTED);
  const { typed, contacts, lists, sources } = selection;
  const named = [
    ...typed.map((entry) => ({ ...entry, contact: false })),
    ...contacts.map((entry) => ({ ...entry, contact: true })),
  ];
  const none = isEmpty(selection);
  return (
    <>
      <div className={css.chosenHead}>
        <h3>
          Selected <span>{sizeOf(selection).toLocaleString('en')}</span>
        </h3>
        {!none && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChange({ ...NOBODY, version: selection.version + 1 })}
          >
            Remove all
          </Button>
        )}
      </div>
      <div>
        <span className={css.label}>Invite as</span>
        <SegmentedControl
          fullWidth
          size="sm"
          aria-label="Invite as"
          data={ROLES}
          value={role}
          onChange={(next) => onRole(next as InviteRole)}
        />
        <p className={css.note}>{ABOUT[role]}</p>
      </div>
      {none && (
        <p className={css.note}>People you choose appear here. Nothing is sent before you have seen the invitation.</p>
      )}
      <ul className={css.list} aria-label="Selected">
        {sources.map((source) => {
          const Icon = source.type === 'Group' ? IconUsersGroup : IconCalendarEvent;
          return (
            <Row
              key={source.id}
              icon={<Icon size={18} aria-hidden />}
              name={source.name}
              about={`${source.type === 'Group' ? 'Group' : 'Past event'}, ${peopleIn(source)}`}
              onRemove={() => onChange(removeSource(selection, source.id))}
            />
          );
        })}
        {lists.map((list) => (
          <Row
            key={list.name}
            icon={<IconFileTypeCsv size={18} aria-hidden />}
            name={list.name}
            about={aboutList(list)}
            onRemove={() => onChange(removeList(selection, list.name))}
          />
        ))}
        {named.slice(0, most).map(({ key, address, firstName, lastName, contact }) => {
          const name = `${firstName} ${lastName}`.trim();
          const Icon = contact ? IconAddressBook : IconMail;
          return (
            <Row
              key={`${contact} ${key}`}
              icon={<Icon size={18} aria-hidden />}
              name={name === '' ? address : name}
              about={[
                ...(contact ? ['Contact'] : name === '' ? ['Email'] : []),
                ...(name === '' ? [] : [address]),
              ].join(', ')}
              onRemove={() =>
                onChange(contact ? removeContacts(selection, new Set([key])) : removeTyped(selection, key))
              }
            />
          );
        })}
      </ul>
      {named.length > most && (
        <Button variant="subtle" size="xs" onClick={() => setMost(most + LISTED)}>
          Show more of the {named.length.toLocaleString('en')} addresses
        </Button>
      )}
      {!none && counted && <Numbers counted={counted} again={again} onAgain={onAgain} />}
    </>
  );
}

function peopleIn(source: Parameters<typeof countOf>[0]): string {
  const count = countOf(source);
  if (count === undefined) return 'everyone';
  const total = source.total === null || count === source.total ? '' : ` of ${source.total.toLocaleString('en')}`;
  return `${count.toLocaleString('en')}${total} ${(source.total ?? count) === 1 ? 'person' : 'people'}`;
}

type RowProps = { icon: ReactNode; name: string; about: string; onRemove: () => void };

function Row({ icon, name, about, onRemove }: RowProps) {
  return (
    <li>
      <span className={css.icon}>{icon}</span>
      <span className={css.words}>
        <b dir="auto">{name}</b>
        <small>{about}</small>
      </span>
      <IconButton label={`Remove ${name}`} color="gray" onClick={onRemove}>
        <IconX size={16} />
      </IconButton>
    </li>
  );
}

type NumbersProps = { counted: InvitePreview; again: boolean; onAgain: (again: boolean) => void };

/** Whom the invitation leaves out, and whether there is room for those whom it reaches. */
function Numbers({ counted, again, onAgain }: NumbersProps) {
  const lines = skippedLines(counted.skipped);
  const { count, places } = counted;
  const declined = counted.skipped.declined ?? 0;
  return (
    <div className={css.numbers} aria-live="polite">
      {lines.length > 0 && (
        <p>
          <IconInfoCircle size={16} aria-hidden />
          <span>{`Skipped: ${lines.join(', ')}.`}</span>
        </p>
      )}
      {places !== null && count > places && (
        <p>
          <IconInfoCircle size={16} aria-hidden />
          <span>
            {places === 0
              ? 'The event is full.'
              : `${places === 1 ? '1 spot is' : `${places.toLocaleString('en')} spots are`} left.`}{' '}
            An invitation doesn’t hold a spot.
          </span>
        </p>
      )}
      {(declined > 0 || again) && (
        <Checkbox
          size="xs"
          label="Also ask people who declined"
          checked={again}
          onChange={({ currentTarget }) => onAgain(currentTarget.checked)}
        />
      )}
    </div>
  );
}
