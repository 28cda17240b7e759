import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import '../../styles/app.css';

/** Says why a button does nothing: on hover, focus and touch. */
export function Reason({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Tooltip label={text} events={{ hover: true, focus: true, touch: true }} multiline>
      {children}
    </Tooltip>
  );
}
