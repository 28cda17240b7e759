import { Button } from '@mantine/core';
import { errorMessage, isStatus } from '../../core/api-error.ts';
import { LinkButton } from '../layout/links.tsx';
import { EmptyState } from './EmptyState.tsx';

/** The message if neither the server nor the screen has a better one. */
const NOT_FETCHED = 'Failed to fetch data';

type Props = {
  error: unknown;
  /** Asks again. */
  again?: () => unknown;
  fallback?: string;
  level?: 1 | 2 | 3;
};

/** What a region shows when its data failed to load: why, and what to do. */
export function ErrorState({ error, again, fallback = NOT_FETCHED, level = 2 }: Props) {
  if (isStatus(error, 404)) return <NotFound level={level} />;
  return (
    <div role="alert">
      <EmptyState
        art="search"
        title={errorMessage(error, fallback)}
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

/** Nothing at this address, or nothing for this person: both must look the same. */
export function NotFound({ level = 1 }: { level?: 1 | 2 | 3 }) {
  return (
    <EmptyState
      art="door"
      title="There is nothing here"
      level={level}
      action={
        <LinkButton to="/" variant="default">
          Go to the home page
        </LinkButton>
      }
    >
      The address may be wrong, or you do not have access to it.
    </EmptyState>
  );
}
