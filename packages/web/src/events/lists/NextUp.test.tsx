import { discoverEvents } from '@folkmoot/contract/events/api.ts';
import { EventCard } from '@folkmoot/contract/events/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { NextEvent } from './NextUp.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const card = (viewer: Partial<EventCard['viewer']> = {}) =>
  EventCard.parse({
    ...eventView(),
    where: 'The Old Ropeworks',
    miles: null,
    viewer: { role: null, status: null, askedRole: null, ...viewer },
  });

test('community events: a channel’s panel shows the next one, and how the reader stands to it', async () => {
  answer(discoverEvents, { data: [card({ role: 'host', status: 'going' })], count: 1 });
  await draw(<NextEvent serverId={ME} alias="makers" />, { as: ME });
  await expect.element(page.getByRole('heading', { name: 'Next event' })).toBeVisible();
  await expect.element(page.getByText(/You are hosting/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All events' })).toHaveAttribute('href', '/makers/events');
  await expectAccessible();
});
