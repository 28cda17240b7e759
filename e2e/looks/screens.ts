import type { Page } from '@playwright/test';
import { latestMail } from '../mailbox.ts';
import { fillSignUp } from '../people.ts';
import type { Running } from '../product.ts';

const SIX = /^\s*[0-9 ]{6,7}\s*$/;
const CODE = /[A-Z2-9]{4}-[A-Z2-9]{4}/;

const GUILD = '/alderwick-makers-guild';

export type Look = {
  name: string;
  path: string;
  /** Nobody: signed out. */
  as?: 'maren' | 'ines' | 'yuki';
  /** What is pressed before the picture. */
  open?: (page: Page, product: Running) => Promise<void>;
  /** Of what each installation makes its own: the codes of tickets. */
  hide?: RegExp;
  /** Also in dark: what people see most. */
  dark?: true;
};

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const menu = (button: string, entry: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('menuitem', { name: entry }).click();
};
/** What is pressed opens a dialog. */
const dialog = (step: (page: Page) => Promise<void>) => async (page: Page) => {
  await step(page);
  await page.getByRole('dialog').first().waitFor();
};
const all =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
/** Opens a channel of the guild by its name, from the start page. */
const channel = (name: string) => async (page: Page) => {
  const path = await page.evaluate(async (wanted) => {
    const { token } = await (await fetch('/auth/token')).json();
    const answer = await fetch('/api/v1/channels', { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await answer.json()) as { data: { id: string; name: string }[] };
    return `/channel/${data.find((one) => one.name === wanted)?.id}`;
  }, name);
  await page.goto(path);
  await page.getByRole('textbox', { name: `Message ${name}` }).waitFor();
};

/** Shows the email that something brings. */
const mail = (to: string, cause: (page: Page) => Promise<void>) => async (page: Page, product: Running) => {
  await cause(page);
  const { html } = await latestMail(product.mailboxUrl, to);
  await page.setContent(html ?? '');
};
const signUp = async (page: Page) => {
  const whose = {
    firstName: 'Wren',
    lastName: 'Halloran',
    name: 'Wren Halloran',
    email: 'wren@post.example',
    username: 'wren-h',
  };
  await fillSignUp(page, { ...whose, password: 'three quiet kilns' });
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
};
const forget = async (page: Page) => {
  await page.getByLabel('Email').fill('yuki@alderwick.example');
  await page.getByRole('main').getByRole('button').last().click();
};
const registerVisitor = async (page: Page) => {
  await page.getByRole('button', { name: 'Register' }).last().click();
  const form = page.getByRole('dialog', { name: 'Registration' });
  await form.getByLabel('First name').fill('Vi');
  await form.getByLabel('Email').fill('vi@post.example');
  await form.getByRole('button', { name: /^Register/ }).click();
  await page.getByRole('dialog', { name: 'You’re going, Vi' }).waitFor();
};

/* Every route of `screens.ts`, and the states and dialogs that people meet most. */

/** Signed out, and nothing is changed by it. */
export const VISITORS: readonly Look[] = [
  { name: 'landing', path: '/', dark: true },
  { name: 'sign-in', path: '/sign-in', dark: true },
  { name: 'sign-in-wrong', path: '/sign-in', open: button('Sign in') },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'sign-up-wrong', path: '/sign-up', open: button('Create account') },
  { name: 'code-boxes', path: '/verify?email=wren@alderwick.example', dark: true },
  { name: 'forgot', path: '/forgot' },
  { name: 'logout', path: '/logout' },
  { name: 'discover-visitor', path: '/discover', dark: true },
  { name: 'discover-events-visitor', path: '/events/discover' },
  { name: 'event-visitor', path: '/midsummer-moot', dark: true },
  { name: 'event-register-visitor', path: '/repair-cafe-42', open: dialog(button('Register')) },
  { name: 'event-share', path: '/midsummer-moot', open: dialog(button('Share')) },
  { name: 'event-paid-visitor', path: '/raku-days' },
  { name: 'event-locked', path: '/keyholders-supper' },
  { name: 'event-over', path: '/spring-joinery' },
  { name: 'questions-visitor', path: '/midsummer-moot/questions' },
  { name: 'join-questions', path: '/q' },
  { name: 'join-questions-code', path: '/q/bobbin-4821' },
  { name: 'calendar-visitor', path: `${GUILD}-calendar`, dark: true },
  { name: 'invite-wrong', path: '/invite/wrong' },
  { name: 'not-found', path: '/nobody/made/this' },
];

