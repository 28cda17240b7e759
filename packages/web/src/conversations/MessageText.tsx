import { memo, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkBreaks from 'remark-breaks';
import { isTooDeep, remarkMentions, remarkSubset } from './markdown.ts';
import css from './message.module.css';
import { PlainOnError, PlainText } from './PlainOnError.tsx';

const ALLOWED = ['p', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'br', 'span'];

type Props = {
  text: string;
  /** The id of the person a username names here. */
  nameOf: (username: string) => string | undefined;
  /** The name to show for them. */
  labelOf: (userId: string) => string | undefined;
  onPerson: (userId: string) => void;
};

/** A message's Markdown. Nothing of it is ever HTML: what is not in the subset stays as it was typed. */
export const MessageText = memo(function MessageText({ text, nameOf, labelOf, onPerson }: Props) {
  const plugins = useMemo(() => [remarkSubset, remarkBreaks, remarkMentions(nameOf)], [nameOf]);
  const components = useMemo<Components>(
    () => ({
      a: ({ href, children }) => (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {children}
        </a>
      ),
      span: ({ children, ...rest }) => {
        const person = (rest as { 'data-person'?: string })['data-person'];
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
    <div className={css.text} dir="auto">
      {isTooDeep(text) ? (
        <PlainText text={text} />
      ) : (
        <PlainOnError key={text} text={text}>
          <Markdown remarkPlugins={plugins as never} allowedElements={ALLOWED} unwrapDisallowed components={components}>
            {text}
          </Markdown>
        </PlainOnError>
      )}
    </div>
  );
});
