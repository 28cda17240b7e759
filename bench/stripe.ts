import { startStripe } from '../packages/sandbox/src/stripe/start.ts';

/* The stand-in of Stripe as a process of its own: it says where it is, and, when asked, its keys. */

const { url, secretKey, publishableKey } = await startStripe();
process.on('message', () => process.send?.({ type: 'keys', secretKey, publishableKey }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready', url });
