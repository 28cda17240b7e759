import { paneProps } from '../ui/layout/panes.ts';
import { PersonalList } from './PersonalList.tsx';
import css from './personal.module.css';
import { StartButton } from './StartButton.tsx';

/** The list of your other conversations, beside an open one. */
export function ChatSidebar({ currentId }: { currentId: string | undefined }) {
  return (
    <aside className={css.side} aria-label="Direct messages" {...paneProps('sidebar')}>
      <header className={css.head}>
        <h2>Direct messages</h2>
        <StartButton />
      </header>
      <nav className={css.scroll} aria-label="Conversations">
        <PersonalList currentId={currentId} />
      </nav>
    </aside>
  );
}
