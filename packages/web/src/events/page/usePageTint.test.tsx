import { expect, test } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { usePageTint } from './usePageTint.ts';

function Tinted() {
  usePageTint('woad');
  return null;
}

test('event page: the browser’s own bar has the colour of the page as long as it is shown', async () => {
  const bar = Object.assign(document.createElement('meta'), { name: 'theme-color', content: '#112d21' });
  document.head.append(bar);
  const { unmount } = await draw(<Tinted />);
  expect(bar.content).toBe(getComputedStyle(document.body).getPropertyValue('--tint-bg').trim());
  expect(bar.content).toMatch(/^#[\da-f]{6}$/);
  await unmount();
  expect(bar.content).toBe('#112d21');
  bar.remove();
});
