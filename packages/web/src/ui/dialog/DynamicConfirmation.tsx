import type { Answer, Input } from '@folkmoot/contract/core/endpoint.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnyEndpoint } from '../../core/api-client.ts';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { LoadingButton } from '../feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../feedback/Skeleton.tsx';
import { Dialog } from './Dialog.tsx';
import { useCloseDialog } from './DialogProvider.tsx';
import type { ConfirmationProps } from './GenericConfirmation.tsx';

type Props<Asked extends AnyEndpoint, E extends AnyEndpoint> = Omit<ConfirmationProps<E>, 'body'> & {
  /** The call that says what would happen, with its input: never an address. */
  asks: Asked;
  askInput: Input<Asked>;
  /** What it says, in numbers. */
  says: (answer: Answer<Asked>) => ReactNode;
  /** Whether there is anything to do. */
  allows?: (answer: Answer<Asked>) => boolean;
};

/** First asks the server what will happen and says it in numbers; then asks before the call is made. */
export function DynamicConfirmation<Asked extends AnyEndpoint, E extends AnyEndpoint>({
  title,
  verb,
  busyVerb,
  danger = false,
  endpoint,
  input,
  failed,
  onDone,
  onFailed,
  asks,
  askInput,
  says,
  allows = () => true,
}: Props<Asked, E>) {
  const close = useCloseDialog();
  // Asked anew each time: what was true before may have changed.
  const asked = useQuery({ ...apiQuery(asks, askInput), staleTime: 0, gcTime: 0 });
  const made = useApiMutation(endpoint, {
    ...(failed === undefined ? {} : { failed }),
    onDone: (answer) => {
      close();
      onDone?.(answer);
    },
  });
  const known = asked.isFetching ? undefined : asked.data;
  return (
    <Dialog
      title={title}
      width={480}
      brief
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <LoadingButton
            loading={made.isPending}
            loadingLabel={busyVerb}
            disabled={known === undefined || !allows(known)}
            onClick={() => made.mutate(input, { ...(onFailed && { onError: onFailed }) })}
            {...(danger ? { color: 'madder' } : {})}
          >
            {verb}
          </LoadingButton>
        </>
      }
    >
      <div aria-live="polite">
        {known !== undefined && says(known)}
        {asked.isFetching && (
          <LoadingFallback label="Looking at what will happen">
            <SkeletonRows rows={1} />
          </LoadingFallback>
        )}
        {asked.isError && !asked.isFetching && <ErrorState error={asked.error} again={asked.refetch} level={3} />}
      </div>
    </Dialog>
  );
}
