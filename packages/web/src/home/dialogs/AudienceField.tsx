import { Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SectionForm } from './section-form.ts';

/** Who sees a section. */
export function AudienceField<Values extends SectionForm>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <Radio.Group label="Who sees this section" {...form.getInputProps('audience')}>
      <Stack gap="xs" pt="xs">
        <Radio value="everyone" label="Everyone who sees this page" />
        <Radio value="members" label="Members only" />
      </Stack>
    </Radio.Group>
  );
}
