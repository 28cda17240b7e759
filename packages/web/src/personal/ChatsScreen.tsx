import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useMedia } from '../ui/useMedia.ts';
import { PersonalList } from './PersonalList.tsx';
import css from './personal.module.css';
import { StartButton } from './StartButton.tsx';

/** Direct messages and groups: on phones the list, on desktops a hint beside it. */
export function ChatsScreen() {
  usePageTitle('Direct messages');
  const narrow = useMedia('narrow');
  if (!narrow) {
    return (
      <div className={css.middle}>
        <EmptyState art="stools" level={1} title="Direct messages" action={<StartButton wide />}>
          Choose a conversation, or start one with anyone you share a community with.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <PageHeader title="Direct messages">
        <StartButton />
      </PageHeader>
      <div className={css.scroll}>
        <PersonalList currentId={undefined} start={<StartButton wide />} />
      </div>
    </>
  );
}