/** Most of them signed in, one after the other. */
export const MEMBERS: readonly Look[] = [
  // While nobody is online.
  { name: 'community-visitor', path: GUILD, dark: true },
  // The first who is here: nobody else is online. What is seen of the channel is read from then on.
  { name: 'manage-tickets', path: '/events/manage/raku-days?tab=tickets', as: 'ines' },
  { name: 'channel', path: '/', as: 'ines', open: channel('glaze-lab'), dark: true },
  // A member.
  { name: 'start-member', path: '/', as: 'yuki', dark: true },
  { name: 'event-going', path: '/midsummer-moot', as: 'yuki', dark: true },
  { name: 'ticket', path: '/midsummer-moot', as: 'yuki', open: dialog(button('View ticket')), hide: CODE },
  { name: 'cancel-registration', path: '/midsummer-moot', as: 'yuki', open: dialog(button('Cancel registration')) },
  { name: 'tickets', path: '/tickets', as: 'yuki', hide: CODE },
  { name: 'events', path: '/events', as: 'yuki', dark: true },
  { name: 'questions-member', path: '/midsummer-moot/questions', as: 'yuki', hide: /\d here$/ },
  { name: 'inbox', path: '/inbox', as: 'yuki', dark: true },
  { name: 'mentions', path: '/inbox?show=mentions', as: 'yuki' },
  { name: 'chats', path: '/chat', as: 'yuki' },
  { name: 'start-conversation', path: '/chat', as: 'yuki', open: dialog(button('Start private conversation')) },
  { name: 'channels-tab', path: '/channels', as: 'yuki' },
  { name: 'browse', path: `${GUILD}/channels`, as: 'yuki', dark: true },
  { name: 'browse-empty', path: `${GUILD}/channels?search=nobody-has-this`, as: 'yuki' },
  { name: 'members', path: `${GUILD}/members`, as: 'yuki' },
  { name: 'search', path: '/search?q=kiln', as: 'yuki' },
  { name: 'saved', path: '/saved', as: 'yuki' },
  { name: 'threads', path: '/threads', as: 'yuki' },
  { name: 'groups', path: '/groups', as: 'yuki' },
  { name: 'group-new', path: '/groups', as: 'yuki', open: dialog(button(/^(New group|Group create|Create group)/)) },
  { name: 'settings-profile', path: '/settings/profile', as: 'yuki' },
  { name: 'settings-sessions', path: '/settings/security', as: 'yuki' },
  { name: 'settings-privacy', path: '/settings/privacy', as: 'yuki' },
  { name: 'settings-notifications', path: '/settings/notifications', as: 'yuki' },
  { name: 'settings-account', path: '/settings/account', as: 'yuki' },
  { name: 'help', path: '/settings/help', as: 'yuki' },
  { name: 'calendars', path: '/calendars', as: 'yuki' },
  { name: 'calendar-new', path: '/calendars/create', as: 'yuki' },
  { name: 'create-community', path: '/', as: 'yuki', open: dialog(button('Start a community')) },
  // A host and an owner.
  { name: 'start-host', path: '/', as: 'maren', dark: true },
  { name: 'event-new', path: '/events/create', as: 'maren', dark: true },
  { name: 'event-new-wrong', path: '/events/create', as: 'maren', open: button('Publish') },
  { name: 'manage-info', path: '/events/manage/midsummer-moot?tab=info', as: 'maren' },
  { name: 'manage-guests', path: '/events/manage/midsummer-moot?tab=guests', as: 'maren', dark: true },
  { name: 'manage-invited', path: '/events/manage/keyholders-supper?tab=invited', as: 'maren' },
  { name: 'manage-messages', path: '/events/manage/midsummer-moot?tab=messages', as: 'maren' },
  { name: 'manage-registration', path: '/events/manage/midsummer-moot?tab=registration', as: 'maren' },
  { name: 'manage-qna', path: '/events/manage/midsummer-moot?tab=qna', as: 'maren', dark: true },
  { name: 'manage-insights', path: '/events/manage/midsummer-moot?tab=insights', as: 'maren' },
  {
    name: 'guest-add',
    path: '/events/manage/midsummer-moot?tab=guests',
    as: 'maren',
    open: dialog(button('Add guest')),
  },
  {
    name: 'invite-guests',
    path: '/events/manage/keyholders-supper?tab=invited',
    as: 'maren',
    open: dialog(button('Invite guests')),
  },
  {
    name: 'event-duplicate',
    path: '/events/manage/midsummer-moot?tab=info',
    as: 'maren',
    open: dialog(menu('More about this event', 'Duplicate')),
  },
  {
    name: 'event-cancel',
    path: '/events/manage/midsummer-moot?tab=info',
    as: 'maren',
    open: dialog(menu('More about this event', 'Cancel event')),
  },
  { name: 'present-questions', path: '/events/present/midsummer-moot', as: 'maren' },
  { name: 'home-edit', path: `${GUILD}/edit`, as: 'maren' },
  {
    name: 'home-section-new',
    path: `${GUILD}/edit`,
    as: 'maren',
    open: dialog((page) => page.getByRole('main').getByRole('button', { name: 'Add section', exact: true }).click()),
  },
  { name: 'channel-new', path: `${GUILD}/channels`, as: 'maren', open: dialog(button('Create channel')) },
  {
    name: 'channel-new-name',
    path: `${GUILD}/channels`,
    as: 'maren',
    open: all(
      dialog(button('Create channel')),
      (page) => page.getByRole('dialog').getByLabel('Name').fill('kiln-rota'),
      button('Next'),
    ),
  },
  { name: 'community-events', path: `${GUILD}/events`, as: 'maren' },
  { name: 'calendar-manage', path: `/calendars/manage${GUILD}-calendar`, as: 'maren' },
  { name: 'community-settings', path: `${GUILD}/settings`, as: 'maren' },
  { name: 'community-invitations', path: `${GUILD}/settings/invitations`, as: 'maren' },
  { name: 'community-audit', path: `${GUILD}/settings/audit-log`, as: 'maren' },
  { name: 'community-archive', path: `${GUILD}/settings/archive`, as: 'maren' },
  { name: 'community-reports', path: `${GUILD}/settings/reports`, as: 'maren' },
  { name: 'community-requests', path: `${GUILD}/members?tab=requests`, as: 'maren' },
  { name: 'installation', path: '/settings/installation', as: 'maren' },
  { name: 'featured', path: '/settings/featured', as: 'maren' },
  { name: 'mail-health', path: '/settings/mail', as: 'maren' },
  { name: 'reported-events', path: '/settings/reported-events', as: 'maren' },
  { name: 'reported-pages', path: '/settings/reported-pages', as: 'maren' },
  {
    name: 'palette',
    path: '/',
    as: 'maren',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find anything' }).fill('kiln');
      await page.getByRole('option').first().waitFor();
    },
  },
  // Emails, which change what is on the screens above.
  { name: 'mail-sign-up', path: '/sign-up', open: mail('wren@post.example', signUp), hide: SIX },
  { name: 'mail-password', path: '/forgot', open: mail('yuki@alderwick.example', forget), hide: SIX },
  {
    name: 'mail-registration',
    path: '/repair-cafe-42',
    open: mail('vi@post.example', registerVisitor),
    hide: CODE,
    dark: true,
  },
];
