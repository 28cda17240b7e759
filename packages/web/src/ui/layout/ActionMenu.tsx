import { Menu, type MenuProps } from '@mantine/core';
import { useState } from 'react';
import { useBackCloses } from '../dialog/DialogProvider.tsx';
import { useMedia } from '../useMedia.ts';
import css from './action-menu.module.css';

type Props = Omit<MenuProps, 'opened' | 'defaultOpened'> & {
  /** Whether it is open from the start, such as after a long press. */
  begins?: boolean;
};

/** A menu of actions beside its button. On a phone it comes up from the bottom edge, and Back closes it. */
export function ActionMenu({ begins = false, onChange, ...rest }: Props) {
  const [opened, setOpened] = useState(begins);
  const phone = useMedia('phone');
  const change = (next: boolean) => {
    setOpened(next);
    onChange?.(next);
  };
  useBackCloses(opened, () => change(false));
  return (
    <Menu
      opened={opened}
      onChange={change}
      withOverlay
      classNames={css}
      {...(phone && {
        // A tap beside it only closes it: what is there gets no click.
        clickOutsideEvents: ['click', 'keydown'],
        hideDetached: false,
        transitionProps: { transition: 'slide-up', duration: 180 },
      })}
      {...rest}
    />
  );
}
