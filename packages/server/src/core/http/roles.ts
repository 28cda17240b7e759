import { BACKENDS, type Backend } from '@folkmoot/contract/core/endpoint.ts';
import { refusals } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '../config-running.ts';
import { refuse } from './errors.ts';

/** Asked of the process itself, whatever it serves. */
const OF_EACH = new Set(['/healthz', '/readyz', '/metrics']);

/** The backend that a path belongs to. Routes match encoded paths as well; without a route, the path says it. */
function backendOf({ routeOptions, url }: FastifyRequest): Backend {
  const paths = [routeOptions.url ?? '', url.split('?')[0] ?? ''];
  for (const [backend, prefix] of Object.entries(BACKENDS) as [Backend, string][])
    if (prefix !== '' && paths.some((path) => path === prefix || path.startsWith(`${prefix}/`))) return backend;
  return 'main';
}

/** Paths that another process serves are not found here, and logged: a proxy sends them the wrong way. */
export function refuseOtherRoles(http: FastifyInstance, roles: ReadonlySet<Role>): void {
  if ((Object.keys(BACKENDS) as Backend[]).every((backend) => roles.has(backend))) return;
  http.addHook('onRequest', (request, _, done) => {
    const backend = backendOf(request);
    if (!roles.has(backend) && !OF_EACH.has(request.routeOptions.url ?? '')) {
      request.log.warn({ role: backend, method: request.method }, 'another process serves this path: see ROLES');
      refuse(refusals.notFound);
    }
    done();
  });
}
