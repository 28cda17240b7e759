import { Checkbox, Radio, SegmentedControl, Switch } from '@mantine/core';
import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { Reactions } from '../conversations/reactions/Reactions.tsx';
import './forced-colors.css';
import { PageColour } from '../events/editing/PageColour.tsx';

const force = (value: 'active' | 'none') =>
  (cdp() as unknown as { send: (method: string, params: object) => Promise<void> }).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value }],
  });

afterEach(() => force('none'));

/** How something looks: its own colours and edges. */
function looks(selector: string): string {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  const { backgroundColor, color, borderColor, outlineStyle, outlineColor } = getComputedStyle(element);
  return [backgroundColor, color, borderColor, outlineStyle, outlineColor].join(' ');
}

test('styles: with forced colours, what is on, chosen or current looks other than what is not', async () => {
  const nothing = () => undefined;
  const reactions = [
    { emoji: '👍', count: 1, mine: true },
    { emoji: '🔥', count: 1, mine: false },
  ];
  await draw(
    <>
      <Switch label="On" checked onChange={nothing} classNames={{ track: 'on' }} />
      <Switch label="Off" checked={false} onChange={nothing} classNames={{ track: 'off' }} />
      <Checkbox label="Ticked" checked onChange={nothing} classNames={{ input: 'ticked' }} />
      <Checkbox label="Not ticked" checked={false} onChange={nothing} classNames={{ input: 'unticked' }} />
      <Radio label="Chosen" checked onChange={nothing} classNames={{ radio: 'chosen' }} />
      <Radio label="Another" checked={false} onChange={nothing} classNames={{ radio: 'another' }} />
      <SegmentedControl data={['Month', 'List']} value="Month" />
      <Reactions messageId="m" type="message" reactions={reactions} may onToggle={nothing} />
      <PageColour value="woad" picked="slate" onChange={nothing} />
      <a href="/one" aria-current="page" id="here">
        hearth
      </a>
      <a href="/two" id="there">
        kiln
      </a>
    </>,
  );
  await expect.poll(() => document.querySelector('.mantine-SegmentedControl-label[data-active]')).not.toBeNull();
  await force('active');
  await expect.poll(() => matchMedia('(forced-colors: active)').matches).toBe(true);
  for (const [one, other] of [
    ['.on', '.off'],
    ['.ticked', '.unticked'],
    ['.chosen', '.another'],
    ['.mantine-SegmentedControl-label[data-active]', '.mantine-SegmentedControl-label:not([data-active])'],
    ['[aria-pressed="true"]', '[aria-pressed="false"]'],
    ['label[data-tint]:has(:checked)', 'label[data-tint]:not(:has(:checked))'],
    ['#here', '#there'],
  ] as const)
    expect(looks(one), `${one} beside ${other}`).not.toBe(looks(other));
  // Each colour to choose is seen.
  const swatches = [...document.querySelectorAll('label[data-tint]')].map(
    (one) => getComputedStyle(one).backgroundColor,
  );
  expect(new Set(swatches).size).toBe(swatches.length);
});
