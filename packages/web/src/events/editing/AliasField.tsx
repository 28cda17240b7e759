import { isSlugFree } from '@folkmoot/contract/communities/api.ts';
import { Slug } from '@folkmoot/contract/communities/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import { Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import type { FormProps } from './event-form.ts';
import { Field } from './Field.tsx';

/** The event's address; availability is checked while you type. If left empty, one is created from the name. */
export function AliasField({ values, set, errors, event }: FormProps) {
  const typed = values.alias;
  const [settled] = useDebouncedValue(typed, DEBOUNCE.search);
  const valid = Slug.safeParse(settled);
  const worthAsking = settled !== '' && valid.success && valid.data !== event?.alias;
  const free = useQuery({ ...apiQuery(isSlugFree, { alias: valid.success ? valid.data : '' }), enabled: worthAsking });
  const current = settled === typed && worthAsking;
  const refused =
    current && free.data && !free.data.available ? (free.data.reason ?? refusals.aliasTaken.message) : undefined;
  return (
    <Field path="alias">
      <TextInput
        label="Page address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        leftSection={`${location.host}/`}
        leftSectionWidth={`calc(${location.host.length + 1}ch * 0.95 + 20px)`}
        description={event ? 'An old address forwards to a new one.' : 'Leave empty to create it from the name.'}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rightSection={
          current && free.isFetching ? (
            <Loader size={16} />
          ) : current && free.data?.available ? (
            <IconCircleCheckFilled size={18} color="var(--fm-success)" role="img" aria-label="This address is free" />
          ) : null
        }
        value={typed}
        onChange={({ currentTarget }) => set({ alias: currentTarget.value.toLowerCase().replaceAll(' ', '-') })}
        error={errors.alias ?? refused}
      />
    </Field>
  );
}
