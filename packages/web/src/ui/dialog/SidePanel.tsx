import { Drawer } from '@mantine/core';
import { type ReactNode, use, useRef } from 'react';
import { useToastRoom } from '../../core/toasts/useToastRoom.ts';
import { useMedia } from '../useMedia.ts';
import { DialogContext } from './DialogProvider.tsx';
import { markFirst } from './first-focus.ts';
import css from './side-panel.module.css';
import '../../styles/app.css';
import '../../styles/forms.css';

type Props = {
  title: string;
  /** Beside the title, such as the steps of a wizard. */
  beside?: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom edge, which no toast covers. */
  footer?: ReactNode;
  width: number;
};

/** A dialog along the right edge, for work that needs the height of the screen. On a phone it is the whole screen. */
export function SidePanel({ title, beside, children, footer, width }: Props) {
  const slot = use(DialogContext);
  const phone = useMedia('phone');
  return (
    <Drawer.Root
      opened={slot?.opened ?? true}
      onClose={slot?.leave ?? nothing}
      onExitTransitionEnd={slot?.exited ?? nothing}
      closeOnEscape={slot?.top ?? true}
      position="right"
      size={phone ? '100%' : width}
      offset={phone ? 0 : 8}
    >
      <Drawer.Overlay />
      <Drawer.Content ref={markFirst} classNames={{ content: css.content }} radius={phone ? 0 : 'lg'}>
        <Drawer.Header className={css.header}>
          <Drawer.Title className={css.title}>{title}</Drawer.Title>
          {beside}
          <Drawer.CloseButton aria-label="Close" size={36} iconSize={20} />
        </Drawer.Header>
        <Drawer.Body className={css.body}>{children}</Drawer.Body>
        {footer && <Footer>{footer}</Footer>}
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Footer({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  useToastRoom(frame);
  return (
    <footer ref={frame} className={css.footer}>
      {children}
    </footer>
  );
}

function nothing(): void {}
