import { Button, type ButtonProps, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

/** A component's own props, with an anchor's besides. */
export type Anchor<Own> = Own &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> };

/** A link that looks like a button. */
export const LinkButton = createLink(({ ref, ...rest }: Anchor<Omit<ButtonProps, 'href'>>) => (
  <Button ref={ref} component="a" {...rest} />
));

/** A link with no look of its own. */
export const PlainLink = createLink(({ ref, ...rest }: Anchor<UnstyledButtonProps>) => (
  <UnstyledButton ref={ref} component="a" {...rest} />
));
