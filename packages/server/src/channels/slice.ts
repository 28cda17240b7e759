import * as api from '@folkmoot/contract/channels/api.ts';
import { communityHooks } from '../communities/slice.ts';
import { createMoves } from '../conversations/actions.ts';
import { conversationHooks } from '../conversations/slice.ts';
import { defineSlice } from '../core/slice.ts';
import { mediaHooks } from '../media/slice.ts';
import { addGeneral, insideChannel, joinDefaults, tellAdded, visibleConversation } from './actions.ts';
import { categoryHandlers } from './categories-handlers.ts';
import { channelHandlers } from './handlers.ts';
import { orderHandlers } from './order-handlers.ts';
import { personalData } from './personal-data.ts';
import { findChannelNames, findFirstChannels } from './store.ts';
import { channelUpdateHandlers } from './update-handlers.ts';

/** Channels of a community, their categories and their order. */
export const channels = defineSlice({
  name: 'channels',
  personalData,
  endpoints: [api],
  build: (app) => ({
    handlers: [
      ...channelHandlers(createMoves(app)),
      ...channelUpdateHandlers(),
      ...categoryHandlers(),
      ...orderHandlers(),
    ],
    offers: [
      mediaHooks.offer({ conversationOfChannel: visibleConversation }),
      communityHooks.offer({
        created: addGeneral,
        joined: joinDefaults,
        naming: findChannelNames,
        firstChannels: findFirstChannels,
        inside: insideChannel,
      }),
      conversationHooks.offer({ added: tellAdded }),
    ],
  }),
});
