import { useMediaQuery } from '@mantine/hooks';
import { Empty } from '../ui/feedback/EmptyState.tsx';
import { PageHead } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { PersonalList } from './PersonalList.tsx';
import css from './personal.module.css';
import { StartButton } from './StartButton.tsx';

/** Private and group conversations: on phones the list, on the desk a word beside it. */
export function ChatsScreen() {
  usePageTitle('Direct messages');
  const narrow = useMediaQuery('(max-width: 63.9375em)', undefined, { getInitialValueInEffect: false });
  if (!narrow) {
    return (
      <div className={css.middle}>
        <Empty art="stools" level={1} title="Direct messages" action={<StartButton wide />}>
          Choose a conversation, or start one with anybody you share a community with.
        </Empty>
      </div>
    );
  }
  return (
    <>
      <PageHead title="Direct messages">
        <StartButton />
      </PageHead>
      <div className={css.scroll}>
        <PersonalList currentId={undefined} />
      </div>
    </>
  );
}
