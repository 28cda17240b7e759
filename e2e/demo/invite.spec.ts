import { expect, test } from '../fixtures.ts';
import { linkIn } from '../mailbox.ts';
import { unique } from '../people.ts';
import { byHand } from './demo-parts.ts';

/** Nothing is sent in the first half a minute: what waits for a letter waits a little longer. */
const A_LETTER = 60_000;

byHand((hands) => {
  test('the demo: Maren invites two people by email; one comes, one declines, and she sees both', async ({
    browser,
    baseURL,
    demoSignIns,
    mailTo,
  }) => {
    test.setTimeout(3 * A_LETTER);
    const { press, signedIn, visit, touch } = hands({ browser, baseURL, demoSignIns });
    const maren = await signedIn('Maren');
    const subject = `Will you hold a key, ${unique()}`;
    const [vi, ada] = [`vi.${unique()}@post.example`, `ada.${unique()}@post.example`];
    await press(
      maren.getByRole('navigation', { name: touch ? 'Main' : 'Communities' }).getByRole('link', { name: 'Events' }),
    );
    await press(maren.getByRole('link', { name: /^Hosting/ }));
    await press(
      maren
        .getByRole('main')
        .getByRole('link', { name: /Keyholders/ })
        .first(),
    );
    await press(maren.getByRole('navigation', { name: 'Manage event' }).getByRole('link', { name: 'Invited' }));
    await press(maren.getByRole('button', { name: 'Invite guests' }).last());
    const panel = maren.getByRole('dialog', { name: 'Invite guests' });
    const field = panel.getByRole('textbox', { name: 'Email addresses' });
    await field.fill(`Vi Halloran <${vi}>, Ada Abel <${ada}>`);
    await field.press('Enter');
    await press(panel.getByRole('button', { name: 'Write the invitation' }));
    await panel.getByRole('textbox', { name: 'Subject' }).fill(subject);
    await press(panel.getByRole('button', { name: 'Send invitations' }));
    await expect(maren.getByText(/^2 invitations are leaving in \d+ seconds\.$/)).toBeVisible();
    await expect(
      maren
        .getByRole('region', { name: 'Mailings' })
        .getByRole('listitem')
        .filter({ hasText: subject })
        .getByText(/2 sent/),
    ).toBeVisible({
      timeout: A_LETTER,
    });

    // They have no account, and come from the link in their mail.
    const comes = await visit(linkIn(await mailTo(vi, { subject: new RegExp(subject) }), /token=/));
    await press(comes.getByRole('button', { name: /^Accept|^Register/ }).last());
    const registration = comes.getByRole('dialog', { name: 'Registration' });
    await expect(comes.getByText('You are going').first().or(registration)).toBeVisible();
    if (await registration.isVisible()) await press(registration.getByRole('button', { name: /^(Register|Accept)/ }));
    await expect(comes.getByText(/^You(’re| are) going/).first()).toBeVisible();
    const declines = await visit(
      linkIn(await mailTo(ada, { subject: new RegExp(subject) }), /token=/).replace(/#.*$/, ''),
    );
    await press(declines.getByRole('button', { name: 'Can’t come' }));
    const question = declines.getByRole('dialog', { name: 'Decline the invitation?' });
    await press(question.getByRole('button', { name: /^Decline/ }));
    await expect(question).toBeHidden();
    // The event is private, and she may still change her mind.
    await expect(declines.getByText('You have said that you can’t come. You can still register.')).toBeVisible();

    await expect(maren.getByRole('row').filter({ hasText: ada })).toContainText('Declined');
    await expect(maren.getByRole('row').filter({ hasText: vi })).toContainText('Accepted');
  });
});
