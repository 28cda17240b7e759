import type { Page } from '@playwright/test';
import { QUESTIONS, startEvent } from '../events.ts';
import { expect, expectFingersFit, expectNoSeriousViolations, test, walker } from '../fixtures.ts';
import { bringIn, greeting, type Person, say, startChannel, startCommunity, unique } from '../people.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const long = 'a-name-that-goes-on-for-as-long-as-a-channel-may-be-called-and-not-a-letter-more';
const unbroken = `https://example.org/${'looooong'.repeat(30)}`;

/** Nothing overflows sideways, at either phone width. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const over = () =>
      page.evaluate(() => {
        const root = document.scrollingElement ?? document.documentElement;
        return root.scrollWidth - root.clientWidth;
      });
    await expect.poll(over, `nothing sticks out of ${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
    // No part of the screen scrolls sideways either, such as the message list; a row of tabs may.
    const parts = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main, main *, [role=dialog] *')]
          .filter((element) => {
            const { overflowX, display } = getComputedStyle(element);
            const scrolls = (overflowX === 'auto' || overflowX === 'scroll') && display !== 'inline';
            const tabs = element.closest('nav') ?? element.querySelector(':scope > [role=radiogroup]');
            return scrolls && !tabs && element.scrollWidth > element.clientWidth + 1;
          })
          .map((element) => `${element.tagName} ${element.className}`),
      );
    await expect.poll(parts, `no part of ${page.url()} scrolls sideways at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

/** Their only community, so that its channels are those of the tab. */
async function village(newcomer: (firstName: string, lastName?: string) => Promise<Person>) {
  const [maren, bea] = [
    await newcomer('Maren', 'Holm'),
    await newcomer('Bartholomea', 'Featherstonehaugh-Cholmondeley'),
  ];
  const community = await startCommunity(maren, 'Makers and Menders of Alder');
  const hearth = await startChannel(maren, community, { name: 'hearth', isDefault: true });
  const looms = await startChannel(maren, community, { name: 'looms', description: unbroken.slice(0, 240) });
  const endless = await startChannel(maren, community, { name: long.slice(0, 80) });
  await say(maren, hearth, `Look here: ${unbroken}`);
  await say(maren, hearth, `\`${unbroken}\``);
  await bringIn(maren, community, [bea], [endless]);
  return { maren, bea, community, hearth, looms, endless };
}

/** An event with texts of the maximum length. */
function longEvent(host: Person, serverId: string | null = null) {
  const name = `The ${'Great '.repeat(14)}Midsummer Moot`;
  const fields = {
    serverId,
    alias: `moot-${unique()}`,
    summary: unbroken.slice(0, 100),
    description: `<p>${unbroken}</p>`,
    attend_type_details: { virtual_address: '', in_person_address: `${unbroken.slice(8, 120)} Lane` },
  };
  const tickets = [{ name: long.slice(0, 60), description: unbroken.slice(0, 100), capacity: 40 }];
  return startEvent(host, name, fields, { questions: QUESTIONS, tickets });
}

