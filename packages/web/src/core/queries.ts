import type { Answer, Input } from '@folkmoot/contract/core/endpoint.ts';
import {
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { type AnyEndpoint, call, firstAnswer } from './api-client.ts';
import { toast } from './toasts/toast.ts';

/** The cache key of a call: method, path and input. Without `input`, of every such call. */
export function apiQueryKey<E extends AnyEndpoint>(endpoint: E, input?: Partial<Input<E>>): QueryKey {
  const name = `${endpoint.method} ${endpoint.path}`;
  return input === undefined ? [name] : [name, input];
}

/** A query for one call, ready for `useQuery`, `ensureQueryData` and the like. */
export function apiQuery<E extends AnyEndpoint>(endpoint: E, input: Input<E>) {
  return queryOptions<Answer<E>>({
    queryKey: apiQueryKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    initialData: () => firstAnswer(endpoint, input),
  });
}

type Page = { nextCursor: string | null };

/** A query for a list with pages by cursor. */
export function apiInfiniteQuery<E extends AnyEndpoint>(endpoint: E, input: Omit<Input<E>, 'cursor'>) {
  return infiniteQueryOptions({
    queryKey: [...apiQueryKey(endpoint, input as Partial<Input<E>>), 'pages'],
    queryFn: ({ signal, pageParam }): Promise<Answer<E>> =>
      call(endpoint, (pageParam === null ? input : { ...input, cursor: pageParam }) as Input<E>, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Answer<E>) => (last as unknown as Page).nextCursor,
  });
}

type CommandOptions<E extends AnyEndpoint> = {
  /** The toast on success; if absent, the server's own sentence if it sends one; none when null. */
  said?: string | null;
  /** The named default when the server gives no sentence. */
  failed?: string;
  /** The screen shows the failure itself, so no toast. */
  quiet?: boolean;
  onDone?: (answer: Answer<E>, input: Input<E>) => void;
};

/** A mutation behind a button: shows its outcome as a toast, and offers to retry a failed one. */
export function useApiMutation<E extends AnyEndpoint>(
  endpoint: E,
  options: CommandOptions<E> = {},
): UseMutationResult<Answer<E>, Error, Input<E>> {
  const mutation = useMutation<Answer<E>, Error, Input<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: (answer, input) => {
      const said = options.said === undefined ? messageOf(answer) : options.said;
      if (said) toast.done(said);
      options.onDone?.(answer, input);
    },
    onError: (error, input) => {
      if (options.quiet) return;
      toast.failed(error, { fallback: options.failed, again: () => mutation.mutate(input) });
    },
  });
  return mutation;
}

function messageOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : undefined;
}
