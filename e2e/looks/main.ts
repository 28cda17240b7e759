/**
 * `npm run looks` compares every screen with its approved picture; `npm run looks -- event` those whose names contain a word.
 * `npm run looks -- approve event` replaces the approved pictures by what is seen now: look at each of them before it is
 * committed.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { runTool } from '../../tools/command.ts';

const approved = join(import.meta.dirname, 'approved');
const words = process.argv.slice(2);
const approves = words[0] === 'approve';
const names = words.slice(approves ? 1 : 0);
const since = Date.now();

const { code } = await runTool(
  'node_modules/@playwright/test/cli.js',
  [...['test', '-c', 'e2e/looks/playwright.config.ts'], ...(approves ? ['--update-snapshots=changed'] : [])],
  { show: true, env: { LOOKS: names.join(' ') } },
);
if (approves) await pack();
else if (code !== 0)
  console.log(
    'What differs is red in test-results/looks/*/*-diff.png, beside what was expected and what was seen. `npm run looks -- approve <name>` approves what is seen.',
  );
process.exitCode = code;

/** Writes new pictures again, the same to the pixel, in less than half of the bytes. */
async function pack(): Promise<void> {
  for (const name of readdirSync(approved)) {
    const file = join(approved, name);
    if (statSync(file).mtimeMs < since) continue;
    const smaller = await sharp(readFileSync(file))
      .png({ compressionLevel: 9, adaptiveFiltering: true, effort: 10 })
      .toBuffer();
    if (smaller.length < statSync(file).size) writeFileSync(file, smaller);
  }
}
