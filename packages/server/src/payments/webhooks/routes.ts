import { refusal } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { runCommand, type Services } from '../../core/command.ts';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/db.ts';
import { refuse } from '../../core/http/errors.ts';
import type { Log } from '../../core/log.ts';
import type { StripeGateway } from '../stripe-actions.ts';
import { concernsUs, DELIVERIES_QUEUE, objectOf } from './jobs.ts';
import { insertDelivery } from './webhooks-store.ts';

/** Where Stripe delivers. */
export const WEBHOOK = '/payments/webhooks/stripe';

/** Bytes of a delivery: it carries one object. */
const DELIVERY = 512 * 1024;

const unsigned = refusal('payments.unsigned', 400, 'This is not signed by Stripe, or too old.');

type Parts = {
  db: Db;
  services: Services;
  log: Log;
  config: Pick<Config, 'rateLimits'>;
  stripe: StripeGateway;
  live: boolean;
};

/**
 * Takes what Stripe delivers: checks that it is Stripe's and recent, keeps it once, and answers at once. A job then reads the
 * object that it is about afresh, so the order, repeats and age of deliveries do not matter.
 */
export function mountWebhook(http: FastifyInstance, { db, services, log, config, stripe, live }: Parts): void {
  const limit = { max: 6000, timeWindow: 60_000, keyGenerator: () => 'stripe-webhook' };
  void http.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    // The signature is over the bytes, so they are read as they are.
    inside.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: DELIVERY }, (_request, body, done) =>
      done(null, body),
    );
    inside.post(WEBHOOK, config.rateLimits ? { config: { rateLimit: limit } } : {}, async (request) => {
      const { body } = request;
      const signature = request.headers['stripe-signature'];
      const delivered =
        Buffer.isBuffer(body) && typeof signature === 'string' ? stripe.readDelivery(body, signature) : undefined;
      if (!delivered) return refuse(unsigned);
      // An endpoint of the other mode with our secret: nothing of it concerns us.
      if (delivered.live !== live) {
        log.warn({ event: delivered.id }, 'Stripe delivered an event of the other mode');
        return { received: true };
      }
      if (!concernsUs(delivered.type)) return { received: true };
      await runCommand(db, services, false, async (command) => {
        const kept = { ...delivered, object: objectOf(delivered) };
        if (await insertDelivery(command.tx, kept, command.now)) command.wake(DELIVERIES_QUEUE);
      });
      return { received: true };
    });
  });
}
