import type { Entered } from '@folkmoot/contract/core/entry.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { type InvitePreview, type InviteRole, refusals } from '@folkmoot/contract/invitations/schema.ts';
import { Button } from '@mantine/core';
import { IconAddressBook, IconFileTypeCsv, IconHistory, IconMail, IconUsersGroup } from '@tabler/icons-react';
import { type RefObject, Suspense, useEffect, useId, useState } from 'react';
import { useContactsConnection } from '../contacts/queries.ts';
import { lazyPart } from '../core/lazy.ts';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { type AddressEntry, AddressField } from '../ui/people/AddressField.tsx';
import { ListField } from '../ui/people/ListField.tsx';
import { useMedia } from '../ui/useMedia.ts';
import { SelectedPeople } from './SelectedPeople.tsx';
import { addContacts, addList, addTyped, isEmpty, removeContacts, type Selection, sizeOf } from './selection.ts';
import { GroupsSource } from './sources/GroupsSource.tsx';
import { PastEventsSource } from './sources/PastEventsSource.tsx';
import css from './wizard.module.css';

const ContactsSource = lazyPart(() => import('../contacts/ContactsSource.tsx'), 'ContactsSource');

const SOURCES = [
  { source: 'email', label: 'Email', Icon: IconMail },
  { source: 'contacts', label: 'Contacts', Icon: IconAddressBook },
  { source: 'groups', label: 'Groups', Icon: IconUsersGroup },
  { source: 'events', label: 'Past events', Icon: IconHistory },
  { source: 'list', label: 'CSV', Icon: IconFileTypeCsv },
] as const;

type Source = (typeof SOURCES)[number]['source'];

type Props = {
  event: EventView;
  selection: Selection;
  onChange: (change: Selection | ((now: Selection) => Selection)) => void;
  /** Told the name of a list that was read and not added yet, and when there is none. */
  onPending: (name: string | undefined) => void;
  /** What is in the field for addresses. */
  typed: string;
  onTyped: (typed: string) => void;
  field: RefObject<AddressEntry | null>;
  /** Whether somebody has come back from the next step. */
  isBack: boolean;
  role: InviteRole;
  onRole: (role: InviteRole) => void;
  again: boolean;
  onAgain: (again: boolean) => void;
  counted: InvitePreview | undefined;
};

/** The first step: whom to invite, from several sources, and as what. */
export function PickStep({ event, selection, onChange, typed, onTyped, onPending, field, isBack, ...chosen }: Props) {
  const phone = useMedia('phone');
  const [source, setSource] = useState<Source>('email');
  // On a phone what was chosen is a view of its own.
  const [listing, setListing] = useState(false);
  const tabs = useId();
  const contacts = useContactsConnection().data?.available === true;
  const offered = SOURCES.filter((one) => one.source !== 'contacts' || contacts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody comes back from the next step.
  useEffect(() => {
    if (isBack) document.getElementById(`${tabs}-${source}`)?.focus();
  }, []);
  const people = <SelectedPeople selection={selection} onChange={onChange} {...chosen} />;
  if (phone && listing)
    return (
      <div className={css.chosenView}>
        <Button variant="default" onClick={() => setListing(false)}>
          Choose more people
        </Button>
        {people}
      </div>
    );
  const onEntered = (entered: Entered) => {
    const { selection: changed, doubled } = addTyped(selection, entered);
    if (changed !== selection) onChange(changed);
    return doubled;
  };
  const move = (by: number) => {
    const at = offered.findIndex((one) => one.source === source);
    const next = offered[(at + by + offered.length) % offered.length]?.source ?? source;
    setSource(next);
    document.getElementById(`${tabs}-${next}`)?.focus();
  };
  return (
    <div className={css.pick}>
      <div className={css.sources}>
        <div role="tablist" aria-label="Where from" className={css.tabs}>
          {offered.map(({ source: one, label, Icon }) => (
            <button
              key={one}
              id={`${tabs}-${one}`}
              type="button"
              role="tab"
              aria-selected={one === source}
              aria-controls={`${tabs}-panel`}
              tabIndex={one === source ? 0 : -1}
              onClick={() => setSource(one)}
              onKeyDown={({ key }) => {
                if (key === 'ArrowRight') move(1);
                if (key === 'ArrowLeft') move(-1);
              }}
            >
              <Icon size={18} aria-hidden />
              {label}
            </button>
          ))}
        </div>
        <div id={`${tabs}-panel`} role="tabpanel" aria-labelledby={`${tabs}-${source}`} className={css.panel}>
          {source === 'email' && (
            <AddressField
              typed={typed}
              onTyped={onTyped}
              field={field}
              wrong={refusals.nobody.message}
              onEntered={onEntered}
            />
          )}
          {source === 'contacts' && (
            <Suspense
              fallback={
                <LoadingFallback label="Loading contacts">
                  <SkeletonRows rows={5} />
                </LoadingFallback>
              }
            >
              <ContactsSource
                chosen={new Set(selection.contacts.map(({ key }) => key))}
                onAdd={(entries) => onChange((now) => addContacts(now, entries))}
                onRemove={(keys) => onChange((now) => removeContacts(now, keys))}
              />
            </Suspense>
          )}
          {source === 'groups' && <GroupsSource eventId={event.id} selection={selection} onChange={onChange} />}
          {source === 'events' && <PastEventsSource eventId={event.id} selection={selection} onChange={onChange} />}
          {/* Not taken away with its tab: what was read is still there after a look at another one. */}
          <div hidden={source !== 'list'}>
            <ListField onList={(list) => onChange((now) => addList(now, list))} onPending={onPending} />
          </div>
        </div>
      </div>
      {phone ? (
        !isEmpty(selection) && (
          <Button className={css.toChosen} variant="default" onClick={() => setListing(true)}>
            Show the {sizeOf(selection).toLocaleString('en')} selected
          </Button>
        )
      ) : (
        <aside className={css.chosen} aria-label="Selected people">
          {people}
        </aside>
      )}
    </div>
  );
}
