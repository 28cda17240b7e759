import { expect, test } from '../fixtures.ts';
import { codeFrom } from '../mailbox.ts';
import { moveTo } from '../opening.ts';
import { fillSignUp, somebody, typeCode } from '../people.ts';
import { byHand } from './demo-parts.ts';

byHand((hands) => {
  test('the demo: somebody new joins by a link, signs up with the code that is mailed, and lands where people talk', async ({
    browser,
    baseURL,
    demoSignIns,
    mailTo,
  }) => {
    const { press, signedIn, visit, touch } = hands({ browser, baseURL, demoSignIns });
    const maren = await signedIn('Maren');
    if (touch) {
      await press(maren.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }));
      await press(maren.getByRole('button', { name: 'Community menu' }));
      await press(maren.getByRole('menuitem', { name: 'Invite people' }));
    } else {
      await press(
        maren.getByRole('navigation', { name: 'Communities' }).getByRole('link', { name: /^Alderwick Makers/ }),
      );
      await press(maren.getByRole('button', { name: /^Alderwick Makers/ }));
      await press(maren.getByRole('menuitem', { name: /^Invite/ }));
    }
    const link = await maren.getByRole('dialog').getByLabel('Invitation link').inputValue();

    const wren = somebody('Wren', 'Halloran');
    const page = await visit(link);
    await press(page.getByRole('link', { name: 'Create an account to join' }));
    await fillSignUp(page, wren);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    // Six boxes in a row.
    const [first, last] = [
      await page.getByLabel('Digit 1').boundingBox(),
      await page.getByLabel('Digit 6').boundingBox(),
    ];
    expect(last?.y).toBe(first?.y);
    await typeCode(page, codeFrom(await mailTo(wren.email)));
    // On the desk the channels are beside the home; a phone shows one of the two, and people came to talk.
    if (!touch) await press(page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^hearth/ }));
    await page.getByRole('textbox', { name: /^Message / }).fill('Hello from the quay.');
    await press(page.getByRole('button', { name: 'Send', exact: true }));
    await expect(page.getByRole('article').filter({ hasText: 'Hello from the quay.' }).first()).toBeVisible();

    // The same link once more, as from the message that it came with: its button says so, fits a phone, and leads in.
    await moveTo(page, new URL(link).pathname);
    const open = page.getByRole('link', { name: /^You are a member. Open / });
    await expect(open).toBeVisible();
    const words = open.getByText('You are a member');
    expect(await words.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0);
    await press(open);
    await expect(open).toHaveCount(0);
  });
});
