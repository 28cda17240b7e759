import { getSecurity } from '@folkmoot/contract/accounts/api.ts';
import { connectProvider, disconnectProvider } from '@folkmoot/contract/accounts/providers-api.ts';
import type { ConnectedProvider } from '@folkmoot/contract/accounts/providers-schema.ts';
import { Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { fullDate, timeAgo } from '../../ui/format-date.ts';
import css from '../../ui/layout/screen.module.css';

/** The sign-in services of this installation, and which of them a person has connected. */
export function ConnectedAccounts({ providers }: { providers: ConnectedProvider[] }) {
  return (
    <section className={css.section} aria-labelledby="connected">
      <h2 id="connected">Connected accounts</h2>
      <p>Sign in with an account you already have elsewhere. You can always sign in with an emailed code too.</p>
      <ul className={css.card}>
        {providers.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
    </section>
  );
}

function ProviderRow({ provider: { id, name, connectedAt } }: { provider: ConnectedProvider }) {
  const confirm = useConfirm();
  const connect = useApiMutation(connectProvider, {
    failed: `Could not connect ${name}.`,
    onDone: ({ url }) => location.assign(url),
  });
  const disconnect = useApiMutation(disconnectProvider, {
    failed: `Could not disconnect ${name}.`,
    onDone: () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(getSecurity) }),
  });
  return (
    <li className={css.row}>
      {id === 'google' ? (
        <img src="/art/marks/google.svg" alt="" width={22} height={22} />
      ) : (
        <IconLogin2 size={22} aria-hidden />
      )}
      <div className={css.grow}>
        <b>{name}</b>
        <small>
          {connectedAt === null ? (
            'Not connected'
          ) : (
            <>
              Connected{' '}
              <time dateTime={connectedAt} title={fullDate(connectedAt)}>
                {timeAgo(connectedAt)}
              </time>
            </>
          )}
        </small>
      </div>
      {connectedAt === null ? (
        <Button
          variant="default"
          size="xs"
          aria-label={`Connect ${name}`}
          loading={connect.isPending}
          onClick={() => connect.mutate({ provider: id })}
        >
          Connect
        </Button>
      ) : (
        <Button
          variant="default"
          size="xs"
          color="madder"
          aria-label={`Disconnect ${name}`}
          onClick={() =>
            confirm({
              title: `Disconnect ${name}?`,
              body: `You’ll no longer be able to sign in with this ${name} account, unless it has the same email address as your account here. You can still sign in with an emailed code.`,
              verb: 'Disconnect',
              busyVerb: 'Disconnecting',
              danger: true,
              run: () => disconnect.mutateAsync({ provider: id }),
            })
          }
        >
          Disconnect
        </Button>
      )}
    </li>
  );
}
