import { scryptSync } from 'node:crypto';
import { signUp } from '@folkmoot/contract/accounts/api.ts';
import { expect, test } from 'vitest';
import { eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { openWorld } from '../../../test/world.ts';
import { createHasher, STRONG } from './password-hash.ts';

test('an installation hashes passwords at full strength unless configured otherwise', async () => {
  const world = await openWorld({}, { hashing: 'strong' });
  await world.app.listen();
  const password = 'kiln and ember 7';
  const account = {
    firstName: 'Ana',
    lastName: 'Ash',
    username: 'ana-ash',
    email: 'ana@post.example',
    timeZone: 'UTC',
    password,
  };
  expect((await world.call(signUp, account, undefined)).status).toBeLessThan(300);
  const at = eventFixtures(world, await world.person());
  const { id } = await at.published({ visibility: 'private', passcode: 'clay and fire' });
  const stored = await world.db.selectFrom('accounts').select('password').executeTakeFirstOrThrow();
  const event = await world.db
    .selectFrom('events')
    .select('passcode_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await world.close();

  // Worked out here from the figures, not by the code under test.
  const [salt = '', key = ''] = (stored.password ?? '').split(':');
  const strong = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 27 };
  expect(key).toBe(scryptSync(password, salt, 64, strong).toString('hex'));
  const [passcodeSalt = '', passcodeKey = ''] = (event.passcode_hash ?? '').split('.');
  const owasp = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 };
  const right = scryptSync('clay and fire', Buffer.from(passcodeSalt, 'base64url'), 32, owasp);
  expect(passcodeKey).toBe(right.toString('base64url'));
});

test('a password hasher verifies its own hashes, and none with another cost', async () => {
  const quick = createHasher({ N: 16, r: 1, p: 1 });
  const hash = await quick.hash('clay and fire');
  expect(hash).not.toContain('clay');
  expect(await quick.hash('clay and fire')).not.toBe(hash);
  expect(await quick.verify({ hash, password: 'clay and fire' })).toBe(true);
  expect(await quick.verify({ hash, password: 'clay and ice' })).toBe(false);
  expect(await STRONG.passcodes.verify({ hash, password: 'clay and fire' })).toBe(false);
  expect(await quick.verify({ hash: '', password: '' })).toBe(false);
});
