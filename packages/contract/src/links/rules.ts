import { canBeAlias } from '../communities/rules.ts';
import { looksLikeId } from '../core/id-shape.ts';
import { LIMITS } from './schema.ts';

/** What a link may lead to; whether it is there, and for whom, the server knows. */
export type LinkTarget =
  | { kind: 'event'; alias: string }
  | { kind: 'channel'; channelId: string }
  /** A message of a channel, of a direct conversation, or of a thread in either. */
  | { kind: 'message'; channelId: string | null; conversationId: string | null; threadId: string | null; seq: number };

const PATH = /^\/([^/?#]+)(?:\/([^/?#]+))?\/?(?:\?([^#]*))?(?:#.*)?$/;
const ALIAS = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/;
/** The greatest position that PostgreSQL's `integer` holds. */
const MOST = 2_147_483_647;

/** What a path of this installation leads to, if a card can show it. */
export function targetOf(path: string): LinkTarget | undefined {
  if (path.length > LIMITS.path) return undefined;
  const [, first = '', second, query = ''] = PATH.exec(path) ?? [];
  const word = first.toLowerCase();
  if (second === undefined) return ALIAS.test(word) && canBeAlias(word).ok ? { kind: 'event', alias: word } : undefined;
  if ((word !== 'channel' && word !== 'chat') || !looksLikeId(second)) return undefined;
  const id = second.toLowerCase();
  const thread = inQuery(query, 'thread');
  const position = inQuery(query, 'message');
  if (position === undefined)
    return word === 'channel' && thread === undefined ? { kind: 'channel', channelId: id } : undefined;
  const seq = Number(position);
  const isSeq = Number.isInteger(seq) && seq >= 1 && seq <= MOST;
  if (!isSeq || (thread !== undefined && !looksLikeId(thread))) return undefined;
  const home = word === 'channel' ? { channelId: id, conversationId: null } : { channelId: null, conversationId: id };
  return { kind: 'message', ...home, threadId: thread?.toLowerCase() ?? null, seq };
}

function inQuery(query: string, name: string): string | undefined {
  const pair = query.split('&').find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/**
 * The first links of this installation in a message, as paths: each once, and none out of code or between `<` and `>`,
 * which is how a link is written that shall have no card.
 *
 * @param origin the address of the installation, without a slash at its end.
 */
export function linksIn(text: string, origin: string): string[] {
  const found = new Set<string>();
  for (const [start, end] of spansOf(text, `${origin}/`)) {
    const path = text.slice(start + origin.length, end);
    if (targetOf(path) && !isBare(text, start, end)) found.add(path);
    if (found.size === LIMITS.perMessage) break;
  }
  return [...found];
}

/** A message whose link to `path` has no card: the link itself stays. */
export function withoutCard(text: string, origin: string, path: string): string {
  let after = '';
  let from = 0;
  for (const [start, end] of spansOf(text, `${origin}/`)) {
    if (text.slice(start + origin.length, end) !== path || isBare(text, start, end)) continue;
    after += `${text.slice(from, start)}<${text.slice(start, end)}>`;
    from = end;
  }
  return after + text.slice(from);
}

/** The same without any card. */
export function withoutCards(text: string, origin: string): string {
  let bare = text;
  // A message shows the first few: those after them come next.
  for (let [path] = linksIn(bare, origin); path !== undefined; [path] = linksIn(bare, origin))
    bare = withoutCard(bare, origin, path);
  return bare;
}

const isBare = (text: string, start: number, end: number) => text[start - 1] === '<' && text[end] === '>';

/** Where addresses that begin like this are, outside code and without the punctuation after them. */
function* spansOf(text: string, beginning: string): Generator<[start: number, end: number]> {
  const plain = withoutCode(text);
  for (let at = plain.indexOf(beginning); at >= 0; at = plain.indexOf(beginning, at + beginning.length)) {
    const [whole = ''] = /^[^\s<>()[\]"`]*/.exec(plain.slice(at, at + beginning.length + LIMITS.path)) ?? [];
    yield [at, at + whole.replace(/[?!.,:;*_~']+$/, '').length];
  }
}

/** With blanks in place of code, so that positions stay the same. */
function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, (code) => ' '.repeat(code.length));
}
