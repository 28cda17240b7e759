import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { handOverInstallation } from '@folkmoot/contract/accounts/leaving-api.ts';
import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { DEBOUNCE, PEOPLE_SEARCH_ABOVE } from '@folkmoot/contract/core/client.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useMe } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import css from '../../ui/layout/screen.module.css';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';

/** The owner's: handing the installation over. */
export function InstallationScreen() {
  const me = useMe();
  const show = useShowDialog();
  usePageTitle('Installation');
  return (
    <div className={css.narrow}>
      <section className={css.section} aria-labelledby="owner">
        <h2 id="owner">Owner</h2>
        {me?.isInstallationOwner ? (
          <>
            <p>
              You own this installation. You choose the featured communities, handle reports, see how email is going,
              and get an email when payments need your attention.
            </p>
            <div className={css.end}>
              <Button variant="default" color="madder" onClick={() => show(<HandOverInstallation />)}>
                Hand over
              </Button>
            </div>
          </>
        ) : (
          <p>Someone else owns this installation.</p>
        )}
      </section>
    </div>
  );
}

const labelOf = ({ firstName, lastName, username }: PersonView) =>
  `${`${firstName} ${lastName}`.trim()} (@${username})`;

function HandOverInstallation() {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), DEBOUNCE.people);
  const worthAsking = lengthOf(settled) > PEOPLE_SEARCH_ABOVE;
  const form = useFields({
    schema: z.object({
      userId: z.custom<PersonView | null>((person) => person !== null, 'Choose who to hand it over to.'),
    }),
    initial: { userId: null as PersonView | null },
  });
  const { userId: chosen } = form.values;
  const found = useQuery({
    ...apiQuery(findPeople, { search: settled }),
    enabled: worthAsking && !(chosen && settled === labelOf(chosen)),
    placeholderData: keepPreviousData,
  });
  const people = found.data?.data ?? [];
  const shown = chosen && !people.some(({ id }) => id === chosen.id) ? [chosen, ...people] : people;
  return (
    <FormDialog
      title="Hand over this installation?"
      width={480}
      form={form}
      send={async ({ userId }) => call(handOverInstallation, { userId: userId?.id ?? '' })}
      onSent={() => queryClient.invalidateQueries({ queryKey: apiQueryKey(getMe) })}
      fallback="Could not hand over the installation."
      submitLabel="Hand over"
      loadingLabel="Handing over"
      danger
    >
      <p>The new owner takes over right away, and you’ll no longer be able to manage this installation.</p>
      <Select
        searchable
        openOnFocus={false}
        label="New owner"
        placeholder="Find someone by name or username"
        nothingFoundMessage={
          !worthAsking ? 'Type at least four letters of a name.' : found.isPending ? 'Looking…' : 'No one found'
        }
        data={shown.map((person) => ({ value: person.id, label: labelOf(person) }))}
        filter={({ options }) => options}
        onSearchChange={setSearch}
        value={chosen?.id ?? null}
        onChange={(id) => form.setFieldValue('userId', shown.find((person) => person.id === id) ?? null)}
        error={form.errors.userId}
        data-autofocus
      />
    </FormDialog>
  );
}
