import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../core/config.ts';

export type DemoSignIn = { name: string; role: string; email: string; password: string; imageUrl: string | null };

/** Where the demo world writes down who may sign in; it is there only in a demo. */
export function signInsFile(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'demo-sign-ins.json');
}

/** The demo's sign-ins: only in the embedded demo, on loopback, as long as its data folder holds one. */
export function demoSignIns(config: Pick<Config, 'dataDir' | 'demo'>): DemoSignIn[] {
  if (!config.demo || !existsSync(signInsFile(config))) return [];
  return JSON.parse(readFileSync(signInsFile(config), 'utf8')) as DemoSignIn[];
}
