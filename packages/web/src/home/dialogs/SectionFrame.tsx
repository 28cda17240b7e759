import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { TYPE_NAMES } from '../words.ts';
import { AudienceField } from './AudienceField.tsx';
import type { SectionForm } from './section-form.ts';

type Props<Values extends SectionForm & Record<string, unknown>> = {
  section: SectionView;
  isNew: boolean;
  errors?: Readonly<Record<string, string>> | undefined;
  restored?: boolean | undefined;
  onType?: ((section: SectionView | undefined) => void) | undefined;
  form: UseFormReturnType<Values>;
  send: (typed: Values) => Promise<{ message: string }>;
  width?: number;
  /** What would be lost by leaving; by default, anything that was changed. */
  dirty?: boolean;
  /** The pictures that the section has by now, where the dialog takes some. */
  attachments?: SectionView['attachments'];
  children: ReactNode;
};

/** The dialog of a section: its fields, who sees it, and what the server said of it before. */
export function SectionFrame<Values extends SectionForm & Record<string, unknown>>({
  section,
  isNew,
  errors,
  restored = false,
  onType,
  form,
  send,
  width = 600,
  dirty = form.isDirty(),
  attachments = section.attachments,
  children,
}: Props<Values>) {
  const losable = restored || dirty;
  const keep = useEffectEvent(() => {
    const { title, audience, ...json } = form.values;
    onType?.(losable ? ({ ...section, title, audience, json, attachments } as unknown as SectionView) : undefined);
  });
  const forget = useEffectEvent(() => onType?.(undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept whenever what is in the form changes.
  useEffect(() => keep(), [form.values, attachments, losable]);
  // A page that goes away does not close its dialogs: then it stays.
  useEffect(() => () => forget(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the dialog opens.
  useEffect(() => {
    if (errors) form.setErrors(errors);
  }, []);
  return (
    <FormDialog
      title={TYPE_NAMES[section.sectionType]}
      width={width}
      form={form}
      send={send}
      dirty={losable}
      restored={onType !== undefined}
      submitLabel={isNew ? 'Add to page' : 'Save section'}
      loadingLabel="Saving"
    >
      {children}
      <AudienceField form={form} />
    </FormDialog>
  );
}
