import type { Nodes, Root } from 'mdast';
import { findAndReplace } from 'mdast-util-find-and-replace';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import type { Processor } from 'unified';

/** Everything of Markdown that a message does not have; what looks like it stays as it was typed. */
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

/** Quotes and lists that begin one inside the other on one line. */
const DEEP_BLOCKS = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))){9}/m;
const LONG_RUN = /[*_~[]{17}/;

/**
 * Whether a text nests further than anybody writes on purpose. The parser descends once per level, so that a line of
 * thousands of markers overflows the stack of whoever reads it; such a text is shown as it was typed.
 */
export function isTooDeep(text: string): boolean {
  return DEEP_BLOCKS.test(text) || LONG_RUN.test(text);
}

/** The same shape of a mention as the contract's `mentionedNames`. */
const MENTION = /(?<![\p{L}\p{N}_@./-])@([a-z0-9][a-z0-9_-]{2,29})/giu;

/**
 * Turns `@username` into a chip where it names somebody.
 *
 * @param nameOf the id of the person a username names in this message, or undefined.
 */
export function remarkMentions(nameOf: (username: string) => string | undefined) {
  return () => (tree: Root) => {
    findAndReplace(
      tree as Nodes,
      [
        [
          MENTION,
          (whole: string, username: string) => {
            const id = nameOf(username.toLowerCase());
            if (!id) return false;
            return {
              type: 'emphasis',
              children: [{ type: 'text', value: whole }],
              data: { hName: 'span', hProperties: { 'data-person': id } },
            };
          },
        ],
      ],
      { ignore: ['link', 'linkReference', 'inlineCode', 'code'] },
    );
  };
}
