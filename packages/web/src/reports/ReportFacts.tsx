import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';

/** Why something was reported: the reason, and the reporter's note. */
export function ReportReason({ reason, note }: { reason: string; note: string }) {
  return (
    <p>
      <b>{reason}</b>
      {note !== '' && <span dir="auto">: {note}</span>}
    </p>
  );
}

/** `Reported by Yuki Tanabe`. Accounts can be deleted, and reports stay. */
export function ReportedBy({ person }: { person: PersonView | null }) {
  return <>Reported by {person ? <bdi>{fullName(person)}</bdi> : 'a deleted member'}</>;
}
