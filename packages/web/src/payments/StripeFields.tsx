import { useComputedColorScheme } from '@mantine/core';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { type PaymentFormProps, type PaymentResult, tokenAt } from './payment-form.ts';

/** Stripe's own form. Its script comes from Stripe, as Stripe asks, and only once there is something to pay. */
export function StripeFields({ payable, handle, onReady, onFailed, onSubmit: _, onChallenge: __ }: PaymentFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const made = useRef<{ stripe: Stripe; elements: StripeElements }>(undefined);
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { clientSecret, publishableKey, account, name, email, returnUrl } = payable;

  useImperativeHandle(handle, () => ({
    async pay() {
      const { stripe, elements } = made.current ?? {};
      if (!stripe || !elements) return NOT_THERE;
      const { error } = await elements.submit();
      if (error) return resultOf({ error });
      const billing = { billing_details: { email, ...(name ? { name } : {}) } };
      const confirmParams = { return_url: returnUrl, payment_method_data: billing };
      return resultOf(await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' }));
    },
    resume: async () =>
      made.current ? resultOf(await made.current.stripe.handleNextAction({ clientSecret })) : NOT_THERE,
    // Stripe's own window has its own way out.
    leave: () => undefined,
  }));

  const ready = useEffectEvent(() => onReady());
  const failed = useEffectEvent(() => onFailed());
  const look = useEffectEvent((element: Element) => appearanceOf(element, theme));
  useEffect(() => {
    let gone = false;
    let remove: () => void = () => undefined;
    const show = async (element: HTMLElement) => {
      const stripe = await loadStripe(publishableKey, { stripeAccount: account });
      if (gone || !stripe) return;
      const elements = stripe.elements({ clientSecret, appearance: look(element) });
      const form = elements.create('payment', { defaultValues: { billingDetails: { name, email } } });
      form.on('ready', () => ready());
      form.on('loaderror', () => failed());
      form.mount(element);
      made.current = { stripe, elements };
      remove = () => form.destroy();
    };
    if (place.current) show(place.current).catch(() => gone || failed());
    return () => {
      gone = true;
      made.current = undefined;
      remove();
    };
  }, [publishableKey, account, clientSecret, name, email]);
  useEffect(() => {
    if (place.current) made.current?.elements.update({ appearance: appearanceOf(place.current, theme) });
  }, [theme]);

  return <div ref={place} />;
}

const NOT_THERE: PaymentResult = { error: { type: 'validation_error', message: '' } };

type Said = {
  error?: { type: string; message?: string; code?: string } | undefined;
  paymentIntent?: { status: string } | undefined;
};

function resultOf({ error, paymentIntent }: Said): PaymentResult {
  if (!error) return { status: paymentIntent?.status ?? '' };
  const { type, message = '', code } = error;
  return { error: { type, message, ...(code === undefined ? {} : { code }) } };
}

/** Our colours and corners, for a form that stands in a frame of Stripe's. */
function appearanceOf(element: Element, theme: 'light' | 'dark'): Appearance {
  const token = (name: string) => tokenAt(element, name);
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: {
      ...{
        colorPrimary: token('--tint-accent'),
        colorBackground: token('--fm-surface'),
        colorText: token('--fm-text'),
      },
      ...{ colorTextSecondary: token('--fm-text-2'), colorDanger: token('--fm-danger-text') },
      ...{ borderRadius: '8px', fontSizeBase: '16px', fontFamily: 'system-ui, sans-serif' },
    },
  };
}
