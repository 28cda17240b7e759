import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from './registration-card.module.css';
import type { RegistrationState } from './registration-state.ts';
import type { useRegistering } from './useRegistering.tsx';

export type Doing = ReturnType<typeof useRegistering>;

/** `example.org`, of a web address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : 'another site';
}

type Props = {
  stand: RegistrationState;
  doing: Doing;
  /** What a held place costs; empty if that is not known. */
  total?: string;
};

/** The one button of a state: in the card, or in the bar of a phone. */
export function MainButton({ stand, doing, total = '' }: Props) {
  const look = { className: css.main, size: 'lg', fullWidth: true } as const;
  if (stand.is === 'elsewhere')
    return (
      <Button
        {...look}
        component="a"
        href={stand.url}
        target="_blank"
        rel="noopener noreferrer"
        rightSection={<IconExternalLink size={18} aria-hidden />}
      >
        Register on {hostOf(stand.url)}
      </Button>
    );
  if (stand.is === 'held')
    return (
      <Button {...look} onClick={doing.pay}>
        {total === '' ? 'Pay' : `Pay ${total}`}
      </Button>
    );
  const verb = { offered: 'Take the spot', lapsed: 'Try again' }[stand.is as string];
  return (
    <LoadingButton {...look} loading={doing.busy} loadingLabel="Registering" onClick={doing.begin}>
      {verb ?? (stand.is === 'open' ? stand.verb : '')}
    </LoadingButton>
  );
}
