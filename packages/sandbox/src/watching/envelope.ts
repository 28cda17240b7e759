/** One item of an envelope: what kind it is, and its content; a recording's is JSON behind a line of its own. */
export type Item = { type: string; content: unknown };

/**
 * Reads an envelope: a line about all of it, then for each item a line about it and its content, which ends at the next line if no
 * length is named (https://develop.sentry.dev/sdk/data-model/envelopes/).
 *
 * @throws if it is none.
 */
export function itemsIn(envelope: Buffer): Item[] {
  const lineFrom = (at: number) => {
    const end = envelope.indexOf(0x0a, at);
    return end < 0 ? envelope.length : end;
  };
  const items: Item[] = [];
  let at = lineFrom(0) + 1;
  JSON.parse(envelope.subarray(0, at).toString('utf8'));
  while (at < envelope.length) {
    const end = lineFrom(at);
    const { type, length } = JSON.parse(envelope.subarray(at, end).toString('utf8')) as {
      type: string;
      length?: number;
    };
    const stop = length === undefined ? lineFrom(end + 1) : end + 1 + length;
    items.push({ type, content: contentOf(type, envelope.subarray(end + 1, stop)) });
    at = stop + 1;
  }
  return items;
}

function contentOf(type: string, bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (type !== 'replay_recording') return JSON.parse(text);
  const line = text.indexOf('\n');
  return { header: JSON.parse(text.slice(0, line)), events: JSON.parse(text.slice(line + 1)) };
}
