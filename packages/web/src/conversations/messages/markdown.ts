import { MENTION } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import { namesAllPattern } from '@folkmoot/contract/conversations/rules.ts';
import type { Emphasis, Nodes, Root } from 'mdast';
import { findAndReplace } from 'mdast-util-find-and-replace';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import type { Processor } from 'unified';

/** Everything in Markdown that messages do not support; it stays as it was typed. */
const NOT_OURS = [
  'headingAtx',
  'setextUnderline',
  'htmlFlow',
  'htmlText',
  'thematicBreak',
  'definition',
  'labelStartImage',
  'codeIndented',
  'characterReference',
];

/** Bold, italic, strike, code, code block, quote, list and link: the subset that messages are written in. */
export function remarkSubset(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    gfmStrikethrough({ singleTilde: false }),
    gfmAutolinkLiteral(),
    { disable: { null: NOT_OURS } },
  ];
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    gfmStrikethroughFromMarkdown(),
    gfmAutolinkLiteralFromMarkdown(),
  ];
}

/** Quotes and lists nested in one another on one line. */
const DEEP_BLOCKS = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))){9}/m;
const LONG_RUN = /[*_~[]{17}/;

/**
 * How many marks of one kind a message may hold: more than anybody writes. The parser compares marks of one kind with each
 * other, so a message full of them would take each reader's browser half a second.
 */
const MOST: readonly [pattern: RegExp, count: number][] = [
  [/[*_~]+/g, 300],
  [/www\.|:\/\//gi, 40],
  [/@/g, 150],
  [/`+/g, 400],
  [/[[\]]/g, 300],
];

/**
 * Whether a text is too much for the parser. It recurses once per level, so a line of thousands of markers overflows
 * its reader's stack; and it compares marks with each other. Such a text is shown as it was typed.
 */
export function isTooMuch(text: string): boolean {
  if (DEEP_BLOCKS.test(text) || LONG_RUN.test(text)) return true;
  return MOST.some(([pattern, count]) => (text.match(pattern)?.length ?? 0) > count);
}

/** What a text can mention, and how it is shown. */
export type Named = {
  /** The id of the person a username names in this message, or undefined. */
  person: (username: string) => string | undefined;
  /** The id of the channel with this name, or undefined if the reader sees none. */
  channel: (name: string) => string | undefined;
  /** Whether `@channel` names everyone here. */
  all: boolean;
};

const EVERYONE = namesAllPattern('g');
const CHANNEL = /(?<![\p{L}\p{N}_#&./-])#((?:[\p{L}\p{M}\p{N}_'’-]|\p{Extended_Pictographic}|\u200d)+)/giu;

/** Turns `@username`, `@channel` and `#channel` into chips if they name somebody or something. */
export function remarkNamed({ person, channel, all }: Named) {
  return () => (tree: Root) => {
    findAndReplace(
      tree as Nodes,
      [
        [EVERYONE, (whole: string) => (all ? chip(whole, { 'data-all': 'true' }) : false)],
        [
          MENTION,
          (whole: string, username: string) => {
            const id = person(username.toLowerCase());
            return id ? chip(whole, { 'data-person': id }) : false;
          },
        ],
        [
          CHANNEL,
          (whole: string, written: string) => {
            const [name, id] = longestChannel(written, channel);
            if (!id) return false;
            const rest = whole.slice(1 + name.length);
            const made = chip(`#${name}`, { 'data-channel': id });
            return rest === '' ? made : [made, { type: 'text', value: rest }];
          },
        ],
      ],
      { ignore: ['link', 'linkReference', 'inlineCode', 'code'] },
    );
  };
}

/** The text after a channel's name may begin with characters that could be part of a name. */
function longestChannel(written: string, channel: Named['channel']): [name: string, id: string | undefined] {
  for (let name = written; name !== ''; name = name.slice(0, -1)) {
    const id = channel(name.toLowerCase().normalize('NFC').replaceAll('’', "'"));
    if (id) return [name, id];
    if (/[\p{L}\p{N}]$/u.test(name)) break;
  }
  return [written, undefined];
}

function chip(text: string, hProperties: Record<string, string>): Emphasis {
  return { type: 'emphasis', children: [{ type: 'text', value: text }], data: { hName: 'span', hProperties } };
}
