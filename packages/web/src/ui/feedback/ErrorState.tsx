import { Button } from '@mantine/core';
import { isStatus, sentenceOf } from '../../core/api-error.ts';
import { LinkButton } from '../layout/links.tsx';
import { Empty } from './EmptyState.tsx';

/** What is said where neither the server nor the screen says more. */
const NOT_FETCHED = 'Failed to fetch data';

type Props = { error: unknown /** Asks again. */; again?: () => unknown; fallback?: string; level?: 1 | 2 | 3 };

/** What a region shows when its data did not come: why, and a way on. */
export function Failure({ error, again, fallback = NOT_FETCHED, level = 2 }: Props) {
  if (isStatus(error, 404)) return <NotHere level={level} />;
  return (
    <div role="alert">
      <Empty
        art="search"
        title={sentenceOf(error, fallback)}
        level={level}
        action={
          again && (
            <Button variant="default" onClick={() => again()}>
              Try again
            </Button>
          )
        }
      />
    </div>
  );
}

/** Nothing at this address, or nothing for this person: the two must look alike. */
export function NotHere({ level = 1 }: { level?: 1 | 2 | 3 }) {
  return (
    <Empty
      art="door"
      title="There is nothing here"
      level={level}
      action={
        <LinkButton to="/" variant="default">
          Go to the start
        </LinkButton>
      }
    >
      The address may be wrong, or you do not have access to it.
    </Empty>
  );
}
