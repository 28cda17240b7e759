import { getOwnParticipation } from '@folkmoot/contract/registrations/api.ts';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import css from './registration-card.module.css';

type Props = { eventId: string; token: string };

/**
 * Asks somebody without an account to follow the link in their email, until they have. Asking where they stand is also what following it
 * is: the token of that link proves that the address is theirs, the one of the page on which they have typed it does not.
 */
export function ConfirmAddress({ eventId, token }: Props) {
  const own = useQuery(apiQuery(getOwnParticipation, { eventId, token }));
  const data = own.data?.data;
  if (!data || data.confirmed) return null;
  return (
    <div className={css.confirm}>
      <IconMail size={20} aria-hidden />
      <div>
        <b>Confirm your address</b>
        <p>
          We wrote to <bdi>{data.email}</bdi>. Press the button in that email so that the hosts can reach you if plans
          change.
          {data.status === 'going' && ' Your ticket works already.'}
        </p>
      </div>
    </div>
  );
}
