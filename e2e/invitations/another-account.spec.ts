import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { somebody } from '../people.ts';
import { DETAIL, onBoth } from '../viewports.ts';

/** Nothing is sent in the first half a minute: what waits for a letter waits a little longer. */
const A_LETTER = 60_000;

onBoth(() => {
  test(
    'inviting guests: an invitation to another address is accepted with one’s own account, once',
    DETAIL,
    async ({ arrive, mailTo }) => {
      test.setTimeout(3 * A_LETTER);
      const [hedda, kofi, ines] = await Promise.all([
        arrive('Hedda', 'Host'),
        arrive('Kofi', 'Mensah'),
        arrive('Ines', 'Carvalho'),
      ]);
      const event = await startEvent(hedda, 'Forwarded Supper', { require_approval: true });
      const bea = somebody('Bea', 'Bloom');
      await hedda.api('POST', `/events/${event.id}/invite`, {
        id: crypto.randomUUID(),
        emailContent: { subject: 'Come to supper', body: Buffer.from('<p>Do come.</p>').toString('base64') },
        data: [{ resourceType: 'Email', resourceData: [{ resourceId: 'Email', selected: [bea.email] }] }],
      });
      await hedda.page.goto(`/events/manage/${event.alias}?tab=invited`);
      const row = hedda.page.getByRole('row').filter({ hasText: bea.email });
      await expect(row).toContainText('Invited', { timeout: A_LETTER });
      const link = /\[?(https?:\/\/\S+token=[^\s\]]+)/.exec((await mailTo(bea.email)).text)?.[1] ?? '';

      const { page } = kofi;
      await page.goto(link);
      const banner = page.getByRole('region', { name: 'Invitation' });
      await expect(banner).toContainText('You are signed in as Kofi Mensah');
      await expect(banner.getByRole('button', { name: /^Continue as b•••@/ })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Register', exact: true })).toHaveCount(0);
      await expectNoSeriousViolations(page);
      await banner.getByRole('link', { name: `Use ${kofi.email}` }).click();
      await expect(banner).toContainText('the hosts will see that you did');
      await expect(page).toHaveURL(new RegExp(`/${event.alias}$`));
      await reload(page, 'it is known without the link');
      await page.getByRole('button', { name: 'Register', exact: true }).first().click();
      await expect(page.getByText('You are going', { exact: true })).toBeVisible();

      await expect(row).toContainText('Accepted');
      await expect(row).toContainText('As Kofi Mensah');
      const told = await mailTo(hedda.email, { subject: /^Kofi Mensah accepted your invitation/ });
      expect(told.text).toContain(`The invitation went to ${bea.email}.`);

      await ines.page.goto(link);
      const used = ines.page.getByRole('region', { name: 'Invitation' });
      await expect(used).toContainText('This invitation has already been used.');
      await used.getByRole('link', { name: 'Go on without it' }).click();
      await expect(ines.page.getByRole('button', { name: 'Ask to join' }).first()).toBeVisible();
      await expect(used).toBeHidden();
    },
  );
});
