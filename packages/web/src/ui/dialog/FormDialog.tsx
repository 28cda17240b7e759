import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { Form, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { LoadingButton } from '../feedback/LoadingButton.tsx';
import css from '../layout/screen.module.css';
import { Dialog } from './Dialog.tsx';
import { type LeaveWords, useCloseDialog, useUnsaved } from './DialogProvider.tsx';

type Props<Values extends Record<string, unknown>, Answer extends { message: string }> = {
  title: ReactNode;
  subtitle?: string;
  width?: number;
  /** From `useFields`; the fields are the children. */
  form: UseFormReturnType<Values>;
  /**
   * Calls the endpoint. Its message is then shown as a toast, and the dialog closes; what it throws is shown above the form. Without an answer the
   * dialog stays: something else is asked first.
   */
  send: (values: Values) => Promise<Answer | undefined>;
  /** What is done once the dialog is closed, such as going to another screen. */
  onSent?: (answer: Answer) => unknown;
  /** The named default when the server gives no sentence. */
  fallback?: string;
  /** As of `useSubmit`. */
  shown?: readonly string[];
  submitLabel: string;
  /** The verb while it runs, such as `Saving`. */
  loadingLabel: string;
  cancelLabel?: string;
  /** What is sent cannot be undone. */
  danger?: boolean;
  /** What would be lost by leaving; by default, anything that was changed. */
  dirty?: boolean;
  words?: LeaveWords;
  /** As of `useUnsaved`. */
  restored?: boolean;
  children: ReactNode;
};

/** A dialog with a form: Cancel, which asks before it discards what was typed, and the button that sends. */
export function FormDialog<Values extends Record<string, unknown>, Answer extends { message: string }>({
  form,
  send,
  onSent,
  fallback,
  shown,
  submitLabel,
  loadingLabel,
  cancelLabel = 'Cancel',
  danger = false,
  dirty = form.isDirty(),
  words,
  restored,
  children,
  ...frame
}: Props<Values, Answer>) {
  const id = useId();
  const close = useCloseDialog();
  const leave = useUnsaved(dirty, words, restored);
  const submission = useSubmit(
    form,
    async (values) => {
      const answer = await send(values);
      if (answer === undefined) return;
      toast.done(answer.message);
      close();
      await onSent?.(answer);
    },
    fallback,
    shown,
  );
  return (
    <Dialog
      {...frame}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            {cancelLabel}
          </Button>
          <LoadingButton
            type="submit"
            form={id}
            {...(danger && { color: 'madder' })}
            loading={submission.busy}
            loadingLabel={loadingLabel}
          >
            {submitLabel}
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id={id} className={css.form}>
        {children}
      </Form>
    </Dialog>
  );
}
