import type { Element } from 'hast';
import { memo, type ReactNode, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkBreaks from 'remark-breaks';
import { PlainLink } from '../../ui/layout/links.tsx';
import { type ChannelMark, useVisibleChannels } from '../composer/useMentionTargets.ts';
import { isFewEmoji } from '../text/emoji-text.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { MarkdownErrorBoundary, PlainText } from './MarkdownErrorBoundary.tsx';
import { isTooMuch, remarkNamed, remarkSubset } from './markdown.ts';
import css from './message.module.css';

const ALLOWED = ['p', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'br', 'span'];

const NO_CHANNELS: readonly ChannelMark[] = [];

type Props = {
  text: string;
  /** The id of the person a username names here. */
  nameOf: (username: string) => string | undefined;
  /** The name to show for them. */
  labelOf: (userId: string) => string | undefined;
  onPerson: (userId: string) => void;
  /** The community it belongs to, whose channels can be named. */
  serverId?: string | null;
  /** Whether `@channel` names everyone here. */
  all?: boolean;
  /** What follows the last word. */
  after?: ReactNode;
};

/** A message's Markdown. It never becomes HTML: anything outside the subset stays as it was typed. */
export const MessageText = memo(function MessageText(props: Props) {
  const { text, nameOf, labelOf, onPerson, serverId = null, all = false, after } = props;
  const channels = useVisibleChannels(serverId, text.includes('#')) ?? NO_CHANNELS;
  const plugins = useMemo(() => {
    const channel = (name: string) => channels.find((one) => one.name === name)?.id;
    return [remarkSubset, remarkBreaks, remarkNamed({ person: nameOf, channel, all })];
  }, [nameOf, channels, all]);
  const components = useMemo<Components>(
    () => ({
      a: ({ href, children }) => (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {children}
        </a>
      ),
      pre: ({ node }) => <CodeBlock {...codeIn(node)} />,
      span: ({ children, ...rest }) => {
        const named = rest as { 'data-person'?: string; 'data-all'?: string; 'data-channel'?: string };
        const { 'data-person': person, 'data-channel': channel } = named;
        if (named['data-all']) return <span className={css.mention}>{children}</span>;
        if (channel)
          return (
            <PlainLink to="/channel/$channelId" params={{ channelId: channel }} className={css.channel}>
              {children}
            </PlainLink>
          );
        if (!person) return <span>{children}</span>;
        return (
          <button type="button" className={css.mention} onClick={() => onPerson(person)}>
            {labelOf(person) ? <bdi>@{labelOf(person)}</bdi> : children}
          </button>
        );
      },
    }),
    [labelOf, onPerson],
  );
  return (
    <div className={css.text} dir="auto" data-prose data-large={isFewEmoji(text) || undefined}>
      {isTooMuch(text) ? (
        <PlainText text={text} />
      ) : (
        <MarkdownErrorBoundary key={text} text={text}>
          <Markdown remarkPlugins={plugins as never} allowedElements={ALLOWED} unwrapDisallowed components={components}>
            {text}
          </Markdown>
        </MarkdownErrorBoundary>
      )}
      {after}
    </div>
  );
});

/** What a block of code holds, and the language that was written behind its fence. */
function codeIn(node: Element | undefined): { code: string; language: string | undefined } {
  const inner = node?.children.find((child) => child.type === 'element');
  const [classes] = [inner?.properties.className].flat();
  const code = inner?.children.map((child) => (child.type === 'text' ? child.value : '')).join('') ?? '';
  return { code: code.replace(/\n$/, ''), language: /^language-(.+)$/.exec(String(classes ?? ''))?.[1] };
}
