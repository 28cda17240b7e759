import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMapService } from '@folkmoot/contract/places/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type World } from '../../test/world.ts';

import { readConfig } from '../core/config.ts';
import { ConfigError } from '../core/config-checks.ts';

const STYLE = 'https://maps.moot.example/bright.json?key=abc';
const HTML = '<!doctype html><html><head><title>Folkmoot</title></head><body><div id="root"></div></body></html>';

/** What the policy of our pages says about connections and about pictures. */
async function policyOf(world: World): Promise<string[]> {
  const policy = String((await world.app.http.inject('/sign-in')).headers['content-security-policy']);
  return policy.split(';').filter((part) => /^(connect|img|script|worker)-src/.test(part));
}

/** What comes with the page of a public event. */
async function pageOf(world: World): Promise<Record<string, unknown>> {
  const maren = await world.person();
  const { alias } = await eventFixtures(world, maren).published({});
  const { body } = await world.app.http.inject(`/${alias}`);
  return JSON.parse(/<script type="application\/json" id="answers">(.*?)<\/script>/.exec(body)?.[1] ?? '{}');
}

describe('maps', () => {
  let folder: string;
  let without: World;
  let world: World;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'folkmoot-maps-'));
    writeFileSync(`${folder}/index.html`, HTML);
    writeFileSync(`${folder}/parts.json`, '[]');
    without = await openWorld({ WEB_DIST: folder });
    world = await openWorld({
      WEB_DIST: folder,
      MAP_STYLE_URL: STYLE,
      MAP_ORIGINS: 'https://tiles.moot.example:8443/',
    });
  });
  afterAll(async () => {
    await world.close();
    await without.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('without a style there is none, and no other origin is in the policy', async () => {
    expect((await without.call(getMapService, {})).data).toEqual({ map: null });
    expect(await policyOf(without)).toEqual([
      "script-src 'self'",
      "img-src 'self' data: blob:",
      "worker-src 'self' blob:",
      "connect-src 'self'",
    ]);
    expect(await pageOf(without)).toHaveProperty('map', { map: null });
  });

  test('with a style, browsers are told of it and may fetch from its origins, and nothing else', async () => {
    const map = { style: STYLE, darkStyle: null, hosts: ['maps.moot.example', 'tiles.moot.example:8443'] };
    expect((await world.call(getMapService, {})).data).toEqual({ map });
    const origins = 'https://maps.moot.example https://tiles.moot.example:8443';
    expect(await policyOf(world)).toEqual([
      "script-src 'self'",
      `img-src 'self' data: blob: ${origins}`,
      "worker-src 'self' blob:",
      `connect-src 'self' ${origins}`,
    ]);
  });

  test('the page of a public event brings the answer along', async () => {
    expect(await pageOf(world)).toHaveProperty('map.map.style', STYLE);
  });
});

describe('the settings of maps', () => {
  const read = (more: Record<string, string>) => readConfig({ AUTH_SECRET: 'x'.repeat(32), ...more }).maps;

  test.each([
    ['a style without encryption', { MAP_STYLE_URL: 'http://maps.example/style.json' }, 'MAP_STYLE_URL: must begin'],
    ['a style that names a user', { MAP_STYLE_URL: 'https://me:key@maps.example/style.json' }, 'MAP_STYLE_URL'],
    ['a style that is a path', { MAP_STYLE_URL: '/style.json' }, 'MAP_STYLE_URL'],
    ['an origin without encryption', { MAP_STYLE_URL: STYLE, MAP_ORIGINS: 'http://tiles.example' }, 'MAP_ORIGINS'],
    ['an origin that is only a name', { MAP_STYLE_URL: STYLE, MAP_ORIGINS: 'tiles.example' }, 'MAP_ORIGINS'],
    ['a style that adds to the policy', { MAP_STYLE_URL: 'https://maps.example;sandbox/style.json' }, 'MAP_STYLE_URL'],
    ['an origin that adds to it', { MAP_STYLE_URL: STYLE, MAP_ORIGINS: 'https://x;sandbox' }, 'MAP_ORIGINS'],
    ['a dark style alone', { MAP_STYLE_DARK_URL: STYLE }, 'MAP_STYLE_URL, which is missing'],
    ['origins alone', { MAP_ORIGINS: 'https://tiles.example' }, 'MAP_STYLE_URL, which is missing'],
    [
      'a style on this machine, for others',
      { MAP_STYLE_URL: 'http://127.0.0.1:8080/style.json', HOST: '0.0.0.0' },
      'other people can reach',
    ],
  ])('with %s the start ends with its name', (_, set, name) => {
    expect(() => read(set)).toThrow(ConfigError);
    expect(() => read(set)).toThrow(name);
  });

  test('an origin is named once, the style’s first, without its path', () => {
    const dark = 'http://localhost:8080/dark.json';
    const set = {
      MAP_STYLE_URL: STYLE,
      MAP_STYLE_DARK_URL: dark,
      MAP_ORIGINS: 'https://b.example/x, https://b.example',
    };
    expect(read(set)).toEqual({
      style: STYLE,
      darkStyle: dark,
      origins: ['https://maps.moot.example', 'http://localhost:8080', 'https://b.example'],
    });
    expect(read({})).toBeUndefined();
  });
});
