import { LIMITS } from '@folkmoot/contract/home/schema.ts';
import type { AccordionItem } from '@folkmoot/contract/home/sections-schema.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useFields } from '../../core/form.tsx';
import { RichText } from '../../events/editing/RichText.tsx';
import { ItemsField, type Keyed, keyed } from './ItemsField.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { filled, rulesOf, type SectionDialogProps, type SectionForm, valuesOf } from './section-form.ts';

type Values = SectionForm & { items: Keyed<AccordionItem>[] };

const fresh = (): AccordionItem => ({ title: '', description: '', isHouseRules: false });

/** A toggle list: a title, and titles that open to their text. */
export function ToggleListDialog({ section, onSave, ...frame }: SectionDialogProps<'Accordion'>) {
  const known = valuesOf(section);
  const form = useFields<Values>({
    schema: rulesOf('Accordion') as never,
    initial: { ...known, items: keyed(known.items.length > 0 ? known.items : [fresh()]) },
  });
  const mark = (index: number, on: boolean) =>
    // One item is the house rules at most.
    form.setFieldValue('items', (items) => items.map((item, at) => ({ ...item, isHouseRules: on && at === index })));
  return (
    <SectionFrame {...frame} section={section} form={form} send={(typed) => onSave(filled(section, typed))} width={640}>
      <TextInput label="Title" required data-autofocus dir="auto" {...form.getInputProps('title')} />
      <ItemsField
        form={form}
        label="Items"
        noun="item"
        most={LIMITS.accordion}
        nameOf={({ title }) => title}
        fresh={fresh}
        fields={(index, item) => (
          <>
            <TextInput label="Item title" required dir="auto" {...form.getInputProps(`items.${index}.title`)} />
            <RichText
              label="Description"
              value={item.description}
              onChange={(html) => form.setFieldValue(`items.${index}.description`, html as never)}
              error={form.errors[`items.${index}.description`] as string | undefined}
            />
            <Checkbox
              label="These are the house rules"
              description="“House rules” at the end of the page leads here."
              checked={item.isHouseRules}
              onChange={({ currentTarget }) => mark(index, currentTarget.checked)}
              error={form.errors[`items.${index}.isHouseRules`]}
            />
          </>
        )}
      />
    </SectionFrame>
  );
}
