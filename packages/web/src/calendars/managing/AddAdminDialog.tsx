import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { addCalendarAdmin } from '@folkmoot/contract/calendars/api.ts';
import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PeoplePicker } from '../../communities/members/PeoplePicker.tsx';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import { toast } from '../../core/toasts/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';

/** Chooses people who keep a calendar too. */
export function AddAdminDialog({ calendar, onAdded }: { calendar: CalendarView; onAdded: () => void }) {
  const close = useCloseDialog();
  const [chosen, setChosen] = useState<readonly PersonView[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const leave = useUnsaved(chosen.length > 0 && !busy);
  const add = async () => {
    if (chosen.length === 0) return setProblem('Choose at least one person.');
    setBusy(true);
    let left = chosen;
    try {
      for (const person of chosen) {
        await call(addCalendarAdmin, { calendarId: calendar.id, userId: person.id });
        left = left.filter(({ id }) => id !== person.id);
      }
      toast.done(
        chosen.length === 1
          ? 'They can now manage this calendar.'
          : `${chosen.length} people can now manage this calendar.`,
      );
      close();
    } catch (error) {
      // Those who were added are not asked for again.
      setChosen(left);
      setProblem(errorMessage(error, 'Could not add them.'));
    } finally {
      setBusy(false);
      onAdded();
    }
  };
  return (
    <Dialog
      title="Add people"
      subtitle={calendar.name}
      width={520}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton loading={busy} loadingLabel="Adding" onClick={() => void add()}>
            Add people
          </LoadingButton>
        </>
      }
    >
      <PeoplePicker
        chosen={chosen}
        onChange={(people) => {
          setChosen(people);
          setProblem(null);
        }}
        problem={problem}
      />
    </Dialog>
  );
}
