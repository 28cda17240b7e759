import type { Entered } from '@folkmoot/contract/core/entry.ts';
import { holds } from '@folkmoot/contract/core/permission-rules.ts';
import { COMMUNITY_INVITES, refusals } from '@folkmoot/contract/invitations/community-schema.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { IconFileTypeCsv, IconMail, IconX } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useViewer } from '../../communities/queries.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { type AddressEntry, AddressField } from '../../ui/people/AddressField.tsx';
import { ListField } from '../../ui/people/ListField.tsx';
import {
  aboutList,
  addList,
  addTyped,
  isEmpty,
  NOBODY,
  removeList,
  removeTyped,
  type Selection,
  sizeOf,
} from '../selection.ts';
import wizard from '../wizard.module.css';
import { ChannelChoice } from './ChannelChoice.tsx';
import css from './invite-by-email.module.css';

const SOURCES = [
  { value: 'email', label: 'Email' },
  { value: 'list', label: 'CSV' },
];

/** Addresses that are listed at first, and how many more at a time. */
const LISTED = 50;

type Props = {
  serverId: string;
  selection: Selection;
  onChange: (change: Selection | ((now: Selection) => Selection)) => void;
  typed: string;
  onTyped: (typed: string) => void;
  /** Told the name of a list that was read and not added yet, and when there is none. */
  onPending: (name: string | undefined) => void;
  field: RefObject<AddressEntry | null>;
  channelIds: ReadonlySet<string>;
  onChannels: (channelIds: ReadonlySet<string>) => void;
};

/** The first step: whom to invite, and into which channels. */
export function WhoStep({ serverId, selection, onChange, typed, onTyped, onPending, field, ...channels }: Props) {
  const [source, setSource] = useState('email');
  const held = useViewer(serverId)?.permissions ?? [];
  const mayImport = holds(held, ['MANAGE_MEMBERS'], 'all');
  const onEntered = (entered: Entered) => {
    const { selection: changed, doubled } = addTyped(selection, entered);
    if (changed !== selection) onChange(changed);
    return doubled;
  };
  return (
    <div className={css.who}>
      <section className={css.people} aria-label="People">
        {mayImport ? (
          <SegmentedControl aria-label="Where from" data={SOURCES} value={source} onChange={setSource} />
        ) : (
          <p className={wizard.note}>You can invite {COMMUNITY_INVITES.member} people a day.</p>
        )}
        {source === 'email' && (
          <AddressField
            typed={typed}
            onTyped={onTyped}
            field={field}
            wrong={refusals.nobodyValid.message}
            onEntered={onEntered}
          />
        )}
        {/* Not taken away with its tab: what was read is still there after a look at another one. */}
        <div hidden={source !== 'list'}>
          <ListField onList={(list) => onChange((now) => addList(now, list))} onPending={onPending} />
        </div>
        <Chosen selection={selection} onChange={onChange} />
      </section>
      <ChannelChoice serverId={serverId} {...channels} />
    </div>
  );
}

function Chosen({ selection, onChange }: { selection: Selection; onChange: (selection: Selection) => void }) {
  const [most, setMost] = useState(LISTED);
  const { typed, lists } = selection;
  if (isEmpty(selection)) return <p className={wizard.note}>People you add appear here. Nothing is sent yet.</p>;
  return (
    <>
      <div className={wizard.chosenHead}>
        <h3>
          Selected <span>{sizeOf(selection).toLocaleString('en')}</span>
        </h3>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange({ ...NOBODY, version: selection.version + 1 })}
        >
          Remove all
        </Button>
      </div>
      <ul className={wizard.list} aria-label="Selected">
        {lists.map((list) => (
          <li key={list.name}>
            <span className={wizard.icon}>
              <IconFileTypeCsv size={18} aria-hidden />
            </span>
            <span className={wizard.words}>
              <b dir="auto">{list.name}</b>
              <small>{aboutList(list)}</small>
            </span>
            <IconButton
              label={`Remove ${list.name}`}
              color="gray"
              onClick={() => onChange(removeList(selection, list.name))}
            >
              <IconX size={16} />
            </IconButton>
          </li>
        ))}
        {typed.slice(0, most).map(({ key, address, firstName, lastName }) => {
          const name = `${firstName} ${lastName}`.trim() || address;
          return (
            <li key={key}>
              <span className={wizard.icon}>
                <IconMail size={18} aria-hidden />
              </span>
              <span className={wizard.words}>
                <b dir="auto">{name}</b>
                {name !== address && <small>{address}</small>}
              </span>
              <IconButton label={`Remove ${name}`} color="gray" onClick={() => onChange(removeTyped(selection, key))}>
                <IconX size={16} />
              </IconButton>
            </li>
          );
        })}
      </ul>
      {typed.length > most && (
        <Button variant="subtle" size="xs" onClick={() => setMost(most + LISTED)}>
          Show more of the {typed.length.toLocaleString('en')} addresses
        </Button>
      )}
    </>
  );
}
