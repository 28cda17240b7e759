import { z } from 'zod';

/** Where members get help: a page that chats, an address to write to, or both. */
export const SupportView = z.object({
  chat: z
    .object({
      /** The chat's own page. */
      url: z.string(),
      host: z.string(),
      /** Whether it may be shown inside our page; otherwise it opens in a tab of its own. */
      inFrame: z.boolean(),
      /** Whether it can be told who is asking: only where it can check that we say so. */
      takesNames: z.boolean(),
    })
    .nullable(),
  email: z.string().nullable(),
});
export type SupportView = z.output<typeof SupportView>;

/** Who asks for help, as the chat takes it; only for somebody who has agreed. */
export const SupportIdentity = z.object({
  /** The chat's page with the name and the address in it, where it takes them that way. */
  url: z.string().nullable(),
  identifier: z.string(),
  name: z.string(),
  email: z.string(),
  /** Proves to the chat that we say so; null where it does not ask for that. */
  identifierHash: z.string().nullable(),
});
export type SupportIdentity = z.output<typeof SupportIdentity>;

export const refusals = {
  noChat: { status: 409, code: 'support.no-chat', message: 'There is no support chat here that accepts names.' },
} as const;
