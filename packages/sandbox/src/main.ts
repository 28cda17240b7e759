/**
 * The sandbox: stand-ins on this machine for external services. A mailbox, stock photos, and a push service; it
 * starts with `SANDBOX_MAILBOX_PORT`, `SANDBOX_SMTP_PORT`, `SANDBOX_STOCK_PORT` and `SANDBOX_PUSH_PORT` (0 or absent takes
 * a free port), tells its parent where it listens, and ends with it.
 */
import { startMailbox } from './mailbox/start.ts';
import { startPushService } from './push/start.ts';
import { startStock } from './stock/start.ts';

/** Reads a port setting; a wrong one ends the program with its name. */
function portFrom(name: string): number {
  const text = process.env[name] ?? '';
  const port = text === '' ? 0 : Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  console.error(`${name} is "${text}". Give a port from 1 to 65535, or 0 for a free one.`);
  process.exit(1);
}

const mailbox = await startMailbox({
  smtp: portFrom('SANDBOX_SMTP_PORT'),
  page: portFrom('SANDBOX_MAILBOX_PORT'),
}).catch(failed);
const stock = await startStock({ port: portFrom('SANDBOX_STOCK_PORT') }).catch(failed);
const push = await startPushService({ port: portFrom('SANDBOX_PUSH_PORT') }).catch(failed);

function failed(error: unknown): never {
  console.error(`The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  Promise.all([mailbox.stop(), stock.stop(), push.stop()]).finally(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);

console.log(
  `Mailbox at ${mailbox.mailboxUrl}, SMTP at ${mailbox.smtpUrl}, stock photos at ${stock.url}, push service at ${push.url}`,
);
process.send?.({
  type: 'ready',
  smtpUrl: mailbox.smtpUrl,
  mailboxUrl: mailbox.mailboxUrl,
  stockUrl: stock.url,
  stockKey: stock.key,
  pushUrl: push.url,
});
