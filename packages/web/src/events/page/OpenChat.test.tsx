import { createPrivate, listEventGroups } from '@folkmoot/contract/personal/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { draw } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { OpenChat } from './OpenChat.tsx';

const ME = crypto.randomUUID();
const shown = (role: 'host' | 'guest') => {
  const event = eventView({});
  return { ...event, status: 'published' as const, viewer: { ...event.viewer, role } };
};
const turnOn = page.getByRole('button', { name: 'Turn on group chat' });

test('while an event has no group chat, its host can turn it on, and guests are offered nothing', async () => {
  answer(listEventGroups, { data: [], nextCursor: null });
  answer(createPrivate, { message: '', data: { id: crypto.randomUUID() } } as never);
  const event = shown('host');
  await draw(<OpenChat event={event} />, { as: ME });
  await turnOn.click();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ users: [], eventId: event.id });
});

test('a guest of an event without a group chat is offered none', async () => {
  answer(listEventGroups, { data: [], nextCursor: null });
  await draw(<OpenChat event={shown('guest')} />, { as: ME });
  await expect.poll(() => calls.some(({ path }) => path.includes('event-group'))).toBe(true);
  expect(turnOn.elements()).toEqual([]);
});
