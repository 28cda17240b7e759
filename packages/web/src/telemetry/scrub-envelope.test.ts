import { expect, test } from 'vitest';
import { onlyKnown } from './scrub-envelope.ts';

const OWN = 'https://moot.example';
type Envelope = Parameters<typeof onlyKnown>[0];
const cleaned = (...items: [object, unknown][]) =>
  onlyKnown([{ event_id: '1', trace: { user_id: 'Ines' } }, items] as unknown as Envelope, OWN) as unknown as [
    object,
    [object, Record<string, unknown>][],
  ];
const user = { id: 'hash', email: 'ines@moot.example', ip_address: '192.0.2.1' };

test('kinds of items that nobody has looked at do not leave', () => {
  expect(cleaned([{ type: 'log' }, 'Ines'], [{ type: 'feedback' }, {}], [{ type: 'span' }, {}])[1]).toEqual([]);
});

test('an error says whose it was by a hash, and nothing that leads to a trace or a replay', () => {
  const contexts = { trace: { trace_id: 't' }, replay: { replay_id: 'r' } };
  const request = { url: `${OWN}/invite/secret`, headers: { Cookie: 'x' } };
  const frames = [{ filename: 'we meet Ines', function: 'we meet Ines', lineno: 1 }];
  const exception = { values: [{ type: 'TypeError', value: '"Ines" is gone', stacktrace: { frames } }] };
  const event = { user, contexts, request, exception, breadcrumbs: ['Ines'], extra: { Ines: 1 } };
  const [, [item]] = cleaned([{ type: 'event' }, { ...event, transaction: '/frame/channel/$channelId' }]);
  expect(item?.[1]).toMatchObject({ user: { id: 'hash' }, transaction: '/channel/$channelId' });
  expect(JSON.stringify(item)).not.toMatch(/Ines|ines@|192\.0|secret|Cookie|trace_id|replay_id/);
});

test('a replay, a session and a trace say nothing of the person, and a trace nothing of calls about questions', () => {
  const call = (path: string) => ({ op: 'http.client', description: `POST ${OWN}${path}`, data: { url: path } });
  const spans = [call('/qna/api/v1/7/questions'), call('/api/v1/conversations/7/messages?x=secret')];
  const { 1: items } = cleaned(
    [
      { type: 'transaction' },
      { user, transaction: '/events', spans, contexts: { trace: { data: { url: 'secret' } } } },
    ],
    [{ type: 'replay_event' }, { user, urls: [`${OWN}/invite/secret`], trace_ids: ['t'], error_ids: ['e'] }],
    [{ type: 'session' }, { sid: 's', did: 'hash', attrs: { release: 'r', ip_address: '192.0.2.1' } }],
  );
  const text = JSON.stringify(items);
  expect(text).toContain('POST /api/v1/conversations/$/messages');
  expect(text).not.toMatch(/hash|ines|secret|192\.0|questions|"t"|"e"/);
});

test('a recording keeps how things look, and no word, no length of what was typed, no address and no call', () => {
  const node = {
    type: 2,
    tagName: 'a',
    attributes: {
      href: '/invite/secret',
      class: 'link',
      title: 'Ines',
      style: 'background: url("x)Ines.jpg"); top: 0',
    },
    childNodes: [{ type: 3, textContent: 'Ines Quell', id: 3 }],
  };
  const events = [
    { type: 4, data: { href: `${OWN}/invite/secret`, width: 1, height: 2 } },
    { type: 2, data: { node } },
    { type: 3, data: { source: 5, text: 'what Ines typed', id: 4 } },
    {
      type: 3,
      data: { source: 0, texts: [{ id: 3, value: 'Ines' }], attributes: [{ id: 4, attributes: { alt: 'Ines' } }] },
    },
    { type: 5, data: { tag: 'performanceSpan', payload: { op: 'resource.fetch', description: '/questions' } } },
    { type: 5, data: { tag: 'breadcrumb', payload: { category: 'ui.click', message: 'button[aria-label="Ines"]' } } },
  ];
  const recording = `{"segment_id":0}\n${JSON.stringify(events)}`;
  const { 1: items } = cleaned([{ type: 'replay_recording', length: 1 }, recording]);
  const text = String(items[0]?.[1]);
  expect(items[0]?.[0]).toEqual({ type: 'replay_recording', length: text.length });
  expect(text).not.toMatch(/Ines|Quell|secret|questions|performanceSpan/);
  expect(text).toContain('"class":"link"');
  expect(text).toContain('"text":"***"');
  expect(text).toContain('"style":"background: none; top: 0"');
});
