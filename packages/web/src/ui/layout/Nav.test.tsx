import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { TabNav, tabClass, tabOn } from './Nav.tsx';

const NAMES = ['Unread', 'Mentions', 'Notifications', 'Threads', 'Saved'];

function Tabs() {
  const [current, setCurrent] = useState('Unread');
  const [, again] = useState(0);
  return (
    <div style={{ width: 240 }}>
      <TabNav label="Inbox">
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            className={tabClass}
            onClick={() => setCurrent(name)}
            {...(name === current ? tabOn : {})}
          >
            {name}
          </button>
        ))}
      </TabNav>
      <button type="button" onClick={() => again((n) => n + 1)}>
        Draw again
      </button>
    </div>
  );
}

test('tabs: a row that is too wide shows the current one, and stays where it is scrolled to', async () => {
  await draw(<Tabs />);
  const row = page.getByRole('navigation', { name: 'Inbox' });
  (page.getByRole('button', { name: 'Saved' }).element() as HTMLElement).click();
  await expect.poll(() => row.element().scrollLeft).toBeGreaterThan(60);
  row.element().scrollLeft = 0;
  await page.getByRole('button', { name: 'Draw again' }).click();
  expect(row.element().scrollLeft).toBe(0);
});
