import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './web-build.ts';

export type Ran = { code: number; output: string };

/**
 * Runs a program of a package (its path below node_modules, or below the root) under this same Node, and resolves with
 * its exit code. What it writes is kept; with `show` it also appears on the terminal as it comes.
 */
export function runTool(
  file: string,
  args: string[],
  options: { show?: boolean; env?: Record<string, string> } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { ...process.env, ...(process.stdout.isTTY && options.show ? { FORCE_COLOR: '1' } : {}), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: string) => {
    output += text;
    if (options.show) process.stdout.write(text);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
