import { describe, expect, test } from 'vitest';
import { linksIn, targetOf, withoutCard, withoutCards } from './rules.ts';

const ID = '0190a3b4-0000-7000-8000-0000000000c0';
const OTHER = '0190a3b4-0000-7000-8000-0000000000d0';
const nowhere = { channelId: null, conversationId: null, threadId: null };

describe('links', () => {
  test.each([
    ['/kiln-opening', { kind: 'event', alias: 'kiln-opening' }],
    ['/Kiln-Opening/', { kind: 'event', alias: 'kiln-opening' }],
    ['/kiln-opening?utm=1#where', { kind: 'event', alias: 'kiln-opening' }],
    [`/channel/${ID}`, { kind: 'channel', channelId: ID }],
    [`/channel/${ID.toUpperCase()}`, { kind: 'channel', channelId: ID }],
    [`/channel/${ID}?message=12`, { kind: 'message', ...nowhere, channelId: ID, seq: 12 }],
    [
      `/channel/${ID}?thread=${OTHER}&message=3`,
      { kind: 'message', ...nowhere, channelId: ID, threadId: OTHER, seq: 3 },
    ],
    [`/chat/${ID}?message=12`, { kind: 'message', ...nowhere, conversationId: ID, seq: 12 }],
  ])('links: %s leads to something', (path, target) => {
    expect(targetOf(path)).toEqual(target);
  });

  test.each([
    ['/'],
    ['/inbox'],
    ['/events/discover'],
    ['/kiln-opening/settings'],
    [`/${ID}`],
    ['/channel/glaze-lab'],
    [`/chat/${ID}`],
    [`/channel/${ID}?thread=${OTHER}`],
    [`/channel/${ID}?thread=x&message=3`],
    [`/channel/${ID}?message=99999999999`],
    [`/chat/${ID}?message=-1`],
    ['//elsewhere.example'],
    ['/%2e%2e'],
    [`/${'a'.repeat(400)}`],
  ])('links: %s has no card', (path) => {
    expect(targetOf(path)).toBeUndefined();
  });

  const at = 'https://moot.example';
  test.each([
    ['Come to https://moot.example/kiln-opening.', ['/kiln-opening']],
    [
      '(https://moot.example/kiln-opening), or [this](https://moot.example/repair-cafe)!',
      ['/kiln-opening', '/repair-cafe'],
    ],
    ['**https://moot.example/kiln-opening**', ['/kiln-opening']],
    ['https://moot.example/kiln-opening https://moot.example/kiln-opening', ['/kiln-opening']],
    ['`https://moot.example/kiln-opening` and ```\nhttps://moot.example/repair-cafe\n```', []],
    ['https://moot.example.evil.example/kiln-opening http://moot.example/kiln-opening', []],
    [
      'https://moot.example/one-two https://moot.example/two-two https://moot.example/three-two https://moot.example/four-two',
      ['/one-two', '/two-two', '/three-two'],
    ],
    ['https://moot.example', []],
    ['<https://moot.example/kiln-opening> [or](<https://moot.example/repair-cafe>)', []],
  ])('links: those of a message: %s', (text, paths) => {
    expect(linksIn(text, at)).toEqual(paths);
  });

  test.each([
    ['Come to https://moot.example/kiln-opening.', 'Come to <https://moot.example/kiln-opening>.'],
    ['[This](https://moot.example/kiln-opening)', '[This](<https://moot.example/kiln-opening>)'],
    [
      'https://moot.example/kiln-opening https://moot.example/repair-cafe https://moot.example/kiln-opening',
      '<https://moot.example/kiln-opening> https://moot.example/repair-cafe <https://moot.example/kiln-opening>',
    ],
    [
      '`https://moot.example/kiln-opening` https://moot.example/kiln-opening-again',
      '`https://moot.example/kiln-opening` https://moot.example/kiln-opening-again',
    ],
  ])('links: without its card, “%s” is “%s”', (text, bare) => {
    expect(withoutCard(text, at, '/kiln-opening')).toBe(bare);
    expect(withoutCard(bare, at, '/kiln-opening')).toBe(bare);
    expect(linksIn(bare, at)).not.toContain('/kiln-opening');
  });

  test('links: all cards of a message can be removed, however many links it has', () => {
    const text = Array.from({ length: 5 }, (_, n) => `${at}/kiln-opening-${n}`).join(' ');
    expect(linksIn(withoutCards(text, at), at)).toEqual([]);
    expect(withoutCards(text, at).replace(/[<>]/g, '')).toBe(text);
  });
});
