import type { Page } from '@playwright/test';
import { unreadable } from '../contrast.ts';
import { expect, expectNoSeriousViolations, shot, test, walker } from '../fixtures.ts';
import { type Person, signIn } from '../people.ts';
import { DETAIL } from '../viewports.ts';

/*
 * Every screen of the demo world, once, on the desk, light and dark: axe finds nothing serious, and every button can be
 * read at rest, pointed at, focused and pressed. The phone has a walk of its own in app/phone.spec.ts.
 */

// Each screen is read four times: half a minute a walk on a quiet machine.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

/** Changes the colours and waits until they are drawn. */
async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async (colours) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    do await frame();
    while (document.documentElement.dataset.mantineColorScheme !== colours);
    await frame();
  }, colorScheme);
}

/** Looks at what is on the screen, or with axe only at its dialog, in both colours. */
async function check(page: Page, name: string, dialog = false): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  for (const colours of ['light', 'dark'] as const) {
    await wear(page, colours);
    const rules = colours === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
    await test.step(`${name}, ${colours}`, async () => {
      await expectNoSeriousViolations(page, { dialog, ...(rules && { rules }) });
      expect(await unreadable(page), 'buttons that cannot be read').toEqual([]);
    });
  }
  if (process.env.FOLKMOOT_SHOTS) await shot(page, name);
}

async function walk(page: Page, screens: readonly (readonly [path: string, heading: string | RegExp, name: string])[]) {
  const go = walker(page);
  for (const [path, heading, name] of screens) {
    await page.emulateMedia({ colorScheme: 'light' });
    await go(path, heading);
    await check(page, name);
  }
}

const GUILD = 'alderwick-makers-guild';

/** The demo's first person, who started the guild, and what their screens need. */
async function founder(
  browser: Parameters<typeof signIn>[0],
  baseURL: string | undefined,
  people: { email: string; password: string }[],
) {
  const { email, password } = people[0] ?? { email: '', password: '' };
  const { page, api, context } = await signIn(browser, { baseURL: baseURL ?? '', email, password });
  const { data } = await api<{ data: { id: string; slug: string; name: string }[] }>('GET', '/servers');
  const guild = data.find(({ slug }) => slug === GUILD) ?? { id: '', slug: '', name: '' };
  return { page, api, context, guild };
}

test('axe finds nothing serious on the pages for visitors', DETAIL, async ({ page, browser, baseURL, demoSignIns }) => {
  const { api, guild, context } = await founder(browser, baseURL, demoSignIns);
  const { inviteCode } = await api<{ inviteCode: string }>('GET', `/${guild.id}/invite-code`);
  await context.close();
  await walk(page, [
    ['/sign-in', 'Welcome back', 'sign-in'],
    ['/sign-up', 'Create an account', 'sign-up'],
    ['/verify?email=wren@alderwick.example', 'Check your email', 'verify'],
    ['/forgot', 'Reset your password', 'forgot'],
    ['/discover', 'Find your people', 'discover-visitor'],
    [`/${guild.slug}`, guild.name, 'home-visitor'],
    ['/midsummer-moot', /Midsummer/, 'event-visitor'],
    ['/midsummer-moot/questions', 'Questions', 'questions-visitor'],
    ['/q', 'Join a Q&A', 'join-questions'],
    [`/invite/${inviteCode}`, guild.name, 'invite'],
    [`/sign-up?next=/invite/${inviteCode}`, 'Create an account', 'sign-up-invited'],
    ['/nobody/made/this', 'There is nothing here', 'not-found'],
  ]);
  await page.goto('/sign-up');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('First name is required.')).toBeVisible();
  await check(page, 'sign-up-wrong');
  await page.goto('/midsummer-moot');
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, 'share', true);
});

test(
  'axe finds nothing serious on the screens about communities',
  DETAIL,
  async ({ browser, baseURL, demoSignIns }) => {
    const { page, guild, context } = await founder(browser, baseURL, demoSignIns);
    await walk(page, [
      ['/', /^Good /, 'start'],
      ['/discover', 'Find your people', 'discover'],
      [`/${guild.slug}`, guild.name, 'home'],
      [`/${guild.slug}/members`, 'Members', 'members'],
      [`/${guild.slug}/members?tab=requests`, 'Members', 'requests'],
      [`/${guild.slug}/members?tab=banned`, 'Members', 'banned'],
      [`/${guild.slug}/settings`, 'Community settings', 'settings'],
      [`/${guild.slug}/settings/invitations`, 'Community settings', 'invitations'],
      [`/${guild.slug}/settings/archive`, 'Community settings', 'archive'],
      [`/${guild.slug}/settings/audit-log`, 'Community settings', 'audit-log'],
      ['/settings/profile', 'Settings', 'profile'],
      ['/settings/sessions', 'Settings', 'sessions'],
      ['/settings/security', 'Settings', 'security'],
      ['/settings/account', 'Settings', 'account'],
      ['/settings/installation', 'Settings', 'installation'],
      ['/settings/featured', 'Settings', 'featured'],
      ['/channel/00000000-0000-7000-8000-000000000000', 'There is nothing here', 'no-such-channel'],
    ]);
    await context.close();
  },
);

