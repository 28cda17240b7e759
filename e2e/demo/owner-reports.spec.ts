import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { signIn } from '../people.ts';
import { DESK_FIRST, DETAIL } from '../viewports.ts';

for (const [where, viewport] of DESK_FIRST)
  test(
    `an event without a community can be reported, and the owner of the installation answers, on ${where}`,
    DETAIL,
    async ({ browser, baseURL, demoSignIns }) => {
      const [owner, host, reader] = await Promise.all(
        demoSignIns.slice(0, 3).map((person) => signIn(browser, { baseURL: baseURL ?? '', ...person })),
      );
      if (!owner || !host || !reader) throw new Error('The demo world has three people to sign in as.');
      const event = await startEvent(host, 'Stray Fair');
      await reader.api('POST', `/events/${event.id}/report`, { reason: 'spam', note: 'Seen ten times today.' });

      await owner.page.setViewportSize(viewport);
      await owner.page.goto('/settings/reported-events');
      const reported = owner.page
        .getByRole('list', { name: 'Reported events' })
        .getByRole('listitem')
        .filter({ hasText: 'Seen ten times today.' });
      await expect(reported).toContainText('Stray Fair');
      await reported.getByRole('button', { name: 'Dismiss' }).click();
      await expect(reported).toHaveCount(0);

      await reader.page.goto('/settings/reported-events');
      await expect(reader.page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
      await Promise.all([owner, host, reader].map(({ context }) => context.close()));
    },
  );
