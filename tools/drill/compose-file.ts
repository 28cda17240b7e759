import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/* `deploy/compose.yaml` as far as a drill needs it: what runs, with which settings, and how one sees that it is well. */

const Settings = z.record(z.string(), z.union([z.string(), z.number()]).transform(String));
const Service = z.object({
  environment: Settings.default({}),
  command: z.array(z.string()).optional(),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  healthcheck: z.object({ test: z.tuple([z.literal('CMD')], z.string()) }).optional(),
  stop_signal: z.enum(['SIGTERM', 'SIGINT']).default('SIGTERM'),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .default('10s'),
  restart: z.literal('unless-stopped'),
});
const File = z.object({ services: z.record(z.string(), Service) });

export type ComposeService = z.infer<typeof Service> & { name: string };

/**
 * The services, in an order in which each comes after those that it depends on.
 *
 * @param settings what Compose reads from `.env`.
 * @throws if a setting is missing that the file asks for.
 */
export function readCompose(path: string, settings: Record<string, string>): ComposeService[] {
  const text = interpolate(readFileSync(path, 'utf8'), settings);
  const { services } = File.parse(parse(text, { merge: true }));
  const ordered: ComposeService[] = [];
  const visit = (name: string) => {
    const service = services[name];
    if (service === undefined) throw new Error(`${path} has no service named ${name}.`);
    if (ordered.some((one) => one.name === name)) return;
    for (const other of Object.keys(service.depends_on)) visit(other);
    ordered.push({ ...service, name });
  };
  for (const name of Object.keys(services)) visit(name);
  return ordered;
}

/** As Compose does: `${NAME}`, `${NAME:-default}` and `${NAME:?what it is}`. */
function interpolate(text: string, settings: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = settings[name];
    if (value !== undefined && value !== '') return value;
    if (kind === '?') throw new Error(`${name} is missing: ${rest}`);
    return kind === '-' ? rest : '';
  });
}

/** What the image runs: the last CMD of the Dockerfile. */
export function commandOf(dockerfile: string): string[] {
  const [, command = '[]'] = [...readFileSync(dockerfile, 'utf8').matchAll(/^CMD (\[.*\])$/gm)].at(-1) ?? [];
  return z.array(z.string()).min(1).parse(JSON.parse(command));
}
