import { CoverImage } from '../../events/page/CoverImage.tsx';
import css from './live-blocks.module.css';
import { usePageLive } from './usePageLive.ts';

/** The next events of the community. */
export function NextEvents({ count }: { count: number }) {
  const { nextEvents } = usePageLive();
  return (
    <ul className={css.events}>
      {nextEvents.slice(0, count).map((event) => (
        <li key={event.id}>
          <CoverImage event={event} within />
        </li>
      ))}
    </ul>
  );
}
