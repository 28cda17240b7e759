import { resolve } from 'node:path';
import { BACKENDS, type Backend } from '@folkmoot/contract/core/endpoint.ts';
import { z } from 'zod';
import { ConfigError } from './config-checks.ts';

/** What a process serves: the paths of a backend of the specification, or the work that no call waits for. */
export type Role = Backend | 'work';

const ROLES: readonly Role[] = [...(Object.keys(BACKENDS) as Backend[]), 'work'];

/** The settings of how a process runs and ends. */
export const RUNNING_SHAPE = {
  ROLES: z
    .string()
    .default(ROLES.join())
    .transform((value) => value.split(/[\s,]+/).filter((name) => name !== ''))
    .pipe(z.array(z.enum(ROLES, { error: ({ input }) => `"${input}" is not one of ${ROLES.join(', ')}` })).min(1)),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  PRELOAD_PLACES: z.enum(['on', 'off']).default('on'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
};

export type RunningSettings = {
  roles: ReadonlySet<Role>;
  /** How long `/readyz` says 503 after SIGTERM while everything is still answered, before anything is closed. */
  drainSeconds: number;
  /** Whether the tables of places are filled before anybody searches. */
  preloadPlaces: boolean;
  /** Where backups are made daily and before migrating, and how many are kept. */
  backups: { folder: string; keep: number } | undefined;
};

/** @throws ConfigError if something would be served by nobody: only one process opens the database in the data folder. */
export function runningOf(
  set: z.infer<z.ZodObject<typeof RUNNING_SHAPE>> & { DATABASE_URL?: string | undefined },
): RunningSettings {
  const roles = new Set(set.ROLES);
  if (set.DATABASE_URL === undefined && roles.size < ROLES.length)
    throw new ConfigError(
      `ROLES leaves out ${ROLES.filter((role) => !roles.has(role)).join(', ')}, and no other process can do it: without DATABASE_URL, only one opens the database.\nEach setting is described in .env.example.`,
    );
  const { BACKUP_DIR: folder, BACKUP_KEEP: keep } = set;
  return {
    ...{ roles, drainSeconds: set.DRAIN_SECONDS, preloadPlaces: set.PRELOAD_PLACES === 'on' },
    backups: folder === undefined ? undefined : { folder: resolve(folder), keep },
  };
}
