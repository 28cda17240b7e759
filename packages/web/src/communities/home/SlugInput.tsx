import { isSlugFree } from '@folkmoot/contract/communities/api.ts';
import { refusals, Slug } from '@folkmoot/contract/communities/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { Loader, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { apiQuery } from '../../core/queries.ts';

type Props<V extends { slug: string }> = {
  form: UseFormReturnType<V>;
  /** The community being edited, whose own address is free for it. */
  serverId?: string;
  own?: string;
  /** Called when the person types an address of their own. */
  onTyped?: () => void;
};

/** A community's address, asked for while it is typed whether it can be had. */
export function SlugInput<V extends { slug: string }>({ form, serverId, own, onTyped }: Props<V>) {
  const typed = form.values.slug;
  const [settled] = useDebouncedValue(typed, DEBOUNCE.search);
  const valid = Slug.safeParse(settled);
  const worthAsking = valid.success && valid.data !== own;
  const free = useQuery({
    ...apiQuery(isSlugFree, { alias: valid.success ? valid.data : '', ...(serverId ? { serverId } : {}) }),
    enabled: worthAsking,
  });
  const current = settled === typed && worthAsking;
  const refused =
    current && free.data && !free.data.available ? (free.data.reason ?? refusals.slugTaken.message) : null;
  const { onChange, error, ...input } = form.getInputProps('slug');
  return (
    <TextInput
      label="Address"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      leftSection={`${location.host}/`}
      leftSectionWidth={`calc(${location.host.length + 1}ch * 0.95 + 20px)`}
      description="Letters, digits and hyphens. An old address forwards to a new one."
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      rightSection={
        current && free.isFetching ? (
          <Loader size={16} />
        ) : current && free.data?.available ? (
          <IconCircleCheckFilled size={18} color="var(--fm-success)" role="img" aria-label="This address is free" />
        ) : null
      }
      {...input}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        onTyped?.();
        onChange(event);
      }}
      error={error ?? refused}
    />
  );
}
