import { Button, type ButtonProps, Menu, type MenuItemProps, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Anchor<Own> = Own & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> };

/** A link that looks like a button. */
export const LinkButton = createLink(({ ref, ...rest }: Anchor<Omit<ButtonProps, 'href'>>) => <Button ref={ref} component="a" {...rest} />);

/** A link with no look of its own. */
export const PlainLink = createLink(({ ref, ...rest }: Anchor<UnstyledButtonProps>) => <UnstyledButton ref={ref} component="a" {...rest} />);

/** A link in a menu. */
export const MenuLink = createLink(({ ref, ...rest }: Anchor<MenuItemProps>) => <Menu.Item ref={ref} component="a" {...rest} />);
