import { reportUsage } from '@folkmoot/contract/telemetry/api.ts';
import { ACTS, type Act, OBJECTIONS } from '@folkmoot/contract/telemetry/rules.ts';
import type { UsageReport } from '@folkmoot/contract/telemetry/schema.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { Usage } from './usage-actions.ts';

const ACT_OF: ReadonlyMap<string, Act> = new Map(Object.entries(ACTS).map(([act, call]) => [call, act as Act]));
const REPORT = `${reportUsage.method} ${reportUsage.path}`;

/**
 * Counts what people have done once it is done: calls that are acts, and what browsers report. A call of which the log may not say who
 * made it is not counted either.
 */
export function countUsage(http: FastifyInstance, usage: Usage, clock: Clock): void {
  http.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode < 300 && !usage.isFull() && !objects(request)) {
      const call = callOf(request);
      const act = request.routeOptions.config.untraced ? undefined : ACT_OF.get(call);
      const reports = call === REPORT ? (request.body as { reports: UsageReport[] }).reports : [];
      const uses = act === undefined ? reports : [{ act }];
      if (uses.length > 0) {
        const seen = { visitor: usage.visitorOf(request.ip, request.headers['user-agent'] ?? ''), at: clock.now() };
        for (const use of uses) usage.note({ ...seen, ...use });
      }
    }
    done();
  });
}

/** The browser says that its owner does not want to be counted. */
function objects({ headers }: FastifyRequest): boolean {
  return OBJECTIONS.some((name) => headers[name] === '1');
}

/** The method and the path as the contract writes it; of calls to the sign-in library, which has one route, the path itself. */
function callOf({ method, url, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url ?? '';
  return `${method} ${route.endsWith('*') ? url.replace(/\?.*/, '') : route.replaceAll(/\(\^[^)]*\)/g, '')}`;
}
