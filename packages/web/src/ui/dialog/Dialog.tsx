import { Modal } from '@mantine/core';
import { type ReactNode, use, useRef } from 'react';
import { useToastRoom } from '../../core/toasts/useToastRoom.ts';
import { DialogContext } from './DialogProvider.tsx';
import css from './dialog.module.css';
import { markFirst } from './first-focus.ts';
import '../../styles/app.css';
import '../../styles/forms.css';
import { useMedia } from '../useMedia.ts';

type DialogProps = {
  title: ReactNode;
  /** Shown under the title, and not part of the dialog's accessible name. */
  subtitle?: string;
  children: ReactNode;
  /** Buttons, the one that acts last. */
  footer?: ReactNode;
  /** Shown at the other end of the footer, such as Back. */
  footerStart?: ReactNode;
  width?: number;
  /** Nothing is typed in it: on a phone it comes up from the bottom edge, only as high as it must be. */
  brief?: boolean;
};

/** The frame of every dialog: title, body that scrolls, footer that stays. Full screen on phones, unless it is brief. */
export function Dialog({ title, subtitle, children, footer, footerStart, width = 500, brief = false }: DialogProps) {
  const slot = use(DialogContext);
  const phone = useMedia('phone');
  return (
    <Modal.Root
      opened={slot?.opened ?? true}
      onClose={slot?.leave ?? nothing}
      onExitTransitionEnd={slot?.exited ?? nothing}
      closeOnEscape={slot?.top ?? true}
      size={width}
      fullScreen={phone && !brief}
      centered
    >
      <Modal.Overlay />
      <Modal.Content
        ref={markFirst}
        classNames={{ content: css.content, inner: brief ? css.low : undefined }}
        radius={phone && !brief ? 0 : 'xl'}
        data-brief={brief || undefined}
      >
        <Modal.Header className={css.header}>
          <div className={css.head}>
            <Modal.Title className={css.title}>{title}</Modal.Title>
            {subtitle && (
              <p className={css.subtitle} dir="auto">
                {subtitle}
              </p>
            )}
          </div>
          <Modal.CloseButton aria-label="Close" size={36} iconSize={20} />
        </Modal.Header>
        <Modal.Body className={css.body}>{children}</Modal.Body>
        {(footer || footerStart) && (
          <Footer>
            <span className={css.start}>{footerStart}</span>
            {footer}
          </Footer>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons, which no toast covers. */
function Footer({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useToastRoom(frame);
  return (
    <div ref={frame} className={css.footer}>
      {children}
    </div>
  );
}

function nothing(): void {}
