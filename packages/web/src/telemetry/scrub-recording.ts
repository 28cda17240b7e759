import { patternOf } from './patterns.ts';

/*
 * A recording is the page as the browser holds it, and what changes in it (rrweb). Its texts are masked when it is made; this looks
 * through it once more, because it also holds attributes, addresses and notes of the library.
 */

type Fields = Record<string, unknown>;

/** Attributes that say how something looks. All others are left out: addresses, labels, what pictures show. */
const SHOWN = new Set(
  (
    'class style role type dir lang width height viewbox viewBox d fill stroke stroke-width stroke-linecap stroke-linejoin x y cx cy r ' +
    'x1 y1 x2 y2 points transform rel disabled checked open hidden rows cols colspan rowspan tabindex inert _cssText rr_width rr_height ' +
    'rr_scrollTop rr_scrollLeft data-mantine-color-scheme data-drawn data-active data-open data-disabled data-dashed data-unread'
  ).split(' '),
);
/** Kinds of events as rrweb numbers them. */
const KINDS = { meta: 4, custom: 5 } as const;
/** Texts anywhere in an event that people may have written; in a node, masked but for spaces. */
const WRITTEN = new Set(['textContent', 'title', 'message']);

/** A recording with its line about itself, as the library sends it when it does not compress. */
export function recordingWithoutWords(recording: string | Uint8Array, own: string): string {
  const text = typeof recording === 'string' ? recording : new TextDecoder().decode(recording);
  const line = text.indexOf('\n');
  const events = JSON.parse(text.slice(line + 1)) as Fields[];
  return `${text.slice(0, line + 1)}${JSON.stringify(events.filter(isTold).map((event) => eventOf(event, own)))}`;
}

/** When something was fetched could show who has asked an anonymous question. */
function isTold({ type, data }: Fields): boolean {
  return type !== KINDS.custom || (data as Fields).tag !== 'performanceSpan';
}

function eventOf(event: Fields, own: string): Fields {
  const data = (event.data ?? {}) as Fields;
  if (event.type === KINDS.meta)
    return {
      ...event,
      data: { width: data.width, height: data.height, href: `${own}${patternOf(String(data.href), own)}` },
    };
  if (event.type === KINDS.custom) return { ...event, data: noteOf(data) };
  return { ...event, data: clean(data, own) };
}

/** A note of the library's own, such as that something was clicked. What was fetched is told by no recording. */
function noteOf({ tag, payload }: Fields): Fields {
  const { timestamp, type, category } = (payload ?? {}) as Fields;
  return { tag, payload: { timestamp, type, category } };
}

/** Nodes, and lists of changes to them, however deep. */
function clean(value: unknown, own: string): unknown {
  if (Array.isArray(value)) return value.map((one) => clean(one, own));
  if (typeof value === 'string') return withoutAddresses(value);
  if (typeof value !== 'object' || value === null) return value;
  const isStyle = (value as Fields).isStyle === true;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => {
      if (name === 'attributes' && !Array.isArray(content)) return [name, shown(content as Fields, own)];
      // What is typed has not even a length.
      if (name === 'text' && typeof content === 'string') return [name, content === '' ? '' : '***'];
      if (name === 'texts') return [name, (content as Fields[]).map(textChanged)];
      if (WRITTEN.has(name) && typeof content === 'string')
        return [name, isStyle ? withoutAddresses(content) : masked(content)];
      return [name, clean(content, own)];
    }),
  );
}

function textChanged({ id, value }: Fields): Fields {
  return { id, value: masked(String(value ?? '')) };
}

function shown(attributes: Fields, own: string): Fields {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => SHOWN.has(name))
      .map(([name, value]) => [name, clean(value, own)]),
  );
}

const masked = (text: string) => text.replace(/[^\s*]/g, '*');

/** Styles name pictures by their address. */
const withoutAddresses = (text: string) => text.replace(/url\((?:"[^"]*"\)?|'[^']*'\)?|[^;}]*)/g, 'none');
