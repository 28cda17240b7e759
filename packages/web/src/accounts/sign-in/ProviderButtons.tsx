import type { getInstallation } from '@folkmoot/contract/accounts/api.ts';
import { PROVIDER_PATH } from '@folkmoot/contract/accounts/providers-schema.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import css from '../auth-form.module.css';

type Props = {
  providers: Answer<typeof getInstallation>['providers'] | undefined;
  next: string | undefined;
};

/** The services that people can sign in with, above the form; nothing where there are none. */
export function ProviderButtons({ providers = [], next }: Props) {
  if (providers.length === 0) return null;
  const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
  return (
    <div className={css.form}>
      {providers.map(({ id, name }) => (
        // Not a route of ours: the browser leaves the page.
        <Button
          key={id}
          component="a"
          href={`${PROVIDER_PATH}/${id}${query}`}
          variant="default"
          size="lg"
          fullWidth
          leftSection={
            id === 'google' ? (
              <img src="/art/marks/google.svg" alt="" width={20} height={20} />
            ) : (
              <IconLogin2 size={20} aria-hidden />
            )
          }
        >
          Continue with {name}
        </Button>
      ))}
      <p className={css.hint}>or</p>
    </div>
  );
}
