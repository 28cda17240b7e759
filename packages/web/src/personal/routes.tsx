import { createRoute } from '@tanstack/react-router';
import { frameRoute, mustBeSignedIn, positionIn, screen } from '../core/routes.tsx';

const chats = createRoute({
  getParentRoute: () => frameRoute,
  path: '/chat',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./ChatsScreen.tsx'), 'ChatsScreen'),
});
const chat = createRoute({
  getParentRoute: () => frameRoute,
  path: '/chat/$conversationId',
  beforeLoad: mustBeSignedIn,
  validateSearch: positionIn,
  component: screen(() => import('./ChatScreen.tsx'), 'ChatScreen'),
});

export const inFrame = [chats, chat] as const;
