import type { MouseEvent, ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';

type Props = {
  label: string;
  /** There is nothing to do: it keeps the focus that it has, so that the keyboard does not begin at the top again. */
  off: boolean;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
};

/** A button that is pressed several times in a row, until there is nothing left to do. */
export function StayingButton({ label, off, onClick, children }: Props) {
  return (
    <IconButton
      label={label}
      {...(off && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={(event) => {
        if (!off) onClick(event);
      }}
    >
      {children}
    </IconButton>
  );
}
