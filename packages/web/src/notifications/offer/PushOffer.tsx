import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMyId } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { turnOn, whyNotOn } from '../settings/push.ts';
import { decline, mayOffer, noteOffered } from './may-offer.ts';
import css from './push-offer.module.css';

/**
 * Offers notifications in this browser, in one line, where they would help: once, and never again after "No, thanks". The browser
 * asks for its permission only if "Turn on" is pressed.
 */
export function PushOffer({ why }: { why: string }) {
  const me = useMyId();
  const [open, setOpen] = useState(mayOffer);
  useEffect(() => {
    if (open) noteOffered();
  }, [open]);
  const on = useMutation({
    mutationFn: () => turnOn(me),
    onSuccess: () => toast.done('Notifications are on in this browser.'),
    onError: (error) => toast.failed(error, { fallback: whyNotOn(error) }),
    onSettled: () => setOpen(false),
  });
  if (!open) return null;
  return (
    <section className={css.offer} aria-label="Notifications">
      <IconBellRinging size={17} aria-hidden />
      <p>{why}</p>
      <LoadingButton size="xs" loading={on.isPending} loadingLabel="Turning on" onClick={() => on.mutate()}>
        Turn on
      </LoadingButton>
      <Button
        variant="subtle"
        size="xs"
        onClick={() => {
          decline();
          setOpen(false);
        }}
      >
        No, thanks
      </Button>
    </section>
  );
}
