import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { conversationFacts } from '../../test/conversations.ts';
import { draw } from '../../test/draw.tsx';
import { Composer } from '../conversations/composer/Composer.tsx';

const touch = (enabled: boolean) =>
  (cdp() as unknown as { send: (method: string, params: object) => Promise<void> }).send(
    'Emulation.setTouchEmulationEnabled',
    { enabled },
  );
afterEach(() => touch(false));

test('styles: what a finger types into has letters of 16 px at least, so that an iPhone does not zoom in', async () => {
  await touch(true);
  await expect.poll(() => matchMedia('(pointer: coarse)').matches).toBe(true);
  await draw(
    <>
      <TextInput label="Small" size="xs" />
      <Textarea label="Long" size="sm" />
      <Select label="One of" data={['One']} size="xs" />
      <NumberInput label="How many" size="xs" />
      {/* biome-ignore lint/a11y/useSemanticElements: as an editor draws its text. */}
      <div contentEditable role="textbox" tabIndex={0} aria-label="Words" />
      <Composer facts={conversationFacts()} name="hearth" around={undefined} people={undefined} onEditLast={() => {}} />
    </>,
  );
  const fields = () => [...document.querySelectorAll<HTMLElement>('input, select, textarea, [contenteditable]')];
  await expect.poll(() => fields().length).toBeGreaterThan(6);
  const sizes = fields()
    .filter((field) => field.getClientRects().length > 0)
    .map((field) => [field.outerHTML.slice(0, 80), Number.parseFloat(getComputedStyle(field).fontSize)] as const);
  expect(sizes.filter(([, size]) => size < 16)).toEqual([]);
});
