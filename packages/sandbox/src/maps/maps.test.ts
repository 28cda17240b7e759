import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MapSite, startMaps } from './start.ts';

let maps: MapSite;
beforeAll(async () => {
  maps = await startMaps({ lat: 54.068, lng: -2.277 });
});
afterAll(() => maps.stop());

test('a style names tiles of its own origin, which pages of any origin may read', async () => {
  const answer = await fetch(`${maps.url}/style.json`);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const { sources } = (await answer.json()) as { sources: { town: { tiles: string[] } } };
  expect(sources.town.tiles).toEqual([`${maps.url}/tiles/{z}/{x}/{y}.pbf`]);
});

test('the tile around the point has its streets, and one elsewhere has none', async () => {
  const read = async (path: string) => (await fetch(`${maps.url}${path}`)).text();
  // Zoom 14 at 54.068, -2.277, by https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames
  const x = Math.floor(((-2.277 + 180) / 360) * 2 ** 14);
  const lat = (54.068 * Math.PI) / 180;
  const y = Math.floor(((1 - Math.asinh(Math.tan(lat)) / Math.PI) / 2) * 2 ** 14);
  expect(await read(`/tiles/14/${x}/${y}.pbf`)).toContain('Tannery Row');
  expect(await read('/tiles/14/0/0.pbf')).toBe('');
});
