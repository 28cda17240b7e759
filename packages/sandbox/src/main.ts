/**
 * The sandbox: stand-ins on this machine for external services. A mailbox, stock photos, a push service, Google's
 * contacts, a site with calendars, a model that writes, and Stripe; it starts with `SANDBOX_MAILBOX_PORT`, `SANDBOX_SMTP_PORT`, `SANDBOX_STOCK_PORT`, `SANDBOX_PUSH_PORT`,
 * `SANDBOX_PEOPLE_PORT`, `SANDBOX_FEEDS_PORT`, `SANDBOX_WRITING_PORT` and `SANDBOX_STRIPE_PORT` (0 or absent takes a free port), tells its parent where it listens, and ends
 * with it. What its Stripe knows is kept in the folder `SANDBOX_DIR`, if there is one.
 */
import { startFeedSite } from './feeds/start.ts';
import type { ReportTo } from './mailbox/reports.ts';
import { startMailbox } from './mailbox/start.ts';
import { startPeople } from './people/start.ts';
import { startPushService } from './push/start.ts';
import { startStock } from './stock/start.ts';
import { startStripe } from './stripe/start.ts';
import { startWriting } from './writing/start.ts';

/** Reads a port setting; a wrong one ends the program with its name. */
function portFrom(name: string): number {
  const text = process.env[name] ?? '';
  const port = text === '' ? 0 : Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  console.error(`${name} is "${text}". Give a port from 1 to 65535, or 0 for a free one.`);
  process.exit(1);
}

/** Told once the product listens: returned mail is handed in there. */
let reportTo: ReportTo | undefined;
process.on('message', (told: { type?: string; reportTo?: ReportTo }) => {
  if (told.type === 'product') ({ reportTo } = told);
});

const mailbox = await startMailbox(
  { smtp: portFrom('SANDBOX_SMTP_PORT'), page: portFrom('SANDBOX_MAILBOX_PORT') },
  () => reportTo,
).catch(failed);
const stock = await startStock({ port: portFrom('SANDBOX_STOCK_PORT') }).catch(failed);
const push = await startPushService({ port: portFrom('SANDBOX_PUSH_PORT') }).catch(failed);
const people = await startPeople({ port: portFrom('SANDBOX_PEOPLE_PORT') }).catch(failed);
const feeds = await startFeedSite({ port: portFrom('SANDBOX_FEEDS_PORT') }).catch(failed);
const writing = await startWriting({ port: portFrom('SANDBOX_WRITING_PORT') }).catch(failed);
const folder = process.env.SANDBOX_DIR || undefined;
const stripe = await startStripe({ port: portFrom('SANDBOX_STRIPE_PORT'), folder }).catch(failed);

function failed(error: unknown): never {
  console.error(`The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  Promise.all([
    mailbox.stop(),
    stock.stop(),
    push.stop(),
    people.stop(),
    feeds.stop(),
    writing.stop(),
    stripe.stop(),
  ]).finally(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);

console.log(
  `Mailbox at ${mailbox.mailboxUrl}, SMTP at ${mailbox.smtpUrl}, stock photos at ${stock.url}, push service at ${push.url}, contacts at ${people.url}, calendars at ${feeds.url}, writing at ${writing.url}, Stripe at ${stripe.url}`,
);
process.send?.({
  type: 'ready',
  smtpUrl: mailbox.smtpUrl,
  mailboxUrl: mailbox.mailboxUrl,
  stockUrl: stock.url,
  stockKey: stock.key,
  pushUrl: push.url,
  peopleUrl: people.url,
  feedsUrl: feeds.url,
  writingUrl: writing.url,
  writingModel: writing.model,
  stripeUrl: stripe.url,
  stripeKey: stripe.secretKey,
  stripePublishableKey: stripe.publishableKey,
  peopleClient: { id: people.clientId, secret: people.clientSecret },
});
