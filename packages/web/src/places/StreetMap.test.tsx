import { getMapService } from '@folkmoot/contract/places/api.ts';
import { type EventLocation, type MapService, NOWHERE } from '@folkmoot/contract/places/schema.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { PlaceCard } from './PlaceCard.tsx';

const ropeworks: EventLocation = {
  ...NOWHERE,
  description: 'The Old Ropeworks',
  locality: 'Leeds',
  latLng: { lat: 53.8, lng: -1.55 },
};

/** A style in the page itself: nothing is fetched. */
function styled(sources: object = {}, layers: object[] = []): MapService {
  const style = new Blob([JSON.stringify({ version: 8, sources, layers })], { type: 'application/json' });
  return { style: URL.createObjectURL(style), darkStyle: null, hosts: ['maps.moot.example', 'tiles.moot.example'] };
}

const streets = () =>
  styled(
    {
      streets: {
        type: 'geojson',
        attribution: 'Streets by Moot Maps',
        data: {
          type: 'LineString',
          coordinates: [
            [-1.56, 53.8],
            [-1.54, 53.8],
          ],
        },
      },
    },
    [{ id: 'streets', type: 'line', source: 'streets' }],
  );

const open = async (map: MapService | null) => {
  answer(getMapService, { map });
  await draw(<PlaceCard location={ropeworks} />);
  await expect.element(page.getByRole('link', { name: 'Directions' })).toBeVisible();
};
const show = page.getByRole('button', { name: 'Show map' });

test('without a map service there is no map to show', async () => {
  await open(null);
  await expect.poll(() => queryClient.getQueryData(apiQueryKey(getMapService, {}))).toEqual({ map: null });
  expect(show.elements()).toEqual([]);
});

test.each([
  ['the middle of a town', { ...ropeworks, placeId: 'geonames:2644688' }],
  ['an address without a point', { ...ropeworks, latLng: null }],
])('there is no map of %s, beside a place that has one', async (_, location) => {
  answer(getMapService, { map: streets() });
  await draw(
    <>
      <PlaceCard location={location} />
      <PlaceCard location={ropeworks} />
    </>,
  );
  await expect.element(show.first()).toBeVisible();
  expect(show.elements()).toHaveLength(1);
});

test('before anything is loaded, the card says who will be asked for the map', async () => {
  await open(streets());
  await expect.element(show).toBeVisible();
  await expect
    .element(
      page.getByText('The map comes from maps.moot.example and tiles.moot.example, which will see your IP address.'),
    )
    .toBeVisible();
  expect(document.querySelector('canvas')).toBeNull();
  await expectAccessible();
});

test('the map takes the place of the button, with a marker, buttons to zoom and its source', async () => {
  await open(streets());
  await expect.element(show).toBeVisible();
  const before = document.documentElement.scrollHeight;
  await show.click();
  const map = page.getByRole('region', { name: 'Map of The Old Ropeworks' });
  await expect.element(map).toHaveFocus();
  await expect.element(page.getByRole('img', { name: 'The Old Ropeworks' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect.element(page.getByText('Streets by Moot Maps')).toBeVisible();
  expect(document.documentElement.scrollHeight).toBe(before);
  await expectAccessible();
});

test.each([
  ['its style is missing', { ...styled(), style: `${location.origin}/there-is-no.json` }],
  [
    'none of its tiles can be read',
    styled({ town: { type: 'vector', tiles: [`${location.origin}/no/{z}/{x}/{y}.pbf`] } }, [
      { id: 'town', type: 'line', source: 'town', 'source-layer': 'streets' },
    ]),
  ],
])('a map is said not to load if %s, and can be tried again', async (_, service) => {
  await open(service);
  await show.click();
  await expect.element(page.getByText('The map could not be loaded.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('The map could not be loaded.')).toBeVisible();
});

test('a browser that cannot draw maps says so', async () => {
  const cannot = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await open(streets());
  await show.click();
  await expect.element(page.getByText('This browser cannot show the map. Use the links below instead.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  cannot.mockRestore();
});
