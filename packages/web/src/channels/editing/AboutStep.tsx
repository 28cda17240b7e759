import { LIMITS, tidyChannelName } from '@folkmoot/contract/channels/schema.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Button, Textarea } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import type { ChannelForm } from './channel-form.ts';
import { NameInput } from './NameInput.tsx';
import css from './wizard.module.css';

const EmojiPicker = lazyPart(() => import('../../ui/inputs/EmojiPicker.tsx'), 'EmojiPicker');

/** The first step: a picture, a name, a topic. */
export function AboutStep({ form, onOnlySpaces }: { form: ChannelForm; onOnlySpaces: (only: boolean) => void }) {
  const [picking, setPicking] = useState(false);
  const { onChange: _untidied, value: typed, ...name } = form.getInputProps('name');
  const { avatar, description } = form.values;
  const pick = (emoji: string | null) => {
    form.setFieldValue('avatar', emoji);
    setPicking(false);
  };
  return (
    <>
      <div className={css.top}>
        <div className={css.avatar}>
          <span className={css.label}>Avatar</span>
          <button
            type="button"
            className={css.tile}
            aria-expanded={picking}
            aria-label={avatar ? `Avatar: ${avatar}. Change it` : 'Choose an emoji as avatar'}
            onClick={() => setPicking(!picking)}
          >
            {avatar ?? <IconMoodSmile size={26} aria-hidden />}
          </button>
        </div>
        <NameInput
          label="Name"
          required
          data-autofocus
          size="lg"
          icon="#"
          max={LIMITS.name}
          tidy={tidyChannelName}
          description="Lowercase, with hyphens for spaces. We tidy it as you type."
          {...name}
          value={typed}
          onChange={(text, onlySpaces) => {
            form.setFieldValue('name', text);
            onOnlySpaces(onlySpaces);
          }}
        />
      </div>
      {picking && (
        <div className={css.popover}>
          <Suspense fallback={<div className={css.loading}>Loading…</div>}>
            <EmojiPicker onPick={pick} autoFocus />
          </Suspense>
          {avatar && (
            <Button variant="subtle" size="xs" onClick={() => pick(null)}>
              No emoji
            </Button>
          )}
        </div>
      )}
      <Textarea
        label={
          <>
            Description <span className={css.optional}>optional</span>
          </>
        }
        description={`${lengthOf(description)}/${LIMITS.description}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        minRows={2}
        {...form.getInputProps('description')}
      />
    </>
  );
}
