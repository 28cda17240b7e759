import { inDays, startEvent, visit } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo, reload } from '../opening.ts';
import { somebody } from '../people.ts';
import { CI, DETAIL, onDesk } from '../viewports.ts';

onDesk(() => {
  test(
    'a person invited to host a draft sees the invitation, and the event once they accept',
    CI,
    async ({ arrive, mailTo, watch }) => {
      // A draft is nobody's business before.
      watch.expectRefusal(404, /\/events\/[^/]+$/);
      const [hedda, kofi] = [await arrive('Hedda', 'Host'), await arrive('Kofi', 'Mensah')];
      const { data } = await hedda.api<{ data: { id: string; alias: string } }>('POST', '/events', {
        name: 'Secret Supper',
        summary: 'A table for twelve',
        start_epoc: inDays(9),
        end_epoc: inDays(9) + 7200,
        time_zone: 'Europe/London',
      });
      const me = await kofi.api<{ user: { id: string } }>('GET', '/auth/me');
      await hedda.api('POST', `/events/${data.id}/hosts`, { userId: me.user.id, role: 'host' });
      const mail = await mailTo(kofi.email, { subject: /You are invited: Secret Supper/ });
      expect(mail.html).toContain('Hedda Host invites you to host this event');
      expect(mail.text).toContain('/events?tab=invitations');
      const { page } = kofi;
      await page.goto(`/${data.alias}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Secret Supper' })).toBeVisible();
      await expect(page.getByText('Hedda Host invited you to host this event.')).toBeVisible();
      await expect(page.getByText('A table for twelve')).toHaveCount(0);
      await expectNoSeriousViolations(page);
      await moveTo(page, '/inbox');
      await page.getByRole('link', { name: 'You have an invitation' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'Secret Supper' });
      await expect(row).toContainText('Asked to host');
      await row.getByRole('button', { name: /^Accept/ }).click();
      await expect(page.getByText('You have accepted.')).toBeVisible();
      await moveTo(page, `/${data.alias}`);
      await expect(page.getByText('A table for twelve')).toBeVisible();
    },
  );

  test(
    'the inbox shows hosts what waits for them, and leads to where they answer',
    DETAIL,
    async ({ arrive, mailTo }) => {
      const [hedda, ada] = [await arrive('Hedda', 'Host'), await arrive('Ada', 'Asks')];
      const event = await startEvent(hedda, 'Approved Fair', { require_approval: true });
      const quiet = await startEvent(hedda, 'Quiet Fair', { visibility: 'private' });
      await ada.api('PUT', `/events/${event.id}/register`, {});
      const { page } = ada;
      await page.goto(`/${quiet.alias}`);
      await page.getByRole('button', { name: 'Request access' }).click();
      await expect(page.getByText('Request sent. We’ll email you when a host answers.')).toBeVisible();
      expect((await mailTo(hedda.email, { subject: /would like to come: Approved Fair/ })).text).toContain(
        'tab=guests',
      );

      const host = hedda.page;
      await host.goto('/');
      await expect(host.getByText('2 things wait for you.')).toBeVisible();
      await expect(host.getByRole('region', { name: 'Needs you' })).toContainText('1 person asked for access');
      await moveTo(host, '/inbox');
      const waiting = host.getByRole('region', { name: 'Waiting for you' });
      await expect(waiting).toContainText('1 person asked to join');
      await expect(waiting).toContainText('1 person asked for access');
      await expectNoSeriousViolations(host);
      await waiting.getByRole('link', { name: /asked to join/ }).click();
      await expect(host.getByRole('row').filter({ hasText: 'Ada Asks' })).toContainText('Awaiting approval');
      await expect(host.getByRole('link', { name: /^Guests/ })).toContainText('1');
      await moveTo(host, '/events?tab=hosting');
      await expect(host.getByRole('link', { name: /^Hosting/ })).toContainText('2');
      await host.getByRole('link', { name: /asked for access/ }).click();
      await expect(host.getByRole('button', { name: 'Let Ada Asks in' })).toBeInViewport();
      await expect(host.getByRole('heading', { name: 'Access: 1 waiting' })).toBeVisible();
    },
  );

  test(
    'the token of an emailed link leaves the address bar, and keeps working',
    DETAIL,
    async ({ arrive, browser, baseURL, mailTo }) => {
      const hedda = await arrive('Hedda', 'Host');
      const [event, bea] = [await startEvent(hedda, 'Mail Fair'), somebody('Bea', 'Moss')];
      await visit(baseURL, event, bea);
      const link = /https?:\/\/\S+[?&]token=[^\s\]]+/.exec((await mailTo(bea.email)).text)?.[0] ?? '';
      const page = await browser.newPage({ baseURL: baseURL ?? '' });
      await page.goto(`${new URL(link).pathname}${new URL(link).search}`);
      await expect(page.getByText('You are going', { exact: true })).toBeVisible();
      await expect(page).not.toHaveURL(/token/);
      await reload(page, 'it is known without the link');
      await expect(page.getByText('You are going', { exact: true })).toBeVisible();
      await page.close();
    },
  );

  test(
    'a person whose address was entered by a host can stop the emails',
    DETAIL,
    async ({ arrive, browser, baseURL, mailTo }) => {
      const hedda = await arrive('Hedda', 'Host');
      const [event, nell] = [await startEvent(hedda, 'Typed Fair'), somebody('Nell', 'Quiet')];
      await hedda.api('POST', `/events/${event.id}/participations`, { email: nell.email, firstName: 'Nell' });
      const mail = await mailTo(nell.email, { subject: /You are on the list/ });
      const link = new URL(/https?:\/\/\S+\/events\/stop-mail\S+?(?=[\s\]]|$)/.exec(mail.text)?.[0] ?? '');
      const page = await browser.newPage({ baseURL: baseURL ?? '' });
      await page.goto(`${link.pathname}${link.search}`);
      await expectNoSeriousViolations(page);
      await page.getByRole('button', { name: 'Stop all emails about this event' }).click();
      await expect(page.getByText('You will not get any more emails about this event.')).toBeVisible();
      await page.close();
    },
  );
});
