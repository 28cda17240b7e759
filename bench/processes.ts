import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_NODE_ARGS } from '../tools/child.ts';

export type Running = { child: ChildProcess; url: string; bootMs: number; stop(): Promise<void> };

/** Starts one of our programs and waits until it says where it listens. */
export async function run(file: string, env: Record<string, string>): Promise<Running> {
  const began = performance.now();
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    execArgv: SERVER_NODE_ARGS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.on(
      'message',
      (message: { type: string; url: string }) =>
        message.type === 'ready' && resolve(message.url.replace('localhost', '127.0.0.1')),
    );
    child.on('exit', () => reject(new Error(`${file} ended before it was ready.`)));
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    child,
    url,
    bootMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resident memory of a process, in MB. */
export function residentMb(child: ChildProcess): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}
