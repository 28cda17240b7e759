import { Button } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../core/lazy.ts';
import { LoadingFallback, Skeleton } from '../ui/feedback/Skeleton.tsx';
import css from './payment-form.module.css';
import type { PaymentFormProps } from './payment-form.ts';

const SandboxFields = lazyPart(() => import('./SandboxFields.tsx'), 'SandboxFields');
const StripeFields = lazyPart(() => import('./StripeFields.tsx'), 'StripeFields');

/** After this long a form that says nothing is taken for one that cannot be reached. */
const PATIENCE_MS = 20_000;

type State = 'loading' | 'ready' | 'failed';

/** The form in which people pay: Stripe's, or that of its stand-in. Shows by itself that it loads, or cannot. */
export function PaymentForm({ onReady, onFailed, ...rest }: PaymentFormProps) {
  const [state, setState] = useState<State>('loading');
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('failed'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === 'failed')
    return (
      <div role="alert" className={css.failed}>
        <p>The payment form could not be loaded.</p>
        <Button
          variant="default"
          onClick={() => {
            setState('loading');
            setRound(round + 1);
          }}
        >
          Try again
        </Button>
      </div>
    );
  const Fields = rest.payable.standIn === null ? StripeFields : SandboxFields;
  return (
    <div className={css.place}>
      {state === 'loading' && (
        <div className={css.waiting}>
          <LoadingFallback label="Loading the payment form">
            <Skeleton h={68} radius="md" />
            <Skeleton h={68} radius="md" />
          </LoadingFallback>
        </div>
      )}
      <div className={state === 'loading' ? css.unseen : undefined}>
        <Suspense fallback={null}>
          <Fields
            key={round}
            {...rest}
            onReady={() => {
              setState('ready');
              onReady();
            }}
            onFailed={() => {
              setState('failed');
              onFailed();
            }}
          />
        </Suspense>
      </div>
    </div>
  );
}
