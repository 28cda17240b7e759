import { LIMITS } from '@folkmoot/contract/home/schema.ts';
import type { LinkItem } from '@folkmoot/contract/home/sections-schema.ts';
import { TextInput } from '@mantine/core';
import { useFields } from '../../core/form.tsx';
import { ItemsField, type Keyed, keyed } from './ItemsField.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { filled, rulesOf, type SectionDialogProps, type SectionForm, valuesOf } from './section-form.ts';

type Values = SectionForm & { items: Keyed<LinkItem>[] };

const fresh = (): LinkItem => ({ title: '', url: '', date: null });

/** Links to other sites. */
export function LinksDialog({ section, onSave, ...frame }: SectionDialogProps<'Links'>) {
  const known = valuesOf(section);
  const form = useFields<Values>({
    schema: rulesOf('Links') as never,
    initial: { ...known, items: keyed(known.items.length > 0 ? known.items : [fresh()]) },
  });
  return (
    <SectionFrame {...frame} section={section} form={form} send={(typed) => onSave(filled(section, typed))}>
      <TextInput label="Title of the section" data-autofocus dir="auto" {...form.getInputProps('title')} />
      <ItemsField
        form={form}
        label="Links"
        noun="link"
        most={LIMITS.links}
        nameOf={({ title }) => title}
        fresh={fresh}
        fields={(index, { date }) => (
          <>
            <TextInput label="Title" required dir="auto" {...form.getInputProps(`items.${index}.title`)} />
            <TextInput
              label="URL"
              required
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              description="A video of YouTube or Vimeo can be played on the page."
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              {...form.getInputProps(`items.${index}.url`)}
            />
            <TextInput
              label="Date"
              type="date"
              value={date ?? ''}
              onChange={({ currentTarget }) =>
                form.setFieldValue(`items.${index}.date`, (currentTarget.value || null) as never)
              }
              error={form.errors[`items.${index}.date`]}
            />
          </>
        )}
      />
    </SectionFrame>
  );
}
