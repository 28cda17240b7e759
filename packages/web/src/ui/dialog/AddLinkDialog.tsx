import { LinkFields } from '@folkmoot/contract/core/links/address-schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { Dialog } from './Dialog.tsx';
import { useCloseDialog, useUnsaved } from './DialogProvider.tsx';

type Link = { text: string; link: string };

type Props = {
  /** What is written where the link goes, and where it leads so far. */
  initial: Link;
  /** Gets both as they are stored: trimmed, and with a scheme. */
  onDone: (link: Link) => void;
  /** Takes an existing link away, and keeps its text. */
  onRemove?: (() => void) | undefined;
};

/** A link in a text: what it says, and where it leads. */
export function AddLinkDialog({ initial, onDone, onRemove }: Props) {
  const id = useId();
  const close = useCloseDialog();
  const form = useFields<Link>({ schema: LinkFields, initial });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(form, async (typed) => {
    const { text, link } = LinkFields.parse(typed);
    close();
    onDone({ text: text || link.replace(/^mailto:/, ''), link });
  });
  return (
    <Dialog
      title={initial.link === '' ? 'Add link' : 'Edit link'}
      width={440}
      footerStart={
        onRemove && (
          <Button
            variant="subtle"
            color="madder"
            onClick={() => {
              close();
              onRemove();
            }}
          >
            Remove link
          </Button>
        )
      }
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form={id}>
            {initial.link === '' ? 'Add link' : 'Save link'}
          </Button>
        </>
      }
    >
      <Form {...submission} id={id}>
        <TextInput label="Text" dir="auto" {...form.getInputProps('text')} />
        <TextInput
          label="Link"
          required
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          data-autofocus
          mt="md"
          {...form.getInputProps('link')}
        />
      </Form>
    </Dialog>
  );
}
