import { ActionIcon, type ActionIconProps, type ElementProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import '../../styles/forms.css';

type Props = Omit<ActionIconProps, 'aria-label'> &
  ElementProps<'button', keyof ActionIconProps> & {
    label: string;
    /** What it acts on, where others of its name stand beside it: read out, and not in the tooltip. */
    about?: string;
    children: ReactNode;
  };

/** A button with only an icon: always named, visually and for screen readers. */
export function IconButton({ label, about, children, ...rest }: Props) {
  return (
    // What it has opened covers the tooltip's position.
    <Tooltip label={label} disabled={rest['aria-expanded'] === true || rest['aria-expanded'] === 'true'}>
      <ActionIcon aria-label={about === undefined ? label : `${label}: ${about}`} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
