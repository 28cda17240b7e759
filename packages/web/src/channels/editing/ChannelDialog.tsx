import { createChannel, updateChannel } from '@folkmoot/contract/channels/api.ts';
import { ChannelName, type ChannelView, NewChannel } from '@folkmoot/contract/channels/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { Stepper } from '../../ui/inputs/Stepper.tsx';
import css from '../../ui/layout/screen.module.css';
import { hasPublicChannel, patchChannel, refreshChannels } from '../queries.ts';
import { AboutStep } from './AboutStep.tsx';
import { AccessStep } from './AccessStep.tsx';
import type { ChannelValues } from './channel-form.ts';

const ABOUT = ['name', 'description', 'avatar'] as const;

type Props = {
  serverId: string;
  categoryId?: string | null;
  /** The channel to edit; a new one without it. */
  channel?: ChannelView;
};

/** Creates or edits a channel in two steps: what it is, then who can join. */
export function ChannelDialog({ serverId, categoryId = null, channel }: Props) {
  const close = useCloseDialog();
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const [onlySpaces, setOnlySpaces] = useState(false);
  const shownStep = useRef(0);
  // The focused element disappeared with the other step.
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    const fields = document.getElementById('channel');
    (fields?.querySelector<HTMLElement>('input:checked') ?? fields?.querySelector<HTMLElement>('input'))?.focus();
  }, [step]);
  const form = useFields<ChannelValues>({ schema: NewChannel, initial: initialOf(channel, serverId, categoryId) });
  const leave = useUnsaved(form.isDirty());

  const submission = useSubmit(
    form,
    async (values) => {
      try {
        const { message, data } = channel
          ? await call(updateChannel, { ...values, serverId, channelId: channel.id })
          : await call(createChannel, { ...values, serverId });
        patchChannel(data.id, (shown) => ({ ...shown, ...data }));
        refreshChannels(serverId, data.id);
        toast.done(message);
        close();
        if (!channel) await navigate({ to: '/channel/$channelId', params: { channelId: data.id } });
      } catch (error) {
        if (error instanceof ApiError && ABOUT.some((field) => field in error.fields)) setStep(0);
        throw error;
      }
    },
    channel ? 'Could not save the channel.' : 'Could not create the channel.',
  );

  const next = () => {
    const wrong = ABOUT.filter((field) => form.validateField(field).hasError);
    if (onlySpaces) form.setFieldError('name', ChannelName.safeParse(' ').error?.issues[0]?.message ?? null);
    const first = onlySpaces ? 'name' : wrong[0];
    if (first) form.getInputNode(first)?.focus();
    else setStep(1);
  };
  const onSubmit = (event?: FormEvent<HTMLFormElement>) => {
    if (step === 1) return submission.onSubmit(event);
    event?.preventDefault();
    next();
  };

  return (
    <Dialog
      title={channel ? 'Edit channel' : 'Create channel'}
      width={540}
      footerStart={
        step === 1 && (
          <Button variant="default" leftSection={<IconArrowLeft size={17} />} onClick={() => setStep(0)}>
            Back
          </Button>
        )
      }
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          {step === 0 ? (
            <Button key="next" size="md" rightSection={<IconArrowRight size={17} />} onClick={next}>
              Next
            </Button>
          ) : (
            <LoadingButton
              key="send"
              type="submit"
              form="channel"
              size="md"
              loading={submission.busy}
              loadingLabel={channel ? 'Saving' : 'Creating'}
            >
              {channel ? 'Save channel' : 'Create channel'}
            </LoadingButton>
          )}
        </>
      }
    >
      <Form id="channel" onSubmit={onSubmit} busy={submission.busy} problem={submission.problem} className={css.form}>
        <Stepper steps={['About', 'Who can join']} current={step} />
        {step === 0 ? (
          <AboutStep form={form} onOnlySpaces={setOnlySpaces} />
        ) : (
          <AccessStep form={form} serverId={serverId} />
        )}
      </Form>
    </Dialog>
  );
}

/** The first channel that everybody may join is one that everybody joins, unless its creator says otherwise. */
function initialOf(channel: ChannelView | undefined, serverId: string, categoryId: string | null): ChannelValues {
  if (!channel) {
    const isDefault = hasPublicChannel(serverId) === false;
    return { name: '', description: '', avatar: null, type: 'text', mode: 'public', isDefault, categoryId };
  }
  const { name, description, avatar, type, mode, isDefault } = channel;
  return { name, description, avatar, type, mode, isDefault, categoryId: channel.categoryId };
}
