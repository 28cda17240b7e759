import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { type Entry, readEntries } from '@folkmoot/contract/core/entry.ts';
import { addGroupGuests } from '@folkmoot/contract/groups/api.ts';
import { addedSaid } from '@folkmoot/contract/groups/rules.ts';
import { type GroupView, LIMITS, refusals } from '@folkmoot/contract/groups/schema.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { PeoplePicker } from '../communities/members/PeoplePicker.tsx';
import { call } from '../core/api-client.ts';
import { errorMessage } from '../core/api-error.ts';
import { Problem } from '../core/form.tsx';
import { toast } from '../core/toasts/toast.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { type AddressEntry, AddressField, notAddresses } from '../ui/people/AddressField.tsx';
import { ListField } from '../ui/people/ListField.tsx';
import css from './groups.module.css';
import { refreshGroups } from './queries.ts';

const WAYS = [
  { value: 'email', label: 'Email' },
  { value: 'people', label: 'People' },
  { value: 'list', label: 'CSV' },
];

/** Addresses that are listed of those that will be added. */
const SHOWN = 50;

/** Adds people to a group: by their addresses, from your communities, or from a list. */
export function AddPeopleDialog({ group }: { group: GroupView }) {
  const close = useCloseDialog();
  const [way, setWay] = useState('email');
  const [typed, setTyped] = useState('');
  // A list that was read, and not added yet.
  const [pending, setPending] = useState<string>();
  const [entries, setEntries] = useState<ReadonlyMap<string, Entry>>(new Map());
  const [people, setPeople] = useState<readonly PersonView[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<AddressEntry>(null);
  // What the field adds when it is read by the button is not rendered yet.
  const latest = useRef(entries);
  const leave = useUnsaved(entries.size + people.length > 0 || typed.trim() !== '');
  const change = (next: ReadonlyMap<string, Entry>) => {
    latest.current = next;
    setEntries(next);
    setProblem(undefined);
  };
  const take = (some: readonly Entry[]): number => {
    const next = new Map([...some.map((entry) => [entry.key, entry] as const), ...latest.current]);
    const doubled = some.length - (next.size - latest.current.size);
    change(next);
    return doubled;
  };
  /** What was typed before another way was chosen. Returns what is wrong with it. */
  const takeTyped = (): string | undefined => {
    const { entries: some, invalid } = readEntries(typed);
    if (some.length > 0) take(some);
    setTyped(invalid.join(', '));
    return invalid.length === 0 ? undefined : notAddresses(invalid);
  };
  const add = async () => {
    if (busy) return;
    // What is wrong is said once: by the field, or above.
    setProblem(undefined);
    if (field.current?.take() === false) return;
    const wrong = field.current ? undefined : takeTyped();
    if (wrong !== undefined) return setProblem(wrong);
    if (pending !== undefined) return setProblem(`Add the people from ${pending} first, or choose another file.`);
    const guests = [
      ...people.map(({ id }) => ({ id })),
      ...[...latest.current.values()].map(({ address, firstName, lastName }) => ({
        email: address,
        firstName,
        lastName,
      })),
    ];
    if (guests.length === 0) return setProblem(refusals.nobody.message);
    setBusy(true);
    setProblem(undefined);
    let added = 0;
    try {
      for (let from = 0; from < guests.length; from += LIMITS.named) {
        const some = guests.slice(from, from + LIMITS.named);
        added += (await call(addGroupGuests, { groupId: group.id, guests: some })).data.added;
      }
      toast.done(addedSaid(added));
      close();
    } catch (error) {
      // What was added stays added: those are not added twice.
      const why = errorMessage(error, 'Something went wrong. Please try again.');
      setProblem(added > 0 ? `${addedSaid(added)} The others were not: ${why}` : why);
    } finally {
      refreshGroups();
      setBusy(false);
    }
  };
  const listed = [...entries.values()];
  return (
    <Dialog
      title={`Add people to ${group.name}`}
      width={560}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton loading={busy} loadingLabel="Adding" onClick={() => void add()}>
            Add {entries.size + people.length > 0 && (entries.size + people.length).toLocaleString('en')}
          </LoadingButton>
        </>
      }
    >
      {problem && <Problem>{problem}</Problem>}
      <SegmentedControl aria-label="Where from" data={WAYS} value={way} onChange={setWay} />
      {way === 'email' && (
        <AddressField
          field={field}
          typed={typed}
          onTyped={setTyped}
          wrong="Please enter valid email addresses."
          onEntered={({ entries: some }) => take(some)}
        />
      )}
      {way === 'people' && (
        <div className={css.picker}>
          <PeoplePicker chosen={people} onChange={setPeople} problem={null} />
        </div>
      )}
      {/* Not taken away with its tab: what was read is still there after a look at another one. */}
      <div hidden={way !== 'list'}>
        <ListField onList={({ entries: some }) => take(some)} onPending={setPending} />
      </div>
      {listed.length > 0 && way !== 'people' && (
        <ul className={css.entries} aria-label="People to add">
          {listed.slice(0, SHOWN).map(({ key, address, firstName, lastName }) => (
            <li key={key}>
              <span>
                <bdi>{`${firstName} ${lastName}`.trim()}</bdi> {address}
              </span>
              <IconButton
                label={`Remove ${address}`}
                color="gray"
                onClick={() => {
                  const next = new Map(entries);
                  next.delete(key);
                  change(next);
                }}
              >
                <IconX size={16} />
              </IconButton>
            </li>
          ))}
          {listed.length > SHOWN && <li>And {(listed.length - SHOWN).toLocaleString('en')} more</li>}
        </ul>
      )}
    </Dialog>
  );
}
