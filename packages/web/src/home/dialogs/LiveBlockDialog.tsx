import { EVENT_COUNTS } from '@folkmoot/contract/home/schema.ts';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useFields } from '../../core/form.tsx';
import { headingOf } from '../words.ts';
import { SectionFrame } from './SectionFrame.tsx';
import { filled, rulesOf, type SectionDialogProps, type SectionForm, valuesOf } from './section-form.ts';

type Values = SectionForm & { count?: 3 | 6 };
type Props = SectionDialogProps<'Faq' | 'NextEvents' | 'NewMembers'>;

const ABOUT = {
  Faq: 'Shows the community’s questions and answers, which you edit on their own.',
  NextEvents: 'Shows the next events of the community by itself. While none are planned, visitors do not see it.',
  NewMembers: 'Shows the people who joined last.',
};

/** A section that fills itself: its title, and how much it shows. */
export function LiveBlockDialog({ section, onSave, ...frame }: Props) {
  const form = useFields<Values>({
    schema: rulesOf(section.sectionType) as never,
    initial: valuesOf<{ count?: 3 | 6 }>(section),
  });
  return (
    <SectionFrame {...frame} section={section} form={form} send={(typed) => onSave(filled(section, typed))} width={480}>
      <p>{ABOUT[section.sectionType]}</p>
      <TextInput
        label="Title"
        placeholder={headingOf({ ...section, title: '' })}
        data-autofocus
        dir="auto"
        {...form.getInputProps('title')}
      />
      {section.sectionType === 'NextEvents' && (
        <Radio.Group
          label="How many events"
          value={String(form.values.count)}
          onChange={(count) => form.setFieldValue('count', Number(count) as never)}
          error={form.errors.count}
        >
          <Stack gap="xs" pt="xs">
            {EVENT_COUNTS.map((count) => (
              <Radio key={count} value={String(count)} label={String(count)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </SectionFrame>
  );
}
