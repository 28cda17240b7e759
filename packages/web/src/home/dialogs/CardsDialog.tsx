import { LIMITS } from '@folkmoot/contract/home/schema.ts';
import type { CardItem } from '@folkmoot/contract/home/sections-schema.ts';
import { pictureIdOf, variantUrl } from '@folkmoot/contract/media/picture-rules.ts';
import { CROP_RATIOS } from '@folkmoot/contract/media/schema.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useFields } from '../../core/form.tsx';
import { CoverField } from '../../media/selector/CoverField.tsx';
import { ItemsField, type Keyed, keyed } from './ItemsField.tsx';
import { MemberField } from './MemberField.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { filled, rulesOf, type SectionDialogProps, type SectionForm, valuesOf } from './section-form.ts';

type Values = SectionForm & { items: Keyed<CardItem>[] };

const fresh = (): CardItem => ({ title: '', subtitle: '', bio: '', link: '', image: null, personId: null });

/** Cards of people or things, each with a picture. */
export function CardsDialog({
  section,
  onSave,
  serverId,
  ...frame
}: SectionDialogProps<'CardShowcase'> & { serverId: string }) {
  const known = valuesOf(section);
  const form = useFields<Values>({
    schema: rulesOf('CardShowcase') as never,
    initial: { ...known, items: keyed(known.items.length > 0 ? known.items : [fresh()]) },
  });
  return (
    <SectionFrame {...frame} section={section} form={form} send={(typed) => onSave(filled(section, typed))}>
      <TextInput label="Title of the section" data-autofocus dir="auto" {...form.getInputProps('title')} />
      <ItemsField
        form={form}
        label="Cards"
        noun="card"
        most={LIMITS.cards}
        nameOf={({ title }) => title}
        fresh={fresh}
        fields={(index, { image, personId }) => (
          <>
            <TextInput label="Title" required dir="auto" {...form.getInputProps(`items.${index}.title`)} />
            <TextInput label="Subtitle" required dir="auto" {...form.getInputProps(`items.${index}.subtitle`)} />
            <Textarea label="Bio" autosize minRows={2} dir="auto" {...form.getInputProps(`items.${index}.bio`)} />
            <TextInput
              label="Link"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              {...form.getInputProps(`items.${index}.link`)}
            />
            <CoverField
              label="Picture"
              noun="picture"
              purpose="section"
              ratio={CROP_RATIOS.homeBasic}
              value={image === null ? null : variantUrl(image, 'large')}
              error={form.errors[`items.${index}.image`]}
              onChange={(url) => form.setFieldValue(`items.${index}.image`, (pictureIdOf(url) ?? null) as never)}
            />
            <MemberField
              serverId={serverId}
              value={personId}
              onChange={(id) => form.setFieldValue(`items.${index}.personId`, id as never)}
              error={form.errors[`items.${index}.personId`]}
            />
          </>
        )}
      />
    </SectionFrame>
  );
}
