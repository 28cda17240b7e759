import { EventCard } from '@folkmoot/contract/events/schema.ts';
import { listLinkCards } from '@folkmoot/contract/links/api.ts';
import type { LinkCard } from '@folkmoot/contract/links/schema.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { eventView } from '../../test/events.ts';
import { LinkCards } from './LinkCards.tsx';

const CHANNEL = '0190a3b4-0000-7000-8000-0000000000c1';
const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const link = (path: string) => `${location.origin}${path}`;

function eventCard(fields: Partial<Omit<EventCard, 'viewer'>> & { viewer?: Partial<EventCard['viewer']> } = {}) {
  const { viewer, ...rest } = fields;
  const shown = { ...eventView(rest as never), where: 'The Old Ropeworks', miles: null };
  return EventCard.parse({ ...shown, viewer: { role: null, status: null, askedRole: null, ...viewer } });
}

function has(...cards: LinkCard[]): void {
  answer(listLinkCards, ({ links = [] }) => ({ data: cards.filter(({ path }) => links.includes(path)), people: [] }));
}

test('links: an event is a card with its date, its place and a way to register; what the reader may not see stays a link', async () => {
  has({ kind: 'event', path: '/kiln-opening', event: eventCard({ goingCount: 38 }) });
  await draw(<LinkCards text={`${link('/kiln-opening')} and ${link('/secret-supper')}`} />, { as: ME });
  const card = page.getByRole('article', { name: 'Kiln opening' });
  await expect.element(card.getByText('The Old Ropeworks')).toBeVisible();
  await expect.element(card.getByText('38 going')).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/kiln-opening');
  expect(page.getByRole('article').elements()).toHaveLength(1);
  await expectAccessible();
});

test.each([
  ['Cancelled', eventCard({ status: 'cancelled', goingCount: 2 })],
  ['You are going', eventCard({ viewer: { role: 'guest', status: 'going' } })],
  ['You are hosting', eventCard({ viewer: { role: 'host', status: 'going' } })],
  ['Full', eventCard({ capacity: 10, seatsLeft: 0 })],
  ['Ended', eventCard({ start_epoc: 1_000_000, end_epoc: 1_003_600 })],
])('links: an event says “%s”, and is opened instead of registered for', async (word, event) => {
  has({ kind: 'event', path: '/kiln-opening', event });
  await draw(<LinkCards text={link('/kiln-opening')} />, { as: ME });
  await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Register' }).elements()).toEqual([]);
  expect(page.getByText(/^\d+ going$/).elements()).toEqual([]);
});

test('links: those of all messages on the screen are asked for in one call', async () => {
  const channel = {
    ...{ id: CHANNEL, name: 'glaze-lab', description: 'Recipes and firings', avatar: '🏺' },
    ...{ mode: 'private' as const, memberCount: 86, archivedAt: null },
  };
  has({ kind: 'channel', path: `/channel/${CHANNEL}`, channel, serverName: 'Makers' });
  await draw(
    <>
      <LinkCards text={link(`/channel/${CHANNEL}`)} />
      <LinkCards text={`${link('/one-two')} ${link('/two-two')}`} />
      <LinkCards text={`${link(`/channel/${CHANNEL}`)} again`} />
    </>,
    { as: ME },
  );
  await expect.poll(() => page.getByRole('article', { name: 'glaze-lab' }).elements()).toHaveLength(2);
  await expect.element(page.getByText('86 members · Recipes and firings').first()).toBeVisible();
  const asked = calls.filter(({ path }) => path === '/api/v1/links/cards');
  expect(asked.map(({ body }) => body)).toEqual([{ links: [`/channel/${CHANNEL}`, '/one-two', '/two-two'] }]);
  await expectAccessible();
});

test('links: a card that is loading has the height that it will have', async () => {
  let come: (() => void) | undefined;
  const later = new Promise<void>((done) => {
    come = done;
  });
  answer(listLinkCards, async () => {
    await later;
    return { data: [{ kind: 'event' as const, path: '/kiln-opening', event: eventCard() }], people: [] };
  });
  const { container } = await draw(<LinkCards text={link('/kiln-opening')} />, { as: ME });
  await expect
    .poll(() => container.querySelector('[data-loading]')?.getBoundingClientRect().height)
    .toBeGreaterThan(90);
  const before = container.querySelector('[data-loading]')?.getBoundingClientRect().height;
  come?.();
  await expect.element(page.getByRole('article')).toBeVisible();
  expect(page.getByRole('article').element().getBoundingClientRect().height).toBe(before);
});

test('links: a person who may change the message removes a card, and the link stays', async () => {
  has({ kind: 'event', path: '/kiln-opening', event: eventCard() });
  const change = vi.fn();
  const text = `Come to ${link('/kiln-opening')}.`;
  const { unmount } = await draw(<LinkCards text={text} onChange={change} />, { as: ME });
  await page.getByRole('button', { name: 'Remove card' }).click();
  expect(change.mock.calls).toEqual([[`Come to <${link('/kiln-opening')}>.`]]);
  await expectAccessible();
  await unmount();
  await draw(<LinkCards text={text} />, { as: ME });
  await expect.element(page.getByRole('article', { name: 'Kiln opening' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Remove card' }).elements()).toEqual([]);
});
