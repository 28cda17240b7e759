import { expect, test } from 'vitest';
import { isCommonPassword, passwordStrength } from './password-rules.ts';
import { initials } from './rules.ts';
import { Email, FirstName, ImageUrl, Username } from './schema.ts';
import { usernameFrom } from './username-rules.ts';

test.each([
  ['short', 'weak'],
  ['password123', 'weak'],
  ['Qwerty12345', 'weak'],
  ['1234567890', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['aaaaaaaaaaaa', 'weak'],
  ['ababcababcab', 'weak'],
  ['ines-carvalho-1', 'fair'],
  ['quiet kiln', 'good'],
  ['three quiet kilns in May', 'strong'],
])('the password %j is %s', (password, level) =>
  expect(passwordStrength(password, ['Ines', 'Carvalho']).level).toBe(level),
);

test('an ordinary phrase is not a common password', () =>
  expect(isCommonPassword('the dragon admires welcome mats')).toBe(false));

test.each([
  [{ firstName: 'Ines', lastName: 'Carvalho' }, 'IC'],
  [{ firstName: '👩‍🎨', lastName: '' }, '👩‍🎨'],
  [{ firstName: 'é', lastName: 'ß' }, 'ÉSS'],
])('the initials of %j are %s', (person, letters) => expect(initials(person)).toBe(letters));

test('addresses and usernames are compared without regard to case', () => {
  expect(Email.parse('  Ines@Alderwick.Example ')).toBe('ines@alderwick.example');
  expect(Username.parse(' Ines-C ')).toBe('ines-c');
  for (const wrong of ['ab', '-ines', 'ínes', 'a'.repeat(31), 'i nes'])
    expect(Username.safeParse(wrong).success).toBe(false);
});

test('pictures come from our own folder only', () => {
  expect(ImageUrl.safeParse('/art/avatars/ines.svg').success).toBe(true);
  for (const wrong of [
    'https://elsewhere.example/a.png',
    '//elsewhere.example/a',
    '/art/../api/v1/x',
    '/api/v1/x',
    'javascript:alert(1)',
    '/art/a.svg"onload=',
  ])
    expect(ImageUrl.safeParse(wrong).success).toBe(false);
});

test('a name is a single line without hidden characters', () => {
  expect(FirstName.parse(' Zo\u0065\u0308\n\u202eIrma ')).toBe('Zoë Irma');
  for (const unseen of ['\u200b', '\u202e', ' ', '\u3164', '\u2800\u2800', '\u115f\u00ad\ufe0f'])
    expect(FirstName.safeParse(unseen).error?.issues[0]?.message).toBe('First name is required.');
  expect(FirstName.parse('مريم')).toBe('مريم');
});

test.each([
  [['Søren Ødegård'], 'soren-odegard'],
  [['  Zoë   O’Shea-Núñez '], 'zoe-o-shea-nunez'],
  [['Дмитро Шевченко', 'dmytro.s+moot'], 'dmytro-s-moot'],
  [['a'.repeat(23), 'x'], 'a'.repeat(23)],
  [['Maximiliana Featherstonehaugh'], 'maximiliana-featherstone'],
  [['Admin', 'support', 'ana'], 'ana'],
  [['美咲', '李'], ''],
])('the username made of %j is %j', (texts, name) => {
  expect(usernameFrom(...texts)).toBe(name);
  if (name !== '') expect(Username.parse(`${name}-1234`)).toBe(`${name}-1234`);
});
