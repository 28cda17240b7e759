import { expect, test } from '../fixtures.ts';
import { startChannel, startCommunity } from '../people.ts';
import { BOTH, CI, DETAIL } from '../viewports.ts';

for (const [where, size, scope] of BOTH) {
  test(`a person asks to join a private community and is let in, on ${where}`, { ...CI, ...scope }, async ({
    arrive,
    mailTo,
  }) => {
    const [maren, sigrid] = [await arrive('Maren', 'Holm'), await arrive('Sigrid', 'Hallberg')];
    for (const { page } of [maren, sigrid]) await page.setViewportSize(size);
    const community = await startCommunity(maren, 'Quiet Bindery', 'private');
    await startChannel(maren, community, { name: 'hearth', isDefault: true });
    await maren.page.goto(`/${community.slug}/members`);
    const main = maren.page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();

    await sigrid.page.goto(`/${community.slug}`);
    await sigrid.page.getByRole('button', { name: 'Request to join' }).click();
    const ask = sigrid.page.getByRole('dialog', { name: 'Request to join Quiet Bindery' });
    await ask.getByRole('textbox', { name: 'Note (optional)' }).fill('x'.repeat(251));
    await ask.getByRole('button', { name: 'Send request' }).click();
    await expect(ask.getByText('A note cannot exceed 250 characters.')).toBeVisible();
    await ask.getByRole('textbox', { name: 'Note (optional)' }).fill('I bind books.');
    await ask.getByRole('button', { name: 'Send request' }).click();
    await expect(sigrid.page.getByRole('heading', { name: 'Request sent' })).toBeVisible();

    // It arrives without a reload.
    await main.getByRole('link', { name: 'Requests 1 request' }).click();
    await expect(maren.page).toHaveURL(/\?tab=requests$/);
    await expect(main.getByRole('link', { name: /^Requests/ })).toHaveAttribute('aria-current', 'page');
    await expect(main.getByRole('link', { name: 'Members', exact: true })).not.toHaveAttribute('aria-current');
    const row = main.getByRole('list', { name: 'Requests to join' }).getByRole('listitem');
    await expect(row).toContainText('Sigrid Hallberg');
    await expect(row).toContainText('I bind books.');
    await row.getByRole('button', { name: 'Approve Sigrid Hallberg' }).click();
    await expect(maren.page.getByText('Request approved.')).toBeVisible();
    await expect(main.getByRole('heading', { name: 'No requests' })).toBeVisible();

    await expect(sigrid.page.getByText('You are now a member of Quiet Bindery.')).toBeVisible();
    await expect(sigrid.page.getByRole('heading', { name: 'New members' })).toBeVisible();
    expect((await mailTo(sigrid.email, { subject: /Quiet Bindery/ })).subject).toBe(
      'You are now a member of Quiet Bindery',
    );
  });
}

test(
  'a request is declined with a reason, and a withdrawn one can no longer be answered',
  DETAIL,
  async ({ arrive, mailTo, watch }) => {
    // The last one is withdrawn while its answer is written.
    watch.expectRefusal(409, /\/members\/reject$/);
    const [maren, bea, sigrid] = [
      await arrive('Maren', 'Holm'),
      await arrive('Bea', 'Okafor'),
      await arrive('Sigrid', 'Hallberg'),
    ];
    const community = await startCommunity(maren, 'Quiet Bindery', 'private');
    await sigrid.api('POST', `/servers/${community.id}/join-requests`, { note: '' });
    await maren.page.goto(`/${community.slug}/members?tab=requests`);
    await maren.page.getByRole('button', { name: 'Reject Sigrid Hallberg' }).click();
    const dialog = maren.page.getByRole('dialog', { name: 'Reject member' });
    const text = dialog.getByRole('textbox', { name: /^Message/ });
    await expect(text).toHaveValue(/Thank you for asking to join/);
    const choose = async (reason: string) => {
      await dialog.getByRole('combobox', { name: 'Reason' }).click();
      await maren.page.getByRole('option', { name: reason, exact: true }).click();
    };
    await choose('Capacity Limitation');
    await expect(text).toHaveValue(/as many members as we can support/);
    await choose('Custom');
    await expect(text).toHaveValue('');
    await choose('Other');
    await text.fill('Come to an open evening first.');
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(maren.page.getByText('Request rejected.')).toBeVisible();

    await sigrid.page.goto(`/${community.slug}`);
    await expect(sigrid.page.getByRole('heading', { name: 'Your request was not approved' })).toBeVisible();
    await expect(sigrid.page.getByText('Come to an open evening first.')).toBeVisible();
    await expect(sigrid.page.getByText(/You can ask again on/)).toBeVisible();
    await expect(sigrid.page.getByRole('button', { name: 'Request to join' })).toBeHidden();
    expect((await mailTo(sigrid.email, { subject: /Quiet Bindery/ })).text).toContain('Come to an open evening first.');

    // A second request: the later answer comes too late, and says so.
    await bea.api('POST', `/servers/${community.id}/join-requests`, { note: '' });
    await maren.page.getByRole('button', { name: 'Reject Bea Okafor' }).click();
    await bea.api('DELETE', `/servers/${community.id}/join-requests`);
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('This request has already been answered or withdrawn.');
  },
);