test('phone: the tabs lead everywhere, and you can read, write, join a channel and go back', async ({ newcomer }) => {
  const { maren, bea, community, hearth } = await village(newcomer);
  const { page } = bea;
  await page.goto('/');
  await expect(greeting(page, bea)).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await tabs.getByRole('link', { name: 'Channels' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: `Channels of ${community.name}` })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Channels' })).toHaveAttribute('aria-current', 'page');
  const list = page.getByRole('navigation', { name: 'Channels' });
  await list.getByRole('link', { name: /^hearth/ }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'hearth' })).toBeVisible();
  await expect(tabs).toBeHidden();

  const box = page.getByRole('textbox', { name: 'Message hearth' });
  await box.tap();
  await box.pressSequentially('On my way.');
  await page.keyboard.press('Enter');
  await box.pressSequentially('Ten minutes.');
  await expect(box).toHaveValue('On my way.\nTen minutes.');
  await page.getByRole('button', { name: 'Send' }).tap();
  await expect(page.getByRole('article').filter({ hasText: 'Ten minutes.' })).toContainText('On my way.');
  await expect(page.getByRole('article', { name: 'Your unsent message' })).toBeHidden();
  await say(maren, hearth, 'The kettle is on.');
  await expect(page.getByRole('article').filter({ hasText: 'The kettle is on.' })).toBeInViewport();

  await page.getByRole('button', { name: 'Members', exact: true }).tap();
  const panel = page.getByRole('complementary', { name: 'Channel info' });
  await expect(panel.getByRole('tab', { name: 'Members 2' })).toHaveAttribute('aria-selected', 'true');
  await expect(panel).toContainText(bea.name);
  await panel.getByRole('button', { name: 'Close' }).tap();
  await expect(panel).toBeHidden();

  await page.getByRole('link', { name: 'Back to the channels' }).tap();
  await list.getByRole('link', { name: 'Browse channels' }).tap();
  await page.getByRole('button', { name: 'Join looms' }).tap();
  await expect(page.getByRole('button', { name: 'Join looms' })).toBeHidden();
  await tabs.getByRole('link', { name: 'Channels' }).tap();
  await expect(list.getByRole('link', { name: 'looms' })).toBeVisible();
  await list.getByRole('link', { name: 'Direct messages' }).first().tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Direct messages' })).toBeVisible();
  for (const [tab, heading] of [
    ['Events', 'Events'],
    ['Inbox', 'Inbox'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).tap();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await tabs.getByRole('link', { name: 'Home' }).tap();
  await page.getByRole('main').getByRole('link', { name: 'Discover more' }).tap();
  await expect(page.getByRole('heading', { name: 'Find your people' })).toBeVisible();
  await tabs.getByRole('link', { name: 'You' }).tap();
  await expect(page.getByRole('group', { name: 'Picture' }).getByRole('radio', { name: /^Picture / })).toHaveCount(8);
});

test('no screen for visitors scrolls sideways, fingers hit everything, and axe finds nothing serious', async ({
  newcomer,
  page,
  watch,
}) => {
  // A link that is not valid is one of the screens.
  watch.expectRefusal(404, /\/invites\/wrong$/);
  const { maren, community } = await village(newcomer);
  const event = await longEvent(maren);
  const { inviteCode } = await maren.api<{ inviteCode: string }>('GET', `/${community.id}/invite-code`);
  const go = walker(page);
  for (const [path, heading] of [
    ['/', 'Find your people'],
    ['/sign-in', 'Welcome back'],
    ['/sign-up', 'Create an account'],
    ['/verify?email=somebody-with-quite-a-long-address@alderwick.example', 'Check your email'],
    ['/forgot', 'Reset your password'],
    ['/logout', 'Signed out'],
    [`/invite/${inviteCode}`, community.name],
    [`/sign-up?next=/invite/${inviteCode}`, 'Create an account'],
    ['/invite/wrong', 'This invitation is not valid. Check the link, or ask for a new one.'],
    [`/${community.slug}`, community.name],
    [`/${event.alias}`, event.name],
    ['/nobody/made/this', 'There is nothing here'],
  ] as const) {
    await go(path, heading);
    await expectNoSidewaysScroll(page);
    await expectFingersFit(page);
    await expectNoSeriousViolations(page);
  }
  await page.goto(`/${event.alias}`);
  await page.getByRole('button', { name: 'Register' }).last().tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).tap();
  await expect(page.getByRole('dialog').getByText('Fill all the required questions')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectFingersFit(page);
  await expectNoSeriousViolations(page, { dialog: true });
});

type Screens = readonly (readonly [path: string, heading: string | RegExp])[];

async function expectScreensFit(page: Page, screens: Screens): Promise<void> {
  const go = walker(page);
  for (const [path, heading] of screens) {
    await go(path, heading);
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectFingersFit(page);
    await expectNoSeriousViolations(page);
  }
}

