import { createRoute, redirect } from '@tanstack/react-router';
import { authRoute, frameRoute, mustBeSignedIn, mustBeSignedOut, screen } from '../core/routes.tsx';
import { textIn, wordIn } from '../core/search-params.ts';

/** `result` is what a sign-in service led back with. */
type Next = { next?: string | undefined; result?: string | undefined };
type Mailed = Next & { email?: string | undefined; for?: 'sign-in' | 'confirm' | undefined };

const next = (raw: Record<string, unknown>): Next => ({
  next: textIn(raw, 'next'),
  result: textIn(raw, 'result'),
});
const mailed = (raw: Record<string, unknown>): Mailed => ({
  ...next(raw),
  email: textIn(raw, 'email', 254),
  for: wordIn(raw, 'for', ['sign-in', 'confirm']),
});

const signIn = createRoute({
  getParentRoute: () => authRoute,
  path: '/sign-in',
  validateSearch: next,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./sign-in/SignInScreen.tsx'), 'SignInScreen'),
});
const signUp = createRoute({
  getParentRoute: () => authRoute,
  path: '/sign-up',
  validateSearch: next,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./sign-in/SignUpScreen.tsx'), 'SignUpScreen'),
});
const verify = createRoute({
  getParentRoute: () => authRoute,
  path: '/verify',
  validateSearch: mailed,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./sign-in/VerifyScreen.tsx'), 'VerifyScreen'),
});
const secondStep = createRoute({
  getParentRoute: () => authRoute,
  path: '/second-step',
  validateSearch: next,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./sign-in/SecondStepScreen.tsx'), 'SecondStepScreen'),
});
const forgot = createRoute({
  getParentRoute: () => authRoute,
  path: '/forgot',
  validateSearch: mailed,
  beforeLoad: mustBeSignedOut,
  component: screen(() => import('./sign-in/ForgotScreen.tsx'), 'ForgotScreen'),
});
const logout = createRoute({
  getParentRoute: () => authRoute,
  path: '/logout',
  component: screen(() => import('./sign-in/LogoutScreen.tsx'), 'LogoutScreen'),
});

/** A person's own settings; later slices add to them. */
export const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings',
  beforeLoad: mustBeSignedIn,
  component: screen(() => import('./settings/SettingsFrame.tsx'), 'SettingsFrame'),
});
const settingsStart = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile', replace: true });
  },
});
const profile = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/profile',
  component: screen(() => import('./settings/ProfileScreen.tsx'), 'ProfileScreen'),
});
const sessions = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/sessions',
  component: screen(() => import('./settings/SessionsScreen.tsx'), 'SessionsScreen'),
});
const security = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  component: screen(() => import('./security/SecurityScreen.tsx'), 'SecurityScreen'),
});

const account = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account',
  component: screen(() => import('./leaving/AccountScreen.tsx'), 'AccountScreen'),
});

export const inAuth = [signIn, signUp, verify, secondStep, forgot, logout] as const;
export const inSettings = [settingsStart, profile, sessions, security, account] as const;
