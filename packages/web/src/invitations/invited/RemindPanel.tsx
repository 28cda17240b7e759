import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { previewReminder, remindInvited, testInvite } from '@folkmoot/contract/invitations/api.ts';
import type { ReminderPreview } from '@folkmoot/contract/invitations/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { refreshEvent } from '../../events/queries.ts';
import { LetterPanel } from '../letter/LetterPanel.tsx';
import css from '../letter/letter.module.css';
import { reminderFor } from '../letter/letter.ts';

type Props = { event: EventView; sender: string };

/** Reminds everybody who has not answered their invitation: the letter to edit, and whom it reaches. */
export function RemindPanel({ event, sender }: Props) {
  const eventId = event.id;
  const numbers = useQuery(apiQuery(previewReminder, { eventId }));
  const test = useApiMutation(testInvite, { failed: 'Could not send the test.' });
  const counted = numbers.data;
  return (
    <LetterPanel
      title="Remind people"
      initial={() => reminderFor(event, sender)}
      isTesting={test.isPending}
      onTest={(emailContent) => test.mutate({ eventId, emailContent })}
      deliver={async (id, emailContent) => {
        const done = await call(remindInvited, { eventId, id, emailContent, digest: counted?.digest });
        refreshEvent(eventId);
        return done;
      }}
      onRefused={() => void numbers.refetch()}
      ready={counted !== undefined && counted.count > 0 && !numbers.isFetching}
      submitLabel={counted?.count === 1 ? 'Send reminder' : 'Send reminders'}
      sum={numbers.error ? <Problem>{errorMessage(numbers.error)}</Problem> : counted && `To ${people(counted.count)}`}
    >
      <p className={css.note}>
        This goes to everybody who was invited by email and hasn’t answered. Each person can be reminded once, and has
        the same link as in the invitation. {counted && leftOut(counted)}
      </p>
    </LetterPanel>
  );
}

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en')} people`);

/** Why others who have not answered get no reminder. */
function leftOut({ skipped: { recent, reminded, unreachable } }: ReminderPreview): string {
  const parts = [
    recent > 0 ? `${people(recent)} invited in the last 24 hours` : '',
    reminded > 0 ? `${people(reminded)} already reminded` : '',
    unreachable > 0 ? `${people(unreachable)} who can’t be reached` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Left out: ${new Intl.ListFormat('en-GB').format(parts)}.`;
}
