import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { Anchor } from './links.tsx';

/** A link in a menu. */
export const MenuLink = createLink(({ ref, ...rest }: Anchor<MenuItemProps>) => (
  <Menu.Item ref={ref} component="a" {...rest} />
));
