import type { ChannelFields } from '@folkmoot/contract/channels/schema.ts';
import type { UseFormReturnType } from '@mantine/form';
import type { z } from 'zod';

/** What the wizard's two steps fill in together. */
export type ChannelValues = Required<z.output<typeof ChannelFields>>;

export type ChannelForm = UseFormReturnType<ChannelValues>;
