import { isUsernameFree } from '@folkmoot/contract/accounts/api.ts';
import { refusals, Username } from '@folkmoot/contract/accounts/schema.ts';
import type { TextInputProps } from '@mantine/core';
import { apiQuery } from '../core/queries.ts';
import { UniqueInput } from '../ui/inputs/UniqueInput.tsx';

type Props = Omit<TextInputProps, 'value'> & {
  value: string;
  /** Your current name, which counts as free for you. */
  own?: string;
};

/** A username: while you type, it says whether it is free. */
export function UsernameInput(props: Props) {
  return (
    <UniqueInput
      label="Username"
      leftSection="@"
      schema={Username}
      ask={(username) => apiQuery(isUsernameFree, { username })}
      free="This username is available"
      taken={refusals.usernameTaken.message}
      {...props}
    />
  );
}
