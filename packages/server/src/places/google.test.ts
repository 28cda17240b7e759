import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findPlace, searchPlaces } from '@folkmoot/contract/places/api.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

/*
 * A stand-in that answers as Google documents its Places API (New): JSON with camel-case names, errors as { error: {
 * code, message, status } }, 403 for a wrong key, an error if Place Details is called without a field mask.
 */

const KEY = 'a-key-that-stays-here';
const SESSION = '6f0e5a64-9a3c-4c0e-8b1f-0d9a1f2c3b4d';
type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> | undefined };

let seen: Seen[] = [];
let failing: { status: number; body: string } | 'hang-up' | undefined;
let google: Server;
let world: World;

const error = (code: number, status: string, message: string) => ({
  status: code,
  body: { error: { code, message, status } },
});

const munich = {
  id: 'ChIJ2V-Mo_l1nkcRfZixfUq4DAE',
  addressComponents: [
    { longText: 'Munich', shortText: 'Munich', types: ['locality', 'political'], languageCode: 'en' },
    { longText: 'Upper Bavaria', shortText: 'OB', types: ['administrative_area_level_2', 'political'] },
    { longText: 'Bavaria', shortText: 'BY', types: ['administrative_area_level_1', 'political'] },
    { longText: 'Germany', shortText: 'DE', types: ['country', 'political'] },
  ],
  location: { latitude: 48.1351253, longitude: 11.5819805 },
};

const prediction = (placeId: string, mainText: string, secondaryText?: string) => ({
  placePrediction: {
    placeId,
    structuredFormat: {
      mainText: { text: mainText },
      ...(secondaryText ? { secondaryText: { text: secondaryText } } : {}),
    },
  },
});

function answer({ method, path, headers, body }: Seen): { status: number; body: object } {
  if (headers['x-goog-api-key'] !== KEY)
    return error(403, 'PERMISSION_DENIED', 'The request is missing a valid API key.');
  if (method === 'POST' && path === '/v1/places:autocomplete') {
    if (body?.input === 'nowhere') return { status: 200, body: {} };
    return {
      status: 200,
      body: {
        suggestions: [
          prediction(munich.id, 'Munich', 'Germany'),
          prediction('ChIJtx', 'Munich', 'ND, USA'),
          prediction('ChIJsg', 'Singapore'),
        ],
      },
    };
  }
  if (!headers['x-goog-fieldmask']) return error(400, 'INVALID_ARGUMENT', 'FieldMask is a required parameter.');
  if (path.startsWith(`/v1/places/${munich.id}?`)) return { status: 200, body: munich };
  return error(404, 'NOT_FOUND', 'The Place ID is no longer valid.');
}

beforeAll(async () => {
  google = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const call: Seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
    };
    seen.push(call);
    if (failing === 'hang-up') return request.socket.destroy();
    const said = failing ?? { ...answer(call), body: JSON.stringify(answer(call).body) };
    response.writeHead(said.status, { 'content-type': 'application/json; charset=UTF-8' }).end(said.body);
  });
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  const { port } = google.address() as AddressInfo;
  world = await openWorld({ GOOGLE_PLACES_KEY: KEY, GOOGLE_PLACES_URL: `http://127.0.0.1:${port}/` });
});
beforeEach(() => {
  seen = [];
  failing = undefined;
});
afterAll(async () => {
  await world.close();
  google.close();
});

test('a search asks for localities alone, in one session, and the key stays on the server', async () => {
  const { data, headers } = await world.call(searchPlaces, { query: 'Munch', limit: 2, session: SESSION });
  expect(data.data).toEqual([
    { placeId: `google:${munich.id}`, locality: 'Munich', region: '', country: 'Germany' },
    { placeId: 'google:ChIJtx', locality: 'Munich', region: 'ND', country: 'USA' },
  ]);
  expect(data.attribution.text).toBe('Google Maps');
  expect(seen[0]?.body).toEqual({
    input: 'Munch',
    includedPrimaryTypes: ['locality'],
    languageCode: 'en-GB',
    sessionToken: SESSION,
  });
  expect(JSON.stringify([data, headers])).not.toContain(KEY);
});

test('a city that is its own country has no region or country beside it', async () => {
  const { data } = await world.call(searchPlaces, { query: 'Sing' });
  expect(data.data.at(-1)).toMatchObject({ locality: 'Singapore', region: '', country: '' });
});

test('a search without results is an empty list', async () => {
  expect((await world.call(searchPlaces, { query: 'nowhere' })).data.data).toEqual([]);
});

test('an empty search asks nobody', async () => {
  await world.call(searchPlaces, { query: '  ' });
  expect(seen).toEqual([]);
});

test('choosing a place ends the session and asks for no more fields than are stored', async () => {
  const { data } = await world.call(findPlace, { placeId: `google:${munich.id}`, session: SESSION });
  expect(data.location).toEqual({
    sublocality: '',
    locality: 'Munich',
    administrative_area_level_1: 'Bavaria',
    administrative_area_level_2: 'Upper Bavaria',
    administrative_area_level_3: '',
    country: 'Germany',
    latLng: { lat: 48.1351253, lng: 11.5819805 },
    placeId: `google:${munich.id}`,
    description: '',
    meetingLink: '',
  });
  expect(seen[0]?.path).toContain(`sessionToken=${SESSION}`);
  expect(seen[0]?.headers['x-goog-fieldmask']).toBe('id,addressComponents,location');
});

test.each([
  ['an id that Google has withdrawn', 'google:ChIJgone'],
  ['an id of the gazetteer', 'geonames:2644688'],
])('%s is not found', async (_, placeId) => expect((await world.call(findPlace, { placeId })).status).toBe(404));

test.each([
  [
    'being over its quota',
    { status: 429, body: JSON.stringify(error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.').body) },
  ],
  ['refusing the key', { status: 403, body: JSON.stringify(error(403, 'PERMISSION_DENIED', 'No.').body) }],
  ['broken', { status: 500, body: 'oops' }],
  ['answering without JSON', { status: 200, body: '<html>' }],
  ['answering something unexpected', { status: 200, body: '{"suggestions":[{"placePrediction":{"placeId":7}}]}' }],
  ['closing the connection', 'hang-up' as const],
])('Google %s is reported in a sentence, and trying again works', async (_, failure) => {
  failing = failure;
  const { status, problem } = await world.call(searchPlaces, { query: 'Munch' });
  expect([status, problem.message]).toEqual([503, 'The place search is not available. Try again in a moment.']);
  failing = undefined;
  expect((await world.call(searchPlaces, { query: 'Munch' })).status).toBe(200);
});
