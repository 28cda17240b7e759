/** An emoji that can be written by name, `:tada:`. */
export type NamedEmoji = {
  emoji: string;
  name: string;
  label: string;
  words: string;
  /** From light to dark, where it shows skin. */
  skins?: readonly string[];
};

type Data = {
  hexcode: string;
  emoji: string;
  label: string;
  tags?: string[];
  order?: number;
  version?: number;
  /** With one tone for one person, with two for two. */
  skins?: { emoji: string; tone: number | number[] }[];
}[];
type Shortcodes = Record<string, string | string[]>;

/** Newer emoji are drawn as empty boxes by the fonts that most people have. */
const DRAWN = 15;

let loading: Promise<readonly NamedEmoji[]> | undefined;

/** Every emoji with its names, from the data that the emoji picker shows. Fetched once; empty where that fails. */
export function loadEmoji(): Promise<readonly NamedEmoji[]> {
  loading ??= Promise.all([read<Data>('en/data.json'), read<Shortcodes>('en/shortcodes/github.json')])
    .then(([data, names]) => namedEmoji(data, names))
    .catch(() => {
      loading = undefined;
      return [];
    });
  return loading;
}

/** Joins emoji with their names, in the order in which pickers show them. */
export function namedEmoji(data: Data, names: Shortcodes): NamedEmoji[] {
  return data
    .filter(({ order, version = 0 }) => order !== undefined && version <= DRAWN)
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .flatMap(({ hexcode, emoji, label, tags = [], skins = [] }) => {
      const toned = skins.filter(({ tone }) => typeof tone === 'number').map((skin) => skin.emoji);
      const words = [label, ...tags].join(' ').toLowerCase();
      const known = names[hexcode] ?? label.toLowerCase().replace(/[^a-z0-9]+/g, '_');
      return [known].flat().map((name) => ({ emoji, name, label, words, ...(toned.length > 0 && { skins: toned }) }));
    });
}

/** Emoji for what is typed after a colon or searched: names that begin with it, names that hold it, then words that begin with it. */
export function findEmoji(all: readonly NamedEmoji[], search: string, most = 8): NamedEmoji[] {
  const wanted = search.trim().toLowerCase().replaceAll(' ', '_');
  const word = wanted.replaceAll('_', ' ');
  const rank = ({ name, words }: NamedEmoji) => {
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.includes(wanted)) return 2;
    return ` ${words}`.includes(` ${word}`) ? 3 : 4;
  };
  const found = all
    .map((one) => ({ one, at: rank(one) }))
    .filter(({ at }) => at < 4)
    .toSorted((left, right) => left.at - right.at || nearer(left.one, right.one, left.at));
  const seen = new Set<string>();
  return found
    .flatMap(({ one }) => {
      if (seen.has(one.emoji)) return [];
      seen.add(one.emoji);
      return [one];
    })
    .slice(0, most);
}

/** Of names that begin alike, the one that is typed most completely. */
function nearer(one: NamedEmoji, other: NamedEmoji, rank: number): number {
  return rank === 1 ? one.name.length - other.name.length : 0;
}

/** The emoji of a whole name, `tada`. */
export function emojiNamed(all: readonly NamedEmoji[], name: string): string | undefined {
  return all.find((one) => one.name === name.toLowerCase())?.emoji;
}

/** A complete name between colons that ends at the caret, and where it begins. */
export function wholeName(text: string, caret: number): { from: number; name: string } | undefined {
  const found = /(?:^|[^\p{L}\p{N}_:/]):([a-z0-9_+-]{2,40}):$/iu.exec(text.slice(0, caret))?.[1];
  return found === undefined ? undefined : { from: caret - found.length - 2, name: found };
}

async function read<Kind>(file: string): Promise<Kind> {
  const answer = await fetch(`${__EMOJI_DATA__}/${file}`);
  if (!answer.ok) throw new Error(`No emoji data: ${answer.status}`);
  return answer.json() as Promise<Kind>;
}
