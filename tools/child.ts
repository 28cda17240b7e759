import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that a tool started. `ended` resolves with a short account of how it ended, such as `exit code 1`. */
export type Child = {
  name: string;
  process: ChildProcess;
  ended: Promise<string>;
  /** Asks it to finish; kills it if it has not when its patience is over. Does nothing if it has ended already. */
  stop: (signal?: 'SIGTERM' | 'SIGINT') => Promise<void>;
};

type Options = {
  args?: string[];
  /** For Node itself, before the program's name: `--watch` and its kin. */
  nodeArgs?: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Receives every message the program sends over IPC. */
  onMessage?: (message: unknown) => void;
  /** How long it may take to finish, in milliseconds: ten seconds unless stated. */
  patienceMs?: number;
  /** Hides what it writes to standard output; errors are always shown. */
  quiet?: boolean;
};

/**
 * For Node where it runs the server: 16 MB of new objects before they are looked through, as Node had it for years, and not
 * the 32 of Node 24. It costs no speed that could be measured, and saves some forty megabytes.
 */
export const SERVER_NODE_ARGS = ['--max-semi-space-size=16'];

/** Starts a TypeScript or JavaScript program under this same Node, with an IPC channel. */
export function startChild(name: string, file: string, options: Options = {}): Child {
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), file, ...(options.args ?? [])], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', options.quiet === true ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    // Its own process group, so that Ctrl-C reaches us alone and we decide who stops first. Windows would open a
    // window.
    detached: process.platform !== 'win32',
  });
  if (options.onMessage) child.on('message', options.onMessage);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  return { name, process: child, ended, stop: (signal) => stop(child, signal, options.patienceMs) };
}

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM', patienceMs = 10_000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await closed;
  clearTimeout(timer);
}
