import { isUsernameFree } from '@folkmoot/contract/accounts/api.ts';
import { refusals, Username } from '@folkmoot/contract/accounts/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { Loader, type MantineSize, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../core/queries.ts';

type Props<V extends { username: string }> = {
  form: UseFormReturnType<V>;
  description?: string;
  size?: MantineSize;
  /** Your current name, which counts as free for you. */
  own?: string;
};

/** A username, asked for while it is typed whether it can still be had. */
export function UsernameInput<V extends { username: string }>({ form, description, size = 'md', own }: Props<V>) {
  const typed = form.values.username;
  const [settled] = useDebouncedValue(typed, DEBOUNCE.search);
  const valid = Username.safeParse(settled);
  const worthAsking = valid.success && valid.data !== own;
  const free = useQuery({
    ...apiQuery(isUsernameFree, { username: valid.success ? valid.data : '' }),
    enabled: worthAsking,
  });
  const current = settled === typed && worthAsking;
  const taken = current && free.data?.available === false;
  const input = form.getInputProps('username');
  return (
    <TextInput
      label="Username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      size={size}
      leftSection="@"
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      rightSection={
        current && free.isFetching ? (
          <Loader size={16} />
        ) : current && free.data?.available ? (
          <IconCircleCheckFilled size={18} color="var(--fm-success)" aria-label="This username is free" role="img" />
        ) : null
      }
      {...input}
      error={input.error ?? (taken ? refusals.usernameTaken.message : null)}
    />
  );
}
