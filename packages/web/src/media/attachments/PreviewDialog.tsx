import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { Modal, useDirection } from '@mantine/core';
import { useReducedMotion, useWindowEvent } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconMessage,
  IconPencil,
  IconTrash,
  IconX,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { use, useRef, useState } from 'react';
// Wheel, pinch, drag and keys with bounds: far more than thirty lines of our own. MIT, no dependencies.
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch';
import { lazyPart } from '../../core/lazy.ts';
import { DialogContext, useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { PreviewStage } from './PreviewStage.tsx';
import css from './preview.module.css';

const AltDialog = lazyPart(() => import('./AltDialog.tsx'), 'AltDialog');

type Props = {
  /** The files that the arrow keys move through, and the first one to show. */
  attachments: readonly AttachmentView[];
  start: string;
  /** Saves the description of a picture, if you may. */
  onDescribe?: ((attachment: AttachmentView, alt: string) => Promise<unknown>) | undefined;
  /** Removes the file from its message, if you may; resolves with whether it is gone. */
  onRemove?: ((attachment: AttachmentView) => Promise<boolean>) | undefined;
  /** Goes to the message that carries it. */
  onFind?: ((attachment: AttachmentView) => void) | undefined;
};

/** Pictures and videos over the whole screen, one at a time. */
export function PreviewDialog({ attachments, start, onDescribe, onRemove, onFind }: Props) {
  const slot = use(DialogContext);
  const show = useShowDialog();
  const still = useReducedMotion();
  const { dir } = useDirection();
  const zoom = useRef<ReactZoomPanPinchRef>(null);
  const [shown, setShown] = useState(attachments);
  const [id, setId] = useState(start);
  const at = Math.max(
    shown.findIndex((one) => one.id === id),
    0,
  );
  const attachment = shown[at];
  const go = (step: number) => {
    const next = shown[(at + step + shown.length) % shown.length];
    if (next) setId(next.id);
  };
  const duration = still ? 0 : 180;
  const zoomBy = (way: 1 | -1) =>
    void (way > 0 ? zoom.current?.zoomIn(0.5, duration) : zoom.current?.zoomOut(0.5, duration));
  const onKeyDown = (event: KeyboardEvent) => {
    // Another dialog above this one handles its own keys, and so does a video.
    const elsewhere = document.querySelectorAll('[role="dialog"]').length > 1;
    if (elsewhere || event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLVideoElement) return;
    const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') go(event.key === forward ? 1 : -1);
    else if (event.key === '+' || event.key === '=') zoomBy(1);
    else if (event.key === '-') zoomBy(-1);
    else if (event.key === '0') void zoom.current?.resetTransform(duration);
    else return;
    event.preventDefault();
  };
  useWindowEvent('keydown', onKeyDown);
  if (!attachment) return null;
  const { fileName, fileType, alt, url } = attachment;
  const isVideo = fileType === 'video';
  const close = slot?.close ?? (() => undefined);

  const replace = (change: (before: readonly AttachmentView[]) => readonly AttachmentView[]) => setShown(change);
  const remove = async () => {
    if (!(await onRemove?.(attachment))) return;
    if (shown.length === 1) return close();
    go(1);
    replace((before) => before.filter((one) => one.id !== attachment.id));
  };
  const describe = () =>
    show(
      <AltDialog
        fileName={fileName}
        alt={alt}
        picture={attachment.thumbnailUrl ?? undefined}
        onSave={async (text) => {
          await onDescribe?.(attachment, text);
          replace((before) => before.map((one) => (one.id === attachment.id ? { ...one, alt: text } : one)));
        }}
      />,
    );

  return (
    <Modal.Root
      opened={slot?.opened ?? true}
      onClose={close}
      onExitTransitionEnd={slot?.exited ?? (() => undefined)}
      fullScreen
      transitionProps={{ duration: still ? 0 : 150 }}
    >
      <Modal.Content
        classNames={{ content: css.content }}
        radius={0}
        // Pictures are shown on a dark background in either colour scheme.
        data-mantine-color-scheme="dark"
        aria-label={isVideo ? 'Video preview' : 'Image preview'}
      >
        <Modal.Body className={css.body}>
          <header className={css.bar}>
            <h2 className={css.name} dir="auto" tabIndex={-1} data-autofocus>
              {fileName}
            </h2>
            {shown.length > 1 && (
              <span className={css.position}>
                {at + 1} of {shown.length}
              </span>
            )}
            <span className={css.grow} />
            {!isVideo && (
              <span className={css.zooms}>
                <IconButton label="Zoom out" onClick={() => zoomBy(-1)}>
                  <IconZoomOut size={20} />
                </IconButton>
                <IconButton label="Zoom in" onClick={() => zoomBy(1)}>
                  <IconZoomIn size={20} />
                </IconButton>
                <IconButton label="Fit to screen" onClick={() => void zoom.current?.resetTransform(duration)}>
                  <IconZoomReset size={20} />
                </IconButton>
              </span>
            )}
            {onFind && (
              <IconButton
                label="Show in conversation"
                onClick={() => {
                  close();
                  onFind(attachment);
                }}
              >
                <IconMessage size={20} />
              </IconButton>
            )}
            {onDescribe && !isVideo && (
              <IconButton label="Change the description" onClick={describe}>
                <IconPencil size={20} />
              </IconButton>
            )}
            {onRemove && (
              <IconButton label={isVideo ? 'Remove this video' : 'Remove this picture'} onClick={() => void remove()}>
                <IconTrash size={20} />
              </IconButton>
            )}
            <a className={css.download} href={url} download={fileName} aria-label={`Download ${fileName}`}>
              <IconDownload size={20} />
            </a>
            <IconButton label="Close" onClick={close}>
              <IconX size={22} />
            </IconButton>
          </header>
          <div className={css.middle}>
            {shown.length > 1 && (
              <IconButton label="Previous" className={css.step} onClick={() => go(-1)}>
                <IconChevronLeft size={26} />
              </IconButton>
            )}
            <PreviewStage key={attachment.id} attachment={attachment} zoom={zoom} />
            {shown.length > 1 && (
              <IconButton label="Next" className={css.step} onClick={() => go(1)}>
                <IconChevronRight size={26} />
              </IconButton>
            )}
          </div>
          {alt && (
            <p className={css.alt} dir="auto">
              {alt}
            </p>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
