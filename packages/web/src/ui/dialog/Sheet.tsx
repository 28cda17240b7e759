import { Drawer } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { DialogContext } from './DialogProvider.tsx';
import css from './sheet.module.css';
import '../../styles/app.css';
import '../../styles/forms.css';

/** A sheet from the bottom edge of a phone, with the actions for one item. */
export function Sheet({ label, children }: { label: string; children: ReactNode }) {
  const slot = use(DialogContext);
  const nothing = () => undefined;
  const opened = slot?.opened ?? true;
  return (
    <Drawer.Root
      opened={opened}
      onClose={slot?.leave ?? nothing}
      onExitTransitionEnd={slot?.exited ?? nothing}
      closeOnEscape={slot?.top ?? true}
      // On its way out it is in nobody's way: the next press is for what is under it.
      className={opened ? undefined : css.leaving}
      position="bottom"
      size="auto"
      // What an entry leads to takes the focus, such as the composer; else it is given back when the sheet is gone.
      returnFocus={false}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={label} classNames={{ content: css.content }}>
        <Drawer.Body className={css.body}>
          <span className={css.grip} aria-hidden="true" />
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
