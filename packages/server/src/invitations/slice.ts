import * as api from '@folkmoot/contract/invitations/api.ts';
import * as communityApi from '@folkmoot/contract/invitations/community-api.ts';
import * as messagesApi from '@folkmoot/contract/invitations/messages-api.ts';
import { communityHooks } from '../communities/slice.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { mailingHooks, scheduleHooks } from '../mailings/slice.ts';
import { createStopTokens } from '../mailings/stops/stops-actions.ts';
import { registrationHooks } from '../registrations/slice.ts';
import { invitationHooks } from './actions.ts';
import { answeringHooks } from './answering/answering-actions.ts';
import { communityMailingHooks, createInviteTokens, joiningHooks } from './community/community-actions.ts';
import { communityInvitationHandlers } from './community/community-handlers.ts';
import { invitationHandlers } from './handlers.ts';
import { messageHooks, selectReaders } from './messages/message-actions.ts';
import { messageHandlers } from './messages/message-handlers.ts';
import { createOpenTokens } from './opens/opens-actions.ts';
import { mountOpened } from './opens/routes.ts';
import { personalData } from './personal-data.ts';
import { reminderHooks } from './reminders/reminder-actions.ts';
import { reminderHandlers } from './reminders/reminder-handlers.ts';

/** Inviting people to events and communities by email. */
export const invitations = defineSlice({
  name: 'invitations',
  personalData,
  endpoints: [api, messagesApi, communityApi],
  build(app) {
    const stopTokens = createStopTokens(app.config.authSecret);
    const inviteTokens = createInviteTokens(app.config.authSecret);
    const tokens = createEventTokens(app.config.authSecret);
    const openTokens = createOpenTokens(app.config.authSecret);
    const parts = { ...app, tokens, stopTokens, openTokens: app.config.trackOpens ? openTokens : undefined };
    const events = invitationHooks(parts);
    const reminders = reminderHooks(parts);
    const messages = messageHooks(parts);
    const hooks = { event_invitation: events, event_reminder: reminders, guest_message: messages };
    const communities = communityMailingHooks({ ...app, tokens: inviteTokens, stopTokens });
    return {
      handlers: [
        ...invitationHandlers(app, hooks, tokens),
        ...reminderHandlers(app),
        ...messageHandlers(app),
        ...communityInvitationHandlers(app, communities),
      ],
      routes: (http) => mountOpened(http, app, openTokens),
      offers: [
        mailingHooks.event_invitation.offer(events),
        mailingHooks.event_reminder.offer(reminders),
        mailingHooks.guest_message.offer(messages),
        scheduleHooks.offer({ selectLetters: selectReaders(app.config) }),
        mailingHooks.community_invitation.offer(communities),
        communityHooks.offer(joiningHooks(inviteTokens)),
        registrationHooks.offer(answeringHooks),
      ],
    };
  },
});
