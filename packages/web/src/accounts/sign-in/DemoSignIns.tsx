import type { getInstallation } from '@folkmoot/contract/accounts/api.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '../../core/toasts/toast.ts';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import css from '../auth-form.module.css';

type Props = {
  people: Answer<typeof getInstallation>['demo'];
  enter: (values: { email: string; password: string }) => Promise<void>;
};

/** The demo world's people, each with one press. Only in the embedded demo. */
export function DemoSignIns({ people, enter }: Props) {
  const [busy, setBusy] = useState<string>();
  const pick = (email: string, password: string) => {
    if (busy) return;
    setBusy(email);
    enter({ email, password }).catch((error: unknown) => {
      setBusy(undefined);
      toast.failed(error, { fallback: 'Could not sign you in.' });
    });
  };
  return (
    <section className={css.demo} aria-labelledby="demo">
      <h2 id="demo">Or look around the demo as</h2>
      {people.map(({ name, role, email, password, imageUrl }) => (
        <button
          key={email}
          type="button"
          className={css.person}
          aria-busy={busy === email}
          onClick={() => pick(email, password)}
        >
          <Avatar person={{ id: email, firstName: name, lastName: '', imageUrl }} size={36} />
          <span>
            <b>{name}</b>
            <small>{role}</small>
          </span>
          <IconArrowRight size={18} aria-hidden />
        </button>
      ))}
    </section>
  );
}
