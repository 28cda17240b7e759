import { getMapService } from '@folkmoot/contract/places/api.ts';
import { NOWHERE } from '@folkmoot/contract/places/schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { PlaceCard } from './PlaceCard.tsx';

const ropeworks = {
  ...NOWHERE,
  description: 'The Old Ropeworks, 14 Tannery Row',
  locality: 'Leeds',
  country: 'United Kingdom',
};

beforeEach(() => answer(getMapService, { map: null }));

test('where: a card has the address, the way there, and the address to copy', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await draw(<PlaceCard location={ropeworks} />);
  await expect.element(page.getByText('The Old Ropeworks, 14 Tannery Row')).toBeVisible();
  await expect.element(page.getByText('Leeds, United Kingdom')).toBeVisible();
  const way = page.getByRole('link', { name: 'Directions' });
  await expect.element(way).toHaveAttribute('href', expect.stringContaining('Tannery%20Row'));
  await expectAccessible();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect.element(page.getByRole('button', { name: 'Address copied' })).toBeVisible();
  expect(write.mock.calls).toEqual([['The Old Ropeworks, 14 Tannery Row, Leeds, United Kingdom']]);
});

test('where: coordinates lead the way and are not shown beside an address', async () => {
  await draw(<PlaceCard location={{ ...ropeworks, latLng: { lat: 53.8, lng: -1.55 } }} />);
  const way = page.getByRole('link', { name: 'Directions' });
  await expect.element(way).toHaveAttribute('href', expect.stringContaining('destination=53.8%2C-1.55'));
  expect(page.getByText('53.80000').elements()).toEqual([]);
});

test('where: an event without a location has no card', async () => {
  await draw(<PlaceCard location={NOWHERE} />);
  expect(page.getByRole('link').elements()).toEqual([]);
});
