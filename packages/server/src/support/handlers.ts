import { createHmac } from 'node:crypto';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { getSupport, introduceToSupport } from '@folkmoot/contract/support/api.ts';
import { refusals } from '@folkmoot/contract/support/schema.ts';
import { findProfile } from '../accounts/store.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { withQuery } from '../core/telemetry/support-settings.ts';

type Parts = { config: Pick<Config, 'support'>; db: Db };

/** Where members get help, and who they are once they have agreed to say it. */
export function supportHandlers({ config: { support }, db }: Parts): Binding[] {
  const chat = support?.chat;
  // Chatwoot believes anybody who names the id of a contact, unless a hash proves it: without one it is told none.
  const takesNames = chat !== undefined && (chat.kind === 'crisp' || chat.hmacToken !== undefined);
  return [
    handle(getSupport, async () => ({
      chat: chat
        ? { url: chat.url, host: new URL(chat.url).host, inFrame: chat.kind === 'chatwoot', takesNames }
        : null,
      email: support?.email ?? null,
    })),
    handle(
      introduceToSupport,
      async ({ me }) => {
        if (!chat || !takesNames) refuse(refusals.noChat);
        const profile = await findProfile(db, me.userId, me.userId);
        if (!profile) refuse(core.notFound);
        const { firstName, lastName, email = '' } = profile;
        const name = `${firstName} ${lastName}`.trim();
        return {
          // https://docs.crisp.chat: its page takes them in its address.
          url: chat.kind === 'crisp' ? withQuery(chat.url, { user_email: email, user_nickname: name }) : null,
          ...{ identifier: me.userId, name, email },
          // https://www.chatwoot.com/docs/product/channels/live-chat/sdk/identity-validation
          identifierHash:
            chat.kind === 'chatwoot' && chat.hmacToken !== undefined
              ? createHmac('sha256', chat.hmacToken).update(me.userId).digest('hex')
              : null,
        };
      },
      { transaction: false },
    ),
  ];
}
