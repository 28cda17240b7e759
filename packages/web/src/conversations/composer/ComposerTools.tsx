import { IMAGE_TYPES, VIDEO_TYPES } from '@folkmoot/contract/media/schema.ts';
import { Menu, Popover } from '@mantine/core';
import { IconAt, IconFile, IconMoodSmile, IconPhoto, IconPlus, IconSend, IconTypography } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import css from './composer.module.css';
import { isTouch } from './focus-composer.ts';

const EmojiPicker = lazyPart(() => import('../../ui/inputs/EmojiPicker.tsx'), 'EmojiPicker');

type Props = {
  /** There is nothing to send. */
  idle: boolean;
  /** Characters over the limit; negative while there is room. */
  over: number;
  hint: string;
  formats: boolean;
  onFormats: () => void;
  onFiles: (files: File[]) => void;
  onInsert: (piece: string) => void;
  onMention: () => void;
  onSend: () => void;
};

/** The row under the text: what you can add to it, and Send. */
export function ComposerTools({ idle, over, hint, formats, onFormats, onFiles, onInsert, onMention, onSend }: Props) {
  const [picking, setPicking] = useState(false);
  const [above, setAbove] = useState(0);
  const phone = useMedia('phone');
  const pick = (emoji: string) => {
    setPicking(false);
    onInsert(emoji);
  };
  const button = (
    <IconButton
      label="Emoji"
      size={32}
      aria-expanded={picking}
      onClick={({ currentTarget }) => {
        const top = currentTarget.closest('[data-composer]')?.getBoundingClientRect().top;
        // The picker opens above the text, not over it.
        if (top !== undefined) setAbove(currentTarget.getBoundingClientRect().top - top);
        setPicking(!picking);
      }}
    >
      <IconMoodSmile size={19} />
    </IconButton>
  );
  const picker = (
    <Suspense fallback={null}>
      <EmojiPicker autoFocus={!isTouch()} onPick={pick} />
    </Suspense>
  );
  return (
    <>
      <div className={css.tools}>
        <AttachMenu onFiles={onFiles} />
        <IconButton label="Formatting" size={32} aria-pressed={formats} onClick={onFormats}>
          <IconTypography size={19} />
        </IconButton>
        {phone ? (
          button
        ) : (
          <Popover
            opened={picking}
            onChange={setPicking}
            position="top-start"
            offset={above + 8}
            width={330}
            trapFocus
            returnFocus
            withinPortal
          >
            <Popover.Target>{button}</Popover.Target>
            <Popover.Dropdown>{picker}</Popover.Dropdown>
          </Popover>
        )}
        <IconButton label="Mention someone" size={32} onClick={onMention}>
          <IconAt size={19} />
        </IconButton>
        <span className={css.grow} />
        {over > -200 && <span className={over > 0 ? css.over : css.hint}>{-over}</span>}
        {hint && <span className={css.hint}>{hint}</span>}
        <button type="button" className={css.send} data-idle={idle || undefined} aria-label="Send" onClick={onSend}>
          <IconSend size={18} />
        </button>
      </div>
      {/* Below the text: above, it would cover it. */}
      {phone && picking && <div className={css.emoji}>{picker}</div>}
    </>
  );
}

const SEEN = [...IMAGE_TYPES, ...VIDEO_TYPES, '.heic', '.heif'].join();

/** The plus button: pictures and videos, or any file. */
function AttachMenu({ onFiles }: { onFiles: (files: File[]) => void }) {
  const media = useRef<HTMLInputElement>(null);
  const any = useRef<HTMLInputElement>(null);
  const input = (ref: typeof media, label: string, accept?: string) => (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={label}
      {...(accept === undefined ? {} : { accept })}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        // The same file can be chosen again.
        event.currentTarget.value = '';
      }}
    />
  );
  return (
    <>
      {input(media, 'Photos or videos to send', SEEN)}
      {input(any, 'Files to send')}
      <ActionMenu position="top-start" returnFocus>
        <Menu.Target>
          <IconButton label="Add" size={32}>
            <IconPlus size={19} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPhoto size={17} />} onClick={() => media.current?.click()}>
            Photo or video
          </Menu.Item>
          <Menu.Item leftSection={<IconFile size={17} />} onClick={() => any.current?.click()}>
            File
          </Menu.Item>
        </Menu.Dropdown>
      </ActionMenu>
    </>
  );
}
