import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import type { AuthorView, QuoteView } from '@folkmoot/contract/conversations/schema.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { nameOf } from '../keyboard/message-words.ts';
import css from './quote.module.css';

type Props = {
  quote: QuoteView;
  people: ReadonlyMap<string, AuthorView>;
  /** Leads to the message itself; without it the quote is only words. */
  onJump?: ((seq: number) => void) | undefined;
};

/** The message that a reply answers, on one line. */
export function Quote({ quote, people, onJump }: Props) {
  const author = people.get(quote.authorId ?? '');
  const name = nameOf(author);
  const words = quoteWords(quote, people);
  const inner = (
    <>
      <IconArrowBackUp size={15} aria-hidden className={css.arrow} />
      <b>
        <bdi>{name}</bdi>
      </b>
      <span className={css.words} dir="auto">
        {words}
      </span>
    </>
  );
  if (!onJump) return <div className={css.quote}>{inner}</div>;
  return (
    <button
      type="button"
      className={css.quote}
      aria-label={`In reply to ${name}: ${words}`}
      onClick={() => onJump(quote.seq)}
    >
      {inner}
    </button>
  );
}
