import { Button } from '@mantine/core';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { PageHeader } from './PageHeader.tsx';

afterEach(() => page.viewport(720, 900));

const box = (name: string | RegExp, role: 'heading' | 'button') =>
  page.getByRole(role, { name }).element().getBoundingClientRect();

async function drawHeader(title: string): Promise<void> {
  await page.viewport(320, 844);
  await draw(
    <PageHeader title={title}>
      <Button variant="default" leftSection={<span style={{ width: 17 }} />}>
        Discover
      </Button>
      <Button leftSection={<span style={{ width: 17 }} />}>Create event</Button>
    </PageHeader>,
  );
}

test('screens: on the narrowest phone the title is whole, and its buttons are beside it', async () => {
  await drawHeader('Events');
  const title = page.getByRole('heading', { name: 'Events' }).element();
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
  expect(box('Events', 'heading').right).toBeLessThanOrEqual(box('Discover', 'button').left);
  expect(box('Create event', 'button').right).toBeLessThanOrEqual(320);
  expect(Math.abs(box('Events', 'heading').top - box('Discover', 'button').top)).toBeLessThan(20);
});

test('screens: buttons that do not fit beside a title are below it', async () => {
  await drawHeader('Groups of people you invite');
  expect(box('Discover', 'button').top).toBeGreaterThanOrEqual(box(/^Groups/, 'heading').bottom);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test('screens: buttons that go below a title stay together', async () => {
  await page.viewport(390, 844);
  await draw(
    <PageHeader title="Calendars">
      <Button variant="default">iCal link for your events</Button>
      <Button>New calendar</Button>
    </PageHeader>,
  );
  expect(box('New calendar', 'button').top).toBe(box(/^iCal/, 'button').top);
});
