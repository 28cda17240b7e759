import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { type Payable, type PaymentFormProps, type PaymentResult, tokenAt } from './payment-form.ts';

/** What the frame tells, as far as it is used here. */
type Told =
  | { type: 'ready' | 'submit' }
  | { type: 'height'; height: number }
  | { type: 'challenge'; open: boolean }
  | { type: 'result'; requestId: string; paymentIntent?: { status: string }; error?: Failure };
type Failure = { type: string; message: string; code?: string };

const SOURCE = 'folkmoot-sandbox-stripe';

/** The card fields of the sandbox, in a frame of its own origin. */
export function SandboxFields({ payable, handle, onReady, onSubmit, onChallenge }: PaymentFormProps) {
  const origin = new URL(payable.standIn ?? location.href).origin;
  const frame = useRef<HTMLIFrameElement>(null);
  const { current: asked } = useRef(new Map<string, (result: PaymentResult) => void>());
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [height, setHeight] = useState(190);
  const tell = (message: object) => frame.current?.contentWindow?.postMessage(message, origin);

  const ask = (type: 'confirm' | 'resume') =>
    new Promise<PaymentResult>((resolve) => {
      const requestId = crypto.randomUUID();
      asked.set(requestId, resolve);
      const { clientSecret, publishableKey, account, returnUrl, name, email } = payable;
      tell({ type, requestId, clientSecret, publishableKey, account, returnUrl, name, email });
    });
  useImperativeHandle(handle, () => ({
    pay: () => ask('confirm'),
    resume: () => ask('resume'),
    leave: () => tell({ type: 'leave' }),
  }));

  const hear = useEffectEvent((event: MessageEvent) => {
    const { data } = event as { data?: Told & { source?: string } };
    if (event.origin !== origin || event.source !== frame.current?.contentWindow || data?.source !== SOURCE) return;
    if (data.type === 'ready') onReady();
    if (data.type === 'submit') onSubmit();
    if (data.type === 'height') setHeight(data.height);
    if (data.type === 'challenge') onChallenge(data.open);
    if (data.type !== 'result') return;
    const { requestId, error, paymentIntent } = data;
    asked.get(requestId)?.(error ? { error } : { status: paymentIntent?.status ?? '' });
    asked.delete(requestId);
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => hear(event);
    addEventListener('message', listener);
    return () => removeEventListener('message', listener);
  }, []);

  const draw = useEffectEvent((element: HTMLIFrameElement) => {
    const accent = tokenAt(element, '--tint-accent');
    // A new address would empty the fields.
    if (element.src === '') element.src = addressOf(payable, { origin, theme, accent });
    else tell({ type: 'look', theme, accent });
  });
  useEffect(() => {
    if (frame.current && theme) draw(frame.current);
  }, [theme]);

  return (
    <iframe
      ref={frame}
      title="Payment details"
      style={{ display: 'block', width: '100%', height, border: 0, colorScheme: theme }}
    />
  );
}

function addressOf(
  { currency }: Payable,
  { origin, theme, accent }: { origin: string; theme: string; accent: string },
): string {
  const asked = new URLSearchParams({
    ...{ origin: location.origin, theme, accent, tests: 'hide' },
    // Bank debits are in euros.
    methods: currency === 'EUR' ? 'card,sepa_debit' : 'card',
  });
  return `${origin}/fields?${asked}`;
}
