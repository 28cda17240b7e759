import type { Load } from './load.ts';
import type { Check } from './main.ts';
import type { World } from './world.ts';

/** Ends the load, and compares what was acknowledged with what is there. */
export async function checkKept(load: Load, world: World, check: Check): Promise<void> {
  await load.stop();
  const { calls, retried, busy, lost, slowestMs } = load.figures;
  console.log(
    `  ${calls} calls, ${retried} of them made again, and ${busy} answers of a server that was too busy. The slowest took ${Math.round(slowestMs)} ms in all.`,
  );
  check('no call failed but those that were made again', lost.length === 0, lost.slice(0, 5));
  const texts = await world.texts();
  const kept = new Set(texts);
  check(
    'every acknowledged message is there',
    [...load.acknowledged].every((text) => kept.has(text)),
  );
  check('each is there once', kept.size === texts.length);
}

export function numbersOf({ figures }: Load): object {
  return { ...figures, lost: figures.lost.slice(0, 3) };
}
