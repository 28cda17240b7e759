import { getEvent } from '@folkmoot/contract/events/api.ts';
import type { EventViewer } from '@folkmoot/contract/events/schema.ts';
import { getLetterInvitation } from '@folkmoot/contract/invitations/api.ts';
import { eventChanged } from '@folkmoot/contract/participations/api.ts';
import { listEventGroups } from '@folkmoot/contract/personal/api.ts';
import { getQna } from '@folkmoot/contract/qna/api.ts';
import { getOwnParticipation } from '@folkmoot/contract/registrations/api.ts';
import { listPublicTickets, listTickets } from '@folkmoot/contract/tickets/api.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, refuse } from '../../../test/answers.ts';
import { draw } from '../../../test/draw.tsx';
import { eventView, ticketsPage } from '../../../test/events.ts';
import { participationView } from '../../../test/registrations.ts';
import { TestSocket } from '../../../test/socket.ts';
import { startLive, stopLive } from '../../core/live.ts';
import { EventPage } from './EventPage.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';
const ID = '0190a3b4-0000-7000-8000-0000000000e1';
const own = { participationId: '0190a3b4-0000-7000-8000-0000000000aa', role: 'guest' } as const;

afterEach(() => {
  stopLive();
  vi.unstubAllGlobals();
});

/** The place of the reader is what a host makes of it. */
function stands(viewer: Partial<EventViewer>): void {
  answer(getEvent, eventView({ id: ID, location: null, viewer: { ...own, ...viewer } }));
}

function answerTheRest(): void {
  for (const endpoint of [listTickets, listPublicTickets]) answer(endpoint, ticketsPage([]));
  refuse(getQna, { statusCode: 404, message: 'Not found.' });
  answer(getLetterInvitation, { data: null });
  answer(listEventGroups, { data: [], nextCursor: null });
  answer(getOwnParticipation, { role: 'guest', data: participationView(), responses: [] });
}

const title = (name: string) => page.getByRole('status', { name });

test('event page: a visitor who comes back to it sees what has become of their place meanwhile', async () => {
  answerTheRest();
  stands({ status: 'requested' });
  await draw(<EventPage eventId={ID} alias="kiln-opening" />, { path: '/?token=theirs' });
  await expect.element(title('Request sent')).toBeVisible();
  stands({ status: 'going' });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.element(title('You are going')).toBeVisible();
  stands({ status: 'not_going', refund: { amount: 1890, currency: 'GBP', state: 'back' } });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.element(page.getByText('£18.90 went back to you', { exact: false })).toBeVisible();
});

test('event page: of a member it follows what hosts decide while it is open', async () => {
  vi.stubGlobal('WebSocket', TestSocket);
  TestSocket.opened = [];
  answerTheRest();
  stands({ status: 'requested' });
  await draw(<EventPage eventId={ID} alias="kiln-opening" />, { as: BEA });
  startLive();
  await expect.poll(() => TestSocket.opened.length).toBe(1);
  const [socket] = TestSocket.opened;
  socket?.hear({ type: 'ready' });
  await expect.element(title('Request sent')).toBeVisible();
  stands({ status: 'going' });
  socket?.hear({
    type: 'event',
    name: eventChanged.name,
    data: { eventId: ID, alias: 'kiln-opening', status: 'published' },
  });
  await expect.element(title('You are going')).toBeVisible();
});
