import type { AuthorView, QuoteView } from '@folkmoot/contract/conversations/schema.ts';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { Quote } from '../messages/Quote.tsx';
import css from './composer.module.css';

type Props = {
  quote: QuoteView;
  /** Its author, as known when the reply began. */
  author: AuthorView | null;
  people: ReadonlyMap<string, AuthorView> | undefined;
  onCancel: () => void;
};

/** Above the composer: the message you are replying to. */
export function ReplyBar({ quote, author, people, onCancel }: Props) {
  const known = new Map([...(author ? [[author.id, author] as const] : []), ...(people ?? [])]);
  return (
    <div className={css.answers}>
      <Quote quote={quote} people={known} />
      <IconButton label="Cancel reply" size={30} onClick={onCancel}>
        <IconX size={17} />
      </IconButton>
    </div>
  );
}
