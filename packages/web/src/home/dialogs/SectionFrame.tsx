import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useEffect } from 'react';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { TYPE_NAMES } from '../words.ts';
import { AudienceField } from './AudienceField.tsx';
import type { SectionForm } from './section-form.ts';

type Props<Values extends SectionForm & Record<string, unknown>> = {
  section: SectionView;
  isNew: boolean;
  errors?: Readonly<Record<string, string>> | undefined;
  form: UseFormReturnType<Values>;
  send: (typed: Values) => Promise<{ message: string }>;
  width?: number;
  /** Something would be lost beside what is in the form. */
  dirty?: boolean;
  children: ReactNode;
};

/** The dialog of a section: its fields, who sees it, and what the server said of it before. */
export function SectionFrame<Values extends SectionForm & Record<string, unknown>>({
  section,
  isNew,
  errors,
  form,
  send,
  width = 600,
  dirty = form.isDirty(),
  children,
}: Props<Values>) {
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
      dirty={dirty}
      submitLabel={isNew ? 'Add to page' : 'Save section'}
      loadingLabel="Saving"
    >
      {children}
      <AudienceField form={form} />
    </FormDialog>
  );
}
