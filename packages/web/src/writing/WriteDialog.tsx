import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { writeCommunityDescription, writeEventDescription } from '@folkmoot/contract/writing/api.ts';
import type { Subject } from '@folkmoot/contract/writing/rules.ts';
import { ContentLength, ContentStyle, LIMITS, Wish } from '@folkmoot/contract/writing/schema.ts';
import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { call } from '../core/api-client.ts';
import { Form, useFields, useSubmit } from '../core/form.tsx';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import css from './writing.module.css';

type Props = {
  subject: Subject;
  /** Where the prompt is sent. */
  host: string;
  hasText: () => boolean;
  onAccept: (text: string) => void;
};

async function write(subject: Subject, { prompt, ...how }: Wish): Promise<string> {
  if (subject === 'event')
    return (await call(writeEventDescription, { event_prompt: prompt, ...how })).generated_output;
  return (await call(writeCommunityDescription, { community_prompt: prompt, ...how })).data.generated_output;
}

/** Has a description written, which can be changed before it is accepted. Earlier suggestions stay within reach. */
export function WriteDialog({ subject, host, hasText, onAccept }: Props) {
  const id = useId();
  const close = useCloseDialog();
  const confirm = useConfirm();
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(0);
  const form = useFields<Wish>({
    schema: Wish,
    initial: { prompt: '', content_style: 'Casual', content_length: 'Medium' },
  });
  const submission = useSubmit(form, async (values) => {
    const text = await write(subject, Wish.parse(values));
    setShown(texts.length);
    setTexts([...texts, text]);
  });
  const text = texts[shown];
  const leave = useUnsaved(text !== undefined || form.isDirty('prompt'));
  const most = LIMITS[subject];
  const isTooLong = text !== undefined && lengthOf(text) > most;
  const accept = () => {
    if (!text?.trim() || isTooLong) return;
    const put = () => {
      close();
      onAccept(text.trim());
    };
    if (!hasText()) return put();
    confirm({
      title: 'Replace the description?',
      body: 'The description that is there now will be replaced by this text.',
      ...{ verb: 'Replace', busyVerb: 'Replacing' },
      run: async () => put(),
    });
  };
  return (
    <Dialog
      title="Write with AI"
      subtitle={subject === 'event' ? 'A description for your event' : 'A description for your community'}
      width={560}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton
            type="submit"
            form={id}
            loading={submission.busy}
            loadingLabel="Writing"
            {...(text !== undefined && { variant: 'default' })}
          >
            {text === undefined ? 'Generate' : 'Retry'}
          </LoadingButton>
          {text !== undefined && (
            <Button onClick={accept} disabled={submission.busy || text.trim() === '' || isTooLong}>
              Accept
            </Button>
          )}
        </>
      }
    >
      <Form {...submission} id={id} className={css.form}>
        <Textarea
          label="Prompt"
          placeholder={
            subject === 'event'
              ? 'A pottery evening for beginners, with tea, in our workshop'
              : 'Neighbours who repair bicycles together on Saturdays'
          }
          description={`${lengthOf(form.values.prompt)}/${LIMITS.prompt}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autosize
          minRows={3}
          maxRows={8}
          dir="auto"
          data-autofocus
          {...form.getInputProps('prompt')}
        />
        <Choice
          label="Style"
          options={ContentStyle.options}
          value={form.values.content_style}
          onChange={(style) => form.setFieldValue('content_style', style)}
        />
        <Choice
          label="Length"
          options={ContentLength.options}
          value={form.values.content_length}
          onChange={(length) => form.setFieldValue('content_length', length)}
        />
        <p className={css.note}>Your prompt is sent to {host}, which writes the text. Nothing else is sent.</p>
        <div aria-live="polite">
          {text !== undefined && (
            <div className={css.suggestion}>
              <Textarea
                label="Suggestion"
                description={`You can change it before you accept it. ${lengthOf(text)}/${most}`}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                autosize
                minRows={4}
                maxRows={12}
                dir="auto"
                value={text}
                onChange={({ currentTarget: { value } }) =>
                  setTexts(texts.map((one, nth) => (nth === shown ? value : one)))
                }
                error={isTooLong ? `Max ${most} characters allowed.` : undefined}
                disabled={submission.busy}
              />
              {texts.length > 1 && (
                <div className={css.pager}>
                  <IconButton
                    label="Previous suggestion"
                    disabled={shown === 0 || submission.busy}
                    onClick={() => setShown(shown - 1)}
                  >
                    <IconChevronLeft size={18} aria-hidden />
                  </IconButton>
                  <span>
                    {shown + 1} of {texts.length}
                  </span>
                  <IconButton
                    label="Next suggestion"
                    disabled={shown === texts.length - 1 || submission.busy}
                    onClick={() => setShown(shown + 1)}
                  >
                    <IconChevronRight size={18} aria-hidden />
                  </IconButton>
                </div>
              )}
            </div>
          )}
        </div>
      </Form>
    </Dialog>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  options: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <div className={css.choice}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <SegmentedControl
        fullWidth
        aria-label={label}
        data={[...options]}
        value={value}
        onChange={(next) => onChange(next as Value)}
      />
    </div>
  );
}
