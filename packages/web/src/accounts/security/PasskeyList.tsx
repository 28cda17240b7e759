import { getSecurity, removePasskey, renamePasskey } from '@folkmoot/contract/accounts/api.ts';
import { PasskeyName, type PasskeyView } from '@folkmoot/contract/accounts/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useShowDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { fullDate, timeAgo } from '../../ui/format-date.ts';
import css from '../../ui/layout/screen.module.css';
import { canUsePasskeys, makePasskey, passkeyProblem } from './passkeys.ts';

const changed = () => queryClient.invalidateQueries({ queryKey: apiQueryKey(getSecurity) });

/** A person's passkeys: add one, name it, remove it. */
export function PasskeyList({ passkeys }: { passkeys: PasskeyView[] }) {
  const show = useShowDialog();
  const can = canUsePasskeys();
  return (
    <section className={css.section} aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        A passkey lets you sign in with your fingerprint, face or PIN instead of a password, and needs no second step.
      </p>
      {passkeys.length > 0 && (
        <ul className={css.card}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <div className={css.end}>
        <Button disabled={!can} onClick={() => show(<NameDialog />)}>
          Add a passkey
        </Button>
        {!can && <span>Passkeys aren’t available here. They need HTTPS and a browser that supports them.</span>}
      </div>
    </section>
  );
}

function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const remove = useApiMutation(removePasskey, {
    said: 'Passkey removed.',
    failed: 'Could not remove the passkey.',
    onDone: () => void changed(),
  });
  return (
    <li className={css.row}>
      <IconKey size={22} aria-hidden />
      <div className={css.grow}>
        <b>{passkey.name}</b>
        <small>
          Added{' '}
          <time dateTime={passkey.addedAt} title={fullDate(passkey.addedAt)}>
            {timeAgo(passkey.addedAt)}
          </time>
        </small>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={`Rename ${passkey.name}`}
        onClick={() => show(<NameDialog passkey={passkey} />)}
      >
        Rename
      </Button>
      <Button
        variant="default"
        size="xs"
        color="madder"
        aria-label={`Remove ${passkey.name}`}
        onClick={() =>
          confirm({
            title: `Remove ${passkey.name}?`,
            body: 'It will no longer sign you in. Delete it from your device too.',
            verb: 'Remove passkey',
            busyVerb: 'Removing',
            danger: true,
            run: () => remove.mutateAsync({ id: passkey.id }),
          })
        }
      >
        Remove
      </Button>
    </li>
  );
}

/** Names a passkey: a new one, which is then created, or an existing one. */
function NameDialog({ passkey }: { passkey?: PasskeyView }) {
  const close = useCloseDialog();
  const form = useFields({ schema: z.object({ name: PasskeyName }), initial: { name: passkey?.name ?? '' } });
  useUnsaved(form.isDirty());
  const submission = useSubmit(
    form,
    async ({ name }) => {
      try {
        if (passkey) await call(renamePasskey, { id: passkey.id, name });
        else await makePasskey(name);
      } catch (error) {
        const problem = passkeyProblem(error);
        if (problem !== undefined) form.setFieldError('name', problem);
        return;
      }
      await changed();
      toast.done(passkey ? 'Passkey renamed.' : 'Passkey added.');
      close();
    },
    'Could not save the passkey.',
  );
  return (
    <Dialog title={passkey ? 'Rename passkey' : 'Add a passkey'} width={440}>
      <Form {...submission} className={css.form}>
        <TextInput
          label="Name"
          description="A name you will recognise, such as “Phone” or “Blue key”."
          data-autofocus
          {...form.getInputProps('name')}
        />
        <LoadingButton type="submit" loading={submission.busy} loadingLabel="Working">
          {passkey ? 'Rename' : 'Add passkey'}
        </LoadingButton>
      </Form>
    </Dialog>
  );
}
