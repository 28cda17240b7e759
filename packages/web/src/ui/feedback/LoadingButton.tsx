import { Button, type ButtonProps, type ElementProps, Loader } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = ButtonProps &
  ElementProps<'button', keyof ButtonProps> & {
    loading: boolean;
    /** The verb while it runs, such as `Saving`. */
    loadingLabel: string;
    children: ReactNode;
  };

/** A button that says what it is doing. It cannot be clicked twice. */
export function LoadingButton({
  loading,
  loadingLabel,
  children,
  leftSection,
  rightSection,
  onClick,
  type,
  ...rest
}: Props) {
  return (
    <Button
      {...rest}
      type={type ?? 'button'}
      aria-busy={loading}
      leftSection={loading ? <Loader size={16} color="currentColor" aria-hidden /> : leftSection}
      rightSection={loading ? undefined : rightSection}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {loading ? loadingLabel : children}
    </Button>
  );
}
