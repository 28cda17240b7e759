import { VisuallyHidden } from '@mantine/core';
import { IconFile, IconRefresh, IconVideo, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import css from './attachment-list.module.css';
import type { AttachmentDraft } from './attachment-list.ts';
import { sizeWords } from './format-bytes.ts';

const AltDialog = lazyPart(() => import('./AltDialog.tsx'), 'AltDialog');

type Props = {
  items: readonly AttachmentDraft[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
  onDescribe: (key: string, alt: string) => void;
};

/** The files above the composer's text: the progress of each, and its actions. */
export function Tray({ items, onRemove, onRetry, onDescribe }: Props) {
  const show = useShowDialog();
  return (
    <>
      <Announcer items={items} />
      <ul className={css.tray} aria-label="Files to send">
        {items.map((item) => (
          <li key={item.key} className={css.item} data-failed={item.failure !== undefined || undefined}>
            <Picture item={item} />
            <span className={css.words}>
              <span className={css.name} dir="auto">
                {item.fileName}
              </span>
              <State item={item} />
            </span>
            {item.kind === 'image' && !item.failure && (
              <button
                type="button"
                className={css.alt}
                data-given={item.alt !== '' || undefined}
                aria-label={`Describe ${item.fileName}`}
                onClick={() =>
                  show(
                    <AltDialog
                      fileName={item.fileName}
                      alt={item.alt}
                      picture={item.preview}
                      onSave={async (alt) => onDescribe(item.key, alt)}
                    />,
                  )
                }
              >
                Alt
              </button>
            )}
            {item.failure?.canRetry && (
              <IconButton label={`Upload ${item.fileName} again`} size={30} onClick={() => onRetry(item.key)}>
                <IconRefresh size={17} />
              </IconButton>
            )}
            <IconButton
              label={item.attachment || item.failure ? `Remove ${item.fileName}` : `Cancel ${item.fileName}`}
              size={30}
              onClick={() => onRemove(item.key)}
            >
              <IconX size={17} />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  );
}

function Picture({ item }: { item: AttachmentDraft }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className={css.picture} aria-hidden="true">
      {item.preview && !broken ? (
        <img src={item.preview} alt="" onError={() => setBroken(true)} />
      ) : item.kind === 'video' ? (
        <IconVideo size={20} />
      ) : (
        <IconFile size={20} />
      )}
    </span>
  );
}

function State({ item }: { item: AttachmentDraft }) {
  if (item.failure) return <span className={css.failure}>{item.failure.message}</span>;
  if (item.attachment) return <span className={css.size}>{sizeWords(item.attachment.size)}</span>;
  return (
    <span
      role="progressbar"
      aria-label={`Uploading ${item.fileName}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={item.percent}
      className={css.bar}
    >
      <span style={{ width: `${Math.max(item.percent, 3)}%` }} />
    </span>
  );
}

/** Says to a screen reader when a file begins, arrives or fails. */
function Announcer({ items }: { items: readonly AttachmentDraft[] }) {
  const known = useRef(new Map<string, string>());
  const [said, setSaid] = useState('');
  useEffect(() => {
    const words: string[] = [];
    for (const item of items) {
      const step = item.failure ? 'failed' : item.attachment ? 'done' : 'begun';
      const before = known.current.get(item.key);
      if (before !== step && !(before === undefined && step === 'done')) words.push(sentence(item, step));
      known.current.set(item.key, step);
    }
    if (words.length > 0) setSaid(words.join(' '));
  }, [items]);
  return <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>;
}

function sentence({ fileName, failure }: AttachmentDraft, step: 'failed' | 'done' | 'begun'): string {
  if (step === 'failed') return `${fileName} is not uploaded. ${failure?.message ?? ''}`;
  return step === 'done' ? `${fileName} is uploaded.` : `Uploading ${fileName}.`;
}
