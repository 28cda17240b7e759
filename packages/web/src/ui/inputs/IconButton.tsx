import { ActionIcon, type ActionIconProps, type ElementProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import '../../styles/forms.css';

type Props = Omit<ActionIconProps, 'aria-label'> &
  ElementProps<'button', keyof ActionIconProps> & { label: string; children: ReactNode };

/** A button with only an icon: always named, visually and for screen readers. */
export function IconButton({ label, children, ...rest }: Props) {
  return (
    // What it has opened covers the tooltip's position.
    <Tooltip label={label} disabled={rest['aria-expanded'] === true || rest['aria-expanded'] === 'true'}>
      <ActionIcon aria-label={label} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
