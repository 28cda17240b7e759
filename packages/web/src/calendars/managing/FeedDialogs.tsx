import { LIMITS, NewSource, SourceChange } from '@folkmoot/contract/calendars/schema.ts';
import * as api from '@folkmoot/contract/calendars/sources-api.ts';
import type { SourceView } from '@folkmoot/contract/calendars/sources-schema.ts';
import { TextInput } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { refreshSources } from './feed-words.ts';

/** Adds an outside feed by its address, which is read at once. */
export function AddFeedDialog({ calendarId }: { calendarId: string }) {
  const form = useFields({ schema: NewSource, initial: { url: '', name: '' } });
  return (
    <FormDialog
      title="Add feed"
      form={form}
      send={async (values) => {
        const answer = await call(api.addSource, { calendarId, ...values });
        refreshSources();
        return answer;
      }}
      fallback="Could not add the feed."
      submitLabel="Add feed"
      loadingLabel="Reading"
    >
      <TextInput
        label="iCal address"
        description="In Google Calendar it is under “Integrate calendar”, in Outlook under “Publish a calendar”."
        placeholder="https://example.org/calendar.ics"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        withAsterisk
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Name"
        description="Readers see it as “From …”. Leave it empty to use the feed’s own name."
        maxLength={LIMITS.name}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

/** Changes what readers see an outside feed called. */
export function RenameFeedDialog({ calendarId, source }: { calendarId: string; source: SourceView }) {
  const form = useFields({ schema: SourceChange, initial: { name: source.name } });
  return (
    <FormDialog
      title="Rename feed"
      form={form}
      send={async ({ name }) => {
        const answer = await call(api.updateSource, { calendarId, sourceId: source.id, name });
        refreshSources();
        return answer;
      }}
      fallback="Could not rename the feed."
      submitLabel="Save"
      loadingLabel="Saving"
    >
      <TextInput label="Name" withAsterisk data-autofocus maxLength={LIMITS.name} {...form.getInputProps('name')} />
    </FormDialog>
  );
}
