import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import css from './search.module.css';

const EXAMPLES = [
  { q: 'from:me', what: 'everything you wrote' },
  { q: 'has:link after:yesterday', what: 'links from today' },
  { q: 'has:pin', what: 'what is pinned' },
  { q: '"see you there"', what: 'words in just this order' },
] as const;

/** Examples of searches, before there is one. `short`: there is text, but too little to search for. */
export function Examples({ short }: { short: boolean }) {
  return (
    <EmptyState art="search" title={short ? 'Type a little more' : 'Find what was said'}>
      This searches everything you can read, newest first. Try one of these:
      <span className={css.examples}>
        {EXAMPLES.map(({ q, what }) => (
          <PlainLink key={q} to="/search" search={{ q }} className={css.example}>
            <code>{q}</code> {what}
          </PlainLink>
        ))}
      </span>
    </EmptyState>
  );
}
