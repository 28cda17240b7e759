import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { whyRefused } from '../loopback.ts';
import { type Middle, townAround } from './town.ts';

export type MapSite = {
  /** Its origin; the styles are at `/style.json` and `/dark.json`. */
  url: string;
  /** Paths that were asked for, in order. */
  asked: string[];
  stop(): Promise<void>;
};

const TILE = /^\/tiles\/(\d+)\/(\d+)\/(\d+)\.pbf$/;
const LARGEST_ZOOM = 14;

/** Colours of the two styles: ground, streets, their edges, water, parks, and the letters on them. */
const COLOURS = {
  '/style.json': ['#f1ede4', '#ffffff', '#d9d2c3', '#a9cbe0', '#cfe0bf', '#4a463d'],
  '/dark.json': ['#22262a', '#3b4147', '#15181b', '#1d3a4d', '#26382b', '#d4d7da'],
} as const;

/**
 * A map service on loopback, with a made-up town around a point: styles for MapLibre, and vector tiles (Mapbox Vector Tile
 * 2.1), which pages of any origin may read. Only tests start it: made-up streets would lead nobody to a door.
 */
export async function startMaps(middle: Middle, { port = 0 }: { port?: number } = {}): Promise<MapSite> {
  const asked: string[] = [];
  const layers = Object.entries(townAround(middle)).map(
    ([name, features]) => [name, new GeoJSONVT(features, { maxZoom: LARGEST_ZOOM })] as const,
  );
  let origin = '';

  const tile = (z: number, x: number, y: number): Uint8Array => {
    const found = layers.flatMap(([name, index]) => {
      const cut = index.getTile(z, x, y);
      return cut ? [[name, cut] as const] : [];
    });
    return fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 });
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const refusal = whyRefused(request);
    if (refusal !== null) return end(response, 403, refusal);
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    if (pathname === '/style.json' || pathname === '/dark.json')
      return end(response, 200, JSON.stringify(styleOf(origin, COLOURS[pathname])), 'application/json');
    const [, z, x, y] = TILE.exec(pathname) ?? [];
    if (z === undefined) return end(response, 404, 'Not found.');
    end(response, 200, tile(Number(z), Number(x), Number(y)), 'application/x-protobuf');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`;
  return {
    url: origin,
    asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A style as the MapLibre Style Specification, version 8, describes it. Its letters come from the reader's own fonts. */
function styleOf(origin: string, [ground, street, edge, water, park, letters]: readonly string[]): object {
  const source = { source: 'town' };
  const wide = (narrow: number, large: number) => ['case', ['get', 'wide'], large, narrow];
  return {
    version: 8,
    name: 'A made-up town',
    sources: {
      town: {
        type: 'vector',
        tiles: [`${origin}/tiles/{z}/{x}/{y}.pbf`],
        maxzoom: LARGEST_ZOOM,
        attribution: `<a href="${origin}/">Made-up streets</a>`,
      },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': ground } },
      { id: 'parks', type: 'fill', ...source, 'source-layer': 'parks', paint: { 'fill-color': park } },
      { id: 'water', type: 'fill', ...source, 'source-layer': 'water', paint: { 'fill-color': water } },
      {
        ...{ id: 'edges', type: 'line', ...source, 'source-layer': 'streets' },
        paint: { 'line-color': edge, 'line-width': wide(9, 15) },
      },
      {
        ...{ id: 'streets', type: 'line', ...source, 'source-layer': 'streets' },
        paint: { 'line-color': street, 'line-width': wide(7, 13) },
      },
      {
        ...{ id: 'names', type: 'symbol', ...source, 'source-layer': 'streets' },
        layout: { 'symbol-placement': 'line', 'text-field': ['get', 'name'], 'text-size': 12 },
        paint: { 'text-color': letters, 'text-halo-color': street, 'text-halo-width': 1.5 },
      },
    ],
  };
}

function end(response: ServerResponse, status: number, body: string | Uint8Array, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
}
