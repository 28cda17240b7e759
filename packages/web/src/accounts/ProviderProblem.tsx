import { PROVIDER_PROBLEMS, type ProviderView } from '@folkmoot/contract/accounts/providers-schema.ts';
import { Problem } from '../core/form.tsx';

type Props = {
  /** From the address that a sign-in service led back to, such as `google.expired`. Anybody can type one. */
  result: string;
  providers: readonly Pick<ProviderView, 'id' | 'name'>[];
};

/** Why signing in with a service did not work. A reason that we do not know is shown as a sign-in that failed. */
export function ProviderProblem({ result, providers }: Props) {
  const [provider, problem] = result.split('.');
  const name = providers.find(({ id }) => id === provider)?.name ?? 'that service';
  const known = Object.entries(PROVIDER_PROBLEMS).find(([code]) => code === problem)?.[1];
  const sentence = (known ?? PROVIDER_PROBLEMS.failed).replaceAll('{name}', name);
  return <Problem>{`${sentence[0]?.toUpperCase()}${sentence.slice(1)}`}</Problem>;
}
