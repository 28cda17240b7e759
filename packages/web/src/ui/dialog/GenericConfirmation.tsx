import type { Answer, Input } from '@folkmoot/contract/core/endpoint.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyEndpoint } from '../../core/api-client.ts';
import { useApiMutation } from '../../core/queries.ts';
import { LoadingButton } from '../feedback/LoadingButton.tsx';
import { Dialog } from './Dialog.tsx';
import { useCloseDialog } from './DialogProvider.tsx';

export type ConfirmationProps<E extends AnyEndpoint> = {
  title: string;
  body: ReactNode;
  /** The verb on the button, such as `Discard draft`. */
  verb: string;
  busyVerb: string;
  danger?: boolean;
  /** A call of the contract, with its input: never an address. */
  endpoint: E;
  input: Input<E>;
  /** The named default when the server gives no sentence. */
  failed?: string;
  onDone?: (answer: Answer<E>) => void;
  /** Beside its toast, such as to look at what is there now. */
  onFailed?: (error: unknown) => void;
};

/** Asks before one call is made, and shows the message of its answer. It stays open if that fails. */
export function GenericConfirmation<E extends AnyEndpoint>({
  title,
  body,
  verb,
  busyVerb,
  danger = false,
  endpoint,
  input,
  failed,
  onDone,
  onFailed,
}: ConfirmationProps<E>) {
  const close = useCloseDialog();
  const made = useApiMutation(endpoint, {
    ...(failed === undefined ? {} : { failed }),
    onDone: (answer) => {
      close();
      onDone?.(answer);
    },
  });
  return (
    <Dialog
      title={title}
      width={440}
      brief
      footer={
        <>
          {/* What cannot be undone is not one careless Enter away. */}
          <Button variant="subtle" onClick={close} {...(danger && { 'data-autofocus': true })}>
            Cancel
          </Button>
          <LoadingButton
            loading={made.isPending}
            loadingLabel={busyVerb}
            onClick={() => made.mutate(input, { ...(onFailed && { onError: onFailed }) })}
            {...(danger ? { color: 'madder' } : { 'data-autofocus': true })}
          >
            {verb}
          </LoadingButton>
        </>
      }
    >
      <div>{body}</div>
    </Dialog>
  );
}
