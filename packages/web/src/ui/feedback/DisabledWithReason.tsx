import type { Decision } from '@folkmoot/contract/core/problem.ts';
import { Button, type ButtonProps, type ElementProps, Tooltip } from '@mantine/core';

type Props = ButtonProps & ElementProps<'button', keyof ButtonProps> & { decision: Decision };

/** A button that stays visible when it is not allowed, and says why: on hover, focus, touch and to screen readers. */
export function DisabledWithReason({ decision, onClick, children, ...rest }: Props) {
  if (decision.ok) {
    return (
      <Button {...rest} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip
      label={decision.refusal.message}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={0}
      multiline
    >
      <Button
        {...rest}
        data-disabled
        aria-disabled="true"
        aria-description={decision.refusal.message}
        onClick={(event) => event.preventDefault()}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