test('axe finds nothing serious on channels and their dialogs', DETAIL, async ({ browser, baseURL, demoSignIns }) => {
  const { page, api, guild, context } = await founder(browser, baseURL, demoSignIns);
  const { data } = await api<{ data: { id: string; name: string }[] }>('GET', '/channels');
  const hearth = data.find(({ name }) => name === 'hearth')?.id;
  // Everything is marked as read, so that it opens at the end with the last message in full view.
  const { facts } = await api<{ facts: { id: string; version: number } }>('GET', `/channels/${hearth}`);
  await api('PUT', `/conversations/${facts.id}/read`, { seq: facts.version });
  await walk(page, [
    [`/${guild.slug}/channels`, 'Browse channels', 'browse'],
    [`/${guild.slug}/channels?search=nobody-has-this`, 'Browse channels', 'browse-empty'],
    [`/channel/${hearth}`, 'hearth', 'channel'],
  ]);
  await page.getByRole('article').last().hover();
  await page.getByRole('article').last().getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
  await check(page, 'channel-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mar');
  await expect(page.getByRole('option').first()).toBeVisible();
  await check(page, 'find-anything', true);
  await page.keyboard.press('Escape');

  await page.goto(`/${guild.slug}/channels`);
  await page.getByRole('button', { name: 'Create channel' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create channel' });
  await dialog.getByLabel('Name').fill('basket weaving');
  await check(page, 'create-channel-1', true);
  await dialog.getByRole('button', { name: 'Choose an emoji as avatar' }).click();
  await expect(dialog.getByRole('gridcell').first()).toBeVisible();
  await check(page, 'create-channel-emoji', true);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('radio', { name: 'Private' })).toBeVisible();
  await check(page, 'create-channel-2', true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
  await check(page, 'discard', true);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/${guild.slug}`);
  await page.getByRole('main').getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByLabel('Invitation link')).toBeVisible();
  await check(page, 'invite-dialog', true);
  await context.close();
});

test(
  'axe finds nothing serious on channels as members see them, joined or not',
  DETAIL,
  async ({ browser, baseURL, demoSignIns }) => {
    const { email, password } = demoSignIns[2] ?? { email: '', password: '' };
    const { page, api, context } = await signIn(browser, { baseURL: baseURL ?? '', email, password });
    const { data } = await api<{ data: { id: string }[] }>('GET', '/channels');
    await walk(page, [
      ['/', /^Good /, 'start-member'],
      ['/events', 'Events', 'events-member'],
      [`/${GUILD}`, /./, 'home-member'],
      [`/channel/${data[0]?.id}`, /./, 'channel-member'],
    ]);
    for (const name of [/^Members/, /^Media/]) {
      await page.getByRole('tab', { name }).click();
      await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
      await check(page, `panel-${name.source.slice(1).toLowerCase()}`);
    }
    await page.goto(`/${GUILD}/channels?search=bike-stand`);
    const found = page.getByRole('main').getByRole('link', { name: /bike-stand/ });
    await expect(found.first()).toBeVisible();
    await check(page, 'browse-member');
    await found.first().click();
    await expect(page.getByRole('button', { name: 'Join channel' })).toBeVisible();
    await check(page, 'channel-not-joined');
    await context.close();
  },
);

test(
  'axe finds nothing serious on events as their host sees them',
  DETAIL,
  async ({ browser, baseURL, demoSignIns }) => {
    const { page, context } = await founder(browser, baseURL, demoSignIns);
    await walk(page, [
      ['/events', 'Events', 'events'],
      ['/events/create', 'New event', 'create-event'],
      ['/events/discover', 'What’s on', 'discover-events'],
      ['/midsummer-moot', /Midsummer/, 'event'],
      ...['info', 'registration', 'tickets', 'guests', 'qna', 'insights'].map(
        (tab) => [`/events/manage/midsummer-moot?tab=${tab}`, /Midsummer/, `manage-${tab}`] as const,
      ),
      ['/midsummer-moot/questions', 'Questions', 'questions'],
      ['/events/present/midsummer-moot', /Midsummer/, 'present-questions'],
      ['/events/manage/keyholders-supper?tab=invited', /Supper/, 'manage-invited'],
      ['/settings/mail', 'Settings', 'mail-health'],
      ['/search?q=glaze', /./, 'search'],
      ['/events/manage/keyholders-supper?tab=messages', /Supper/, 'manage-messages'],
    ]);
    await page.getByRole('main').getByRole('button', { name: 'Message guests' }).click();
    await page.getByRole('dialog').getByText('Schedule', { exact: true }).first().click();
    await expect(page.getByRole('textbox', { name: 'Day' })).toBeVisible();
    await check(page, 'message-guests', true);
    await context.close();
  },
);

test(
  'axe finds nothing serious on conversations, threads and the inbox',
  DETAIL,
  async ({ browser, baseURL, demoSignIns }) => {
    const { page, api, guild, context } = await founder(browser, baseURL, demoSignIns);
    const chats = await api<{ data: { id: string; name: string }[] }>('GET', '/conversations/personal');
    const van = chats.data.find(({ name }) => name === 'Midsummer van')?.id;
    const channels = await api<{ data: { id: string; name: string }[] }>('GET', '/channels');
    const glaze = channels.data.find(({ name }) => name === 'glaze-lab')?.id;
    const { conversation } = await api<{ conversation: { id: string } }>('GET', `/channels/${glaze}`);
    const pins = await api<{ data: { seq: number }[] }>('GET', `/conversations/${conversation.id}/pins`);
    await walk(page, [
      ['/chat', 'Direct messages', 'chats'],
      [`/chat/${van}`, 'Midsummer van', 'chat'],
      ['/inbox', 'Inbox', 'inbox'],
      ['/inbox?show=mentions', 'Inbox', 'mentions'],
      ['/inbox?show=threads', 'Inbox', 'threads'],
      ['/inbox?show=saved', 'Inbox', 'saved'],
      ['/alderwick-makers-guild/events', /calendar$/, 'community-calendar'],
      ['/tickets', 'Tickets', 'tickets'],
      ['/calendars', 'Calendars', 'calendars'],
      ['/calendars/create', 'New calendar', 'create-calendar'],
      [`/${guild.slug}/edit`, 'Edit page', 'edit-home'],
      [`/${guild.slug}/settings/reports`, 'Community settings', 'reports'],
      ['/settings/privacy', 'Settings', 'privacy'],
      [`/channel/${glaze}?message=${pins.data[0]?.seq}`, 'glaze-lab', 'channel-at-a-pin'],
    ]);
    const thread = await newestThread(api, conversation.id);
    await page.goto(`/channel/${glaze}?thread=${thread}`);
    await expect(page.getByRole('complementary', { name: 'Thread' }).getByRole('article').first()).toBeVisible();
    await check(page, 'thread');
    await context.close();
  },
);

test(
  'at twice the size, nothing is cut off and nothing scrolls sideways',
  DETAIL,
  async ({ browser, baseURL, demoSignIns }) => {
    const { page, api, guild, context } = await founder(browser, baseURL, demoSignIns);
    const channels = await api<{ data: { id: string; name: string }[] }>('GET', '/channels');
    const glaze = channels.data.find(({ name }) => name === 'glaze-lab')?.id;
    // A screen of 1440 pixels at 200 % has room for 720, and one of 640 for 320.
    for (const size of [
      { width: 720, height: 450 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(size);
      for (const path of [
        `/channel/${glaze}`,
        '/chat',
        '/inbox',
        `/${guild.slug}/members`,
        `/${guild.slug}/settings/audit-log`,
        '/settings/privacy',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(over, `${path} at ${size.width}`).toBeLessThanOrEqual(0);
      }
    }
    await context.close();
  },
);

/** The newest message of a conversation with a thread below it. */
async function newestThread(api: Person['api'], conversationId: string): Promise<string> {
  type Found = { data: { id: string; seq: number; thread: object | null }[]; hasBefore: boolean };
  for (let before = '', more = true; more; ) {
    const { data, hasBefore } = await api<Found>('GET', `/conversations/${conversationId}/messages${before}`);
    const found = data.findLast(({ thread }) => thread !== null);
    if (found) return found.id;
    before = `?before=${data[0]?.seq}`;
    more = hasBefore;
  }
  throw new Error('No message of this conversation has a thread.');
}
