import { Button, type ButtonProps, type ElementProps, Loader } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = ButtonProps &
  ElementProps<'button', keyof ButtonProps> & {
    busy: boolean /** The verb while it runs, such as `Saving`. */;
    saying: string;
    children: ReactNode;
  };

/** A button that says what it is doing. It cannot be pressed twice. */
export function Busy({ busy, saying, children, leftSection, rightSection, onClick, type, ...rest }: Props) {
  return (
    <Button
      {...rest}
      type={type ?? 'button'}
      aria-busy={busy}
      leftSection={busy ? <Loader size={16} color="currentColor" aria-hidden /> : leftSection}
      rightSection={busy ? undefined : rightSection}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? saying : children}
    </Button>
  );
}
