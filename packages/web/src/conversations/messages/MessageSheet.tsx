import { IconArrowBackUp, IconMessages, IconMoodPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useCloseDialog } from '../../ui/dialog/DialogProvider.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import css from './message-sheet.module.css';
import type { Entry } from './useMessageMenu.tsx';

const EmojiPicker = lazyPart(() => import('../../ui/inputs/EmojiPicker.tsx'), 'EmojiPicker');

const QUICK = ['👍', '😂', '🎉', '🔥', '✅', '🙌'];

type Props = {
  name: string;
  text: string;
  onReact: ((emoji: string) => void) | undefined;
  onReply: (() => void) | undefined;
  onThread: (() => void) | undefined;
  entries: readonly Entry[];
};

/** The actions of a message, within reach of a thumb. Its text is above them and can be selected. */
export function MessageSheet({ name, text, onReact, onReply, onThread, entries }: Props) {
  const close = useCloseDialog();
  const [picking, setPicking] = useState(false);
  const all: Entry[] = [
    ...(onReply ? [{ label: 'Reply', Icon: IconArrowBackUp, run: onReply }] : []),
    ...(onThread ? [{ label: 'Reply in thread', Icon: IconMessages, run: onThread }] : []),
    ...entries,
  ];
  const then = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <Sheet label="Message actions">
      <div className={css.quoted}>
        <b dir="auto">{name}</b>
        {text !== '' && <p dir="auto">{text}</p>}
      </div>
      {onReact && !picking && (
        <div className={css.emoji}>
          {QUICK.map((emoji) => (
            <button key={emoji} type="button" aria-label={`React with ${emoji}`} onClick={then(() => onReact(emoji))}>
              {emoji}
            </button>
          ))}
          <button type="button" aria-label="Add reaction" onClick={() => setPicking(true)}>
            <IconMoodPlus size={22} />
          </button>
        </div>
      )}
      {onReact && picking ? (
        <Suspense fallback={<div className={css.picker} />}>
          <div className={css.picker}>
            <EmojiPicker onPick={(emoji) => then(() => onReact(emoji))()} />
          </div>
        </Suspense>
      ) : (
        <ul className={css.entries}>
          {all.map(({ label, Icon, run, danger }) => (
            <li key={label}>
              <button type="button" data-danger={danger || undefined} onClick={then(run)}>
                <Icon size={20} />
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
