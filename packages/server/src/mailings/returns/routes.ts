import { createHash, timingSafeEqual } from 'node:crypto';
import { refusals } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { runCommand, type Services } from '../../core/command.ts';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/db.ts';
import { HttpError, refuse } from '../../core/http/errors.ts';
import type { Log } from '../../core/log.ts';
import type { MailingHooks } from '../actions.ts';
import { closeMailings } from '../sending/sending-store.ts';
import { insertBounces, insertStop } from '../stops/stops-store.ts';
import { listMailings, type Mailing } from '../store.ts';
import { type MailReport, readMailReport } from './mail-report-actions.ts';
import type { ReturnAddresses } from './return-address-actions.ts';
import { markComplained, markReturned } from './returns-store.ts';

type Parts = {
  db: Db;
  services: Services;
  log: Log;
  config: Pick<Config, 'rateLimits'>;
  secret: string;
  hooksOf: (mailing: Pick<Mailing, 'kind'>) => Pick<MailingHooks, 'letterReturned'>;
  addresses: ReturnAddresses;
};

/** Bytes of a report, which may carry the letter that it is about. */
const REPORT = 1024 * 1024;

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * `POST /mail/inbound` takes what comes back of letters, one raw message at a time, from the mail server that has the
 * return address (docs/operations.md). It knows the mail server by a secret, and a letter by its signed address.
 */
export function mountInbound(http: FastifyInstance, { config, secret, ...parts }: Parts): void {
  const wanted = hashOf(`Bearer ${secret}`);
  const limit = { max: 1200, timeWindow: 60_000, keyGenerator: () => 'mail-inbound' };
  void http.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    inside.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: REPORT }, (_request, body, done) =>
      done(null, body),
    );
    inside.post<{ Querystring: { to?: string } }>(
      '/mail/inbound',
      config.rateLimits ? { config: { rateLimit: limit } } : {},
      async (request) => {
        if (!timingSafeEqual(hashOf(request.headers.authorization ?? ''), wanted))
          throw new HttpError({ ...refusals.signedOut, message: 'The secret is wrong.' });
        if (!Buffer.isBuffer(request.body)) refuse(refusals.notFound);
        const report = await readMailReport(request.body as Buffer);
        const known = report !== undefined && (await settle(parts, report, request.query.to));
        // A mail server tries again what is refused: anything that was read is taken.
        return { message: known ? 'Recorded.' : 'Nothing to record.' };
      },
    );
  });
}

/** Records a report about one of our letters. False if it is about none, or was recorded before. */
async function settle(
  { db, services, log, hooksOf, addresses }: Omit<Parts, 'config' | 'secret'>,
  report: MailReport,
  to: string | undefined,
): Promise<boolean> {
  const letterId = [to ?? '', ...report.about].map((address) => addresses.read(address)).find((id) => id !== undefined);
  if (letterId === undefined) return false;
  return runCommand(db, services, true, async (command) => {
    const { tx, now } = command;
    const reported =
      report.kind === 'bounce'
        ? await markReturned(tx, letterId, { meaning: report.meaning, text: report.text })
        : await markComplained(tx, letterId);
    if (!reported) return false;
    const { key, mailingId, targetId } = reported;
    if (report.kind === 'complaint') await insertStop(tx, key, { scope: 'all' }, 'complained', now);
    else if (report.meaning === 'gone') await insertBounces(tx, [{ key }], now);
    const [mailing] = await listMailings(tx, [mailingId]);
    if (mailing && report.kind === 'bounce' && targetId !== null)
      await hooksOf(mailing).letterReturned(command, mailing, targetId);
    await closeMailings(tx, [mailingId], now);
    log.info({ mailing: mailingId, kind: report.kind }, 'a report about a letter came back');
    return true;
  });
}
