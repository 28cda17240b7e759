import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { Anchor } from './links.tsx';
import '../../styles/forms.css';

/** A link with only a picture on it: always named, for the eye and for the screen reader. Not on the first page. */
export const IconLink = createLink(({ ref, label, ...rest }: Anchor<ActionIconProps & { label: string }>) => (
  <Tooltip label={label}>
    <ActionIcon ref={ref} component="a" aria-label={label} {...rest} />
  </Tooltip>
));