test('no screen of a community scrolls sideways for its members, fingers hit everything, and axe finds nothing serious', async ({
  newcomer,
}) => {
  const { maren, community, hearth, looms, endless } = await village(newcomer);
  await expectScreensFit(maren.page, [
    ['/channels', `Channels of ${community.name}`],
    [`/${community.slug}`, community.name],
    [`/${community.slug}/channels`, 'Browse channels'],
    [`/${community.slug}/events`, `${community.name} calendar`],
    [`/${community.slug}/members`, 'Members'],
    [`/${community.slug}/members?tab=requests`, 'Members'],
    [`/${community.slug}/members?tab=banned`, 'Members'],
    [`/${community.slug}/settings/audit-log`, 'Community settings'],
    [`/${community.slug}/settings`, 'Community settings'],
    [`/${community.slug}/settings/invitations`, 'Community settings'],
    [`/${community.slug}/settings/archive`, 'Community settings'],
    [`/channel/${hearth.id}`, 'hearth'],
    [`/channel/${looms.id}`, 'looms'],
    [`/channel/${endless.id}`, endless.name],
  ]);
});

test('no screen of somebody’s own scrolls sideways, fingers hit everything, and axe finds nothing serious', async ({
  newcomer,
}) => {
  const { maren } = await village(newcomer);
  await expectScreensFit(maren.page, [
    ['/', /^Good /],
    ['/discover', 'Find your people'],
    ['/chat', 'Direct messages'],
    ['/inbox', 'Inbox'],
    ['/inbox?show=threads', 'Inbox'],
    ['/inbox?show=saved', 'Inbox'],
    ['/inbox?show=notifications', 'Inbox'],
    ['/tickets', 'Tickets'],
    ['/search', /./],
    ['/settings/profile', 'Settings'],
    ['/settings/notifications', 'Settings'],
    ['/settings/privacy', 'Settings'],
    ['/settings/security', 'Settings'],
    ['/settings/account', 'Settings'],
    ['/settings/sessions', 'Settings'],
  ]);
});

test('no screen of events and no dialog scrolls sideways for members, fingers hit everything, and axe finds nothing serious', async ({
  newcomer,
}) => {
  const { maren, community } = await village(newcomer);
  const event = await longEvent(maren, community.id);
  const { page } = maren;
  await maren.api('PATCH', `/qna/qna/${event.id}`, { status: 'enabled', allowAnonymousQuestions: true });
  const asked = { content: long.slice(0, 240), key: 'k'.repeat(24) };
  await maren.api('POST', `/qna/${event.id}/questions`, asked);
  await expectScreensFit(page, [
    ['/events', 'Events'],
    ['/events/create', 'New event'],
    [`/${event.alias}`, event.name],
    [`/${event.alias}/questions`, 'Questions'],
    ['/q', 'Join a Q&A'],
    ...['info', 'registration', 'tickets', 'guests', 'invited', 'messages', 'qna', 'insights'].map(
      (tab) => [`/events/manage/${event.alias}?tab=${tab}`, event.name] as const,
    ),
  ]);

  await page.goto(`/events/manage/${event.alias}?tab=messages`);
  await page.getByRole('main').getByRole('button', { name: 'Message guests' }).tap();
  await page.getByRole('dialog').getByText('Schedule', { exact: true }).first().tap();
  await expect(page.getByRole('textbox', { name: 'Day' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectFingersFit(page);
  await expectNoSeriousViolations(page, { dialog: true });

  await page.goto(`/${community.slug}/channels`);
  await page.getByRole('button', { name: 'Create channel' }).tap();
  await page.getByRole('dialog').getByLabel('Name').fill(long.slice(0, 80));
  await expectNoSidewaysScroll(page);
  await expectFingersFit(page);
  await page.getByRole('button', { name: 'Next' }).tap();
  await expect(page.getByRole('radio', { name: 'Private' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectFingersFit(page);
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await page.goto(`/${community.slug}`);
  await page.getByRole('main').getByRole('button', { name: 'Invite' }).tap();
  await expect(page.getByLabel('Invitation link')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectFingersFit(page);
});
