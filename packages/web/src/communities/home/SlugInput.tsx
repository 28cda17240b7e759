import { isSlugFree } from '@folkmoot/contract/communities/api.ts';
import { refusals, Slug } from '@folkmoot/contract/communities/schema.ts';
import type { TextInputProps } from '@mantine/core';
import { apiQuery } from '../../core/queries.ts';
import { UniqueInput } from '../../ui/inputs/UniqueInput.tsx';

type Props = Omit<TextInputProps, 'value'> & {
  value: string;
  /** The community being edited: an earlier address of its own is free for it. */
  serverId?: string;
  own?: string | undefined;
  /** The sentence if it is taken. */
  taken?: string;
};

/** The address of a community or an event: while you type, it says whether it is free. */
export function SlugInput({ serverId, taken = refusals.slugTaken.message, ...rest }: Props) {
  return (
    <UniqueInput
      label="Address"
      leftSection={`${location.host}/`}
      leftSectionWidth={`calc(${location.host.length + 1}ch * 0.95 + 20px)`}
      description="Letters, digits and hyphens. Old links keep working."
      schema={Slug}
      ask={(alias) => apiQuery(isSlugFree, { alias, ...(serverId ? { serverId } : {}) })}
      free="This address is available"
      taken={taken}
      {...rest}
    />
  );
}
