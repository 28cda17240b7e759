import { TextInput } from '@mantine/core';
import { useFields } from '../../core/form.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { filled, rulesOf, type SectionDialogProps, type SectionForm, valuesOf } from './section-form.ts';

type Values = SectionForm & { line: string; button: string; url: string };

/** A band with one button. */
export function CallToActionDialog({ section, onSave, ...frame }: SectionDialogProps<'CallToAction'>) {
  const form = useFields<Values>({ schema: rulesOf('CallToAction') as never, initial: valuesOf(section) });
  return (
    <SectionFrame {...frame} section={section} form={form} send={(typed) => onSave(filled(section, typed))} width={520}>
      <TextInput label="Heading" data-autofocus dir="auto" {...form.getInputProps('title')} />
      <TextInput label="Line" dir="auto" {...form.getInputProps('line')} />
      <TextInput label="Text on the button" required dir="auto" {...form.getInputProps('button')} />
      <TextInput
        label="URL"
        required
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        {...form.getInputProps('url')}
      />
    </SectionFrame>
  );
}
