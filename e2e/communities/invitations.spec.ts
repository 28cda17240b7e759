import { expect, test } from '../fixtures.ts';
import { codeFrom } from '../mailbox.ts';
import { moveTo, reload } from '../opening.ts';
import { fillSignUp, somebody, startChannel, startCommunity, typeCode } from '../people.ts';
import { DETAIL } from '../viewports.ts';

test(
  'the invitation link can be copied, shows who invited you, and leads through sign-up into the community',
  DETAIL,
  async ({ arrive, page, mailTo }) => {
    const maren = await arrive('Maren', 'Holm');
    const community = await startCommunity(maren, 'Weavers Row', 'secret');
    await startChannel(maren, community, { name: 'hearth', isDefault: true });
    await startChannel(maren, community, { name: 'looms' });
    await maren.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await maren.page.goto(`/${community.slug}`);
    await maren.page.getByRole('main').getByRole('button', { name: 'Invite' }).click();
    const dialog = maren.page.getByRole('dialog', { name: `Invite people to ${community.name}` });
    const link = await dialog.getByLabel('Invitation link').inputValue();
    expect(link).toMatch(/^http:\/\/[^/]+\/invite\/[\w-]+$/);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
    expect(await maren.page.evaluate('navigator.clipboard.readText()')).toBe(link);
    await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    for (const target of ['WhatsApp', 'X', 'LinkedIn', 'Facebook', 'Telegram', 'Mail'])
      await expect(dialog.getByRole('link', { name: target, exact: true })).toHaveAttribute(
        'href',
        new RegExp(encodeURIComponent(link)),
      );
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(dialog.getByRole('button', { name: 'Link copied' })).toBeVisible();

    const wren = somebody('Wren');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: community.name })).toBeVisible();
    await expect(page.getByText('Maren Holm invites you to')).toBeVisible();
    // A code for a secret community shows only the name and the logo before you join.
    await expect(page.getByText('for its journeys.')).toHaveCount(0);
    await expect(page.getByText('1 member', { exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Create an account to join' }).click();
    await expect(page.getByText('Maren Holm invited you to')).toBeVisible();
    await fillSignUp(page, wren);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await typeCode(page, codeFrom(await mailTo(wren.email)));

    // Nothing needs to be pressed again.
    await expect(page).toHaveURL(new RegExp(`/${community.slug}$`));
    const sidebar = page.getByRole('navigation', { name: 'Channels' });
    await expect(sidebar.getByRole('link', { name: /^hearth/ })).toBeVisible();
    await expect(sidebar.getByRole('link', { name: /^looms/ })).toBeHidden();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^\d+ members?$/ })
      .click();
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: wren.name })).toBeVisible();
    // Loaded: the link of an email.
    await page.goto(link);
    await page.getByRole('link', { name: /^You are a member. Open / }).click();
    await expect(page).toHaveURL(new RegExp(`/${community.slug}$`));
  },
);

test('a person with an account follows an invitation, signs in and joins', DETAIL, async ({ arrive, page }) => {
  const maren = await arrive('Maren', 'Holm');
  const otis = await arrive('Otis');
  const community = await startCommunity(maren, 'Weavers Row', 'private');
  const { inviteCode } = await maren.api<{ inviteCode: string }>('GET', `/${community.id}/invite-code`);
  await page.goto(`/invite/${inviteCode}`);
  await expect(page.getByText(`${community.name}, for its journeys.`)).toBeVisible();
  await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Already have an account? Sign in' }).click();
  await page.getByLabel('Email').fill(otis.email);
  await page.getByLabel('Password', { exact: true }).fill(otis.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/${community.slug}$`));
});

test('an invitation code that is wrong, used up or withdrawn says so', DETAIL, async ({ arrive, page }) => {
  const maren = await arrive('Maren', 'Holm');
  const otis = await arrive('Otis');
  const community = await startCommunity(maren, 'Weavers Row', 'secret');
  await page.goto('/invite/nobody-made-this');
  await expect(
    page.getByRole('heading', { name: 'This invitation is not valid. Check the link, or ask for a new one.' }),
  ).toBeVisible();

  // Made through the screen: one use only.
  await maren.page.goto(`/${community.slug}/settings/invitations`);
  await maren.page.getByRole('button', { name: 'New invitation link' }).click();
  const dialog = maren.page.getByRole('dialog', { name: 'New invitation link' });
  await dialog.getByLabel('Maximum uses (optional)').fill('0');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Enter at least one use.')).toBeVisible();
  await dialog.getByLabel('Maximum uses (optional)').fill('1');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toBeHidden();
  const rows = maren.page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('used 0 of 1 time');
  await expect(rows).toContainText('Valid');
  const code = await rows.getByRole('code').textContent();

  await moveTo(page, `/invite/${code}`);
  await expect(page.getByRole('heading', { name: community.name })).toBeVisible();
  await otis.page.goto(`/invite/${code}`);
  await otis.page.getByRole('button', { name: `Join ${community.name}` }).click();
  await expect(otis.page).toHaveURL(new RegExp(`/${community.slug}$`));
  await reload(page, 'somebody opens the used link again');
  await expect(
    page.getByRole('heading', { name: 'This invitation has been used up. Ask for a new one.' }),
  ).toBeVisible();

  await moveTo(maren.page, `/${community.slug}`);
  await maren.page.getByRole('main').getByRole('button', { name: 'Invite' }).click();
  const link = await maren.page.getByLabel('Invitation link').inputValue();
  // Loaded: the link of an email.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: community.name })).toBeVisible();
  await moveTo(maren.page, `/${community.slug}/settings/invitations`);
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Used up' })).toHaveCount(1);
  await maren.page.getByRole('button', { name: 'Revoke invitation' }).click();
  await maren.page
    .getByRole('dialog', { name: 'Revoke this invitation?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(rows.filter({ hasText: 'Revoked' })).toHaveCount(1);
  await reload(page, 'somebody opens the revoked link again');
  await expect(
    page.getByRole('heading', { name: 'This invitation has been revoked. Ask for a new one.' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Discover communities' }).click();
  await expect(page.getByRole('heading', { name: 'Find your people' })).toBeVisible();
});
