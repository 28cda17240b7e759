import { type CalendarFields, CalendarFields as Fields, LIMITS } from '@folkmoot/contract/calendars/schema.ts';
import { CROP_RATIOS } from '@folkmoot/contract/media/schema.ts';
import { Input, Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { SlugInput } from '../../communities/home/SlugInput.tsx';
import { useFields } from '../../core/form.tsx';
import { ZoneSelect } from '../../events/times/ZoneSelect.tsx';
import { CoverField } from '../../media/selector/CoverField.tsx';

export type FormValues = Pick<CalendarFields, 'name' | 'description' | 'alias' | 'cover' | 'time_zone' | 'visibility'>;
export const FORM_FIELDS = Fields.pick({
  name: true,
  description: true,
  alias: true,
  cover: true,
  time_zone: true,
  visibility: true,
});

/** A form of what a calendar says of itself. */
export function useCalendarForm(initial: FormValues): UseFormReturnType<FormValues> {
  return useFields({ schema: FORM_FIELDS, initial });
}

type Props = {
  form: UseFormReturnType<FormValues>;
  /** Its present address. */
  own?: string;
  /** Whether it is a community's, which may keep it to its members. */
  ofCommunity: boolean;
  /** The community is secret: nobody else sees the calendar either way. */
  secret?: boolean;
};

/** The fields of a calendar. */
export function CalendarFormFields({ form, own, ofCommunity, secret = false }: Props) {
  const { description, time_zone, cover, alias } = form.values;
  return (
    <>
      <TextInput label="Name" withAsterisk maxLength={LIMITS.name} {...form.getInputProps('name')} />
      <SlugInput
        own={own}
        description={
          own === undefined
            ? 'Leave empty to use the calendar’s name.'
            : 'Letters, digits and hyphens. Old links keep working.'
        }
        {...form.getInputProps('alias')}
        value={alias}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        description={`${description.length}/${LIMITS.description}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={LIMITS.description}
        {...form.getInputProps('description')}
      />
      {/* The field names itself. */}
      <Input.Wrapper label="Time zone" labelElement="div">
        <ZoneSelect
          value={time_zone}
          at={null}
          onChange={(zone) => form.setFieldValue('time_zone', zone)}
          error={form.errors.time_zone as string | undefined}
        />
      </Input.Wrapper>
      {ofCommunity && (
        <Select
          label="Who can see it"
          allowDeselect={false}
          data={[
            { value: 'public', label: secret ? 'Members, since the community is secret' : 'Everyone' },
            { value: 'community', label: 'Members of the community' },
          ]}
          {...form.getInputProps('visibility')}
        />
      )}
      <CoverField
        label="Picture"
        noun="picture"
        small
        ratio={CROP_RATIOS.banner}
        value={cover}
        error={form.errors.cover}
        onChange={(url) => form.setFieldValue('cover', url)}
      />
    </>
  );
}
