import { longPress, message } from '../chat.ts';
import { expect, test } from '../fixtures.ts';
import { unique } from '../people.ts';
import { byHand } from './demo-parts.ts';

byHand((hands) => {
  test('the demo: Yuki writes, mentions, reacts, answers and finds', async ({ browser, baseURL, demoSignIns }) => {
    const { press, signedIn, touch } = hands({ browser, baseURL, demoSignIns });
    const page = await signedIn('Yuki');
    if (touch) await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }));
    else
      await press(
        page.getByRole('navigation', { name: 'Communities' }).getByRole('link', { name: /^Alderwick Makers/ }),
      );
    await press(page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^glaze-lab/ }));

    // A mention: Enter takes the person whose name is being typed.
    const box = page.getByRole('textbox', { name: 'Message glaze-lab' });
    const words = `the kettle is on ${unique()}`;
    await box.pressSequentially('@ines', { delay: 60 });
    await page.keyboard.press('Enter');
    await expect(box).toHaveValue('@ines ');
    await box.pressSequentially(words);
    await press(page.getByRole('button', { name: 'Send', exact: true }));
    const said = message(page, words);
    await expect(said).toBeVisible();
    await expect(page.getByRole('article', { name: 'Your unsent message' })).toHaveCount(0);

    if (touch) {
      const sheet = page.getByRole('dialog', { name: 'Message actions' });
      await longPress(page, said.getByText(words), sheet);
      await press(sheet.getByRole('button', { name: 'React with 👍' }));
    } else {
      await said.hover();
      await press(said.getByRole('button', { name: /^React with / }).first());
    }
    await expect(said.getByRole('button', { name: /, 1 person$/ })).toBeVisible();

    if (touch) {
      const sheet = page.getByRole('dialog', { name: 'Message actions' });
      await longPress(page, said.getByText(words), sheet);
      await press(sheet.getByRole('button', { name: 'Reply in thread' }));
    } else {
      await said.hover();
      await press(said.getByRole('button', { name: 'Reply in thread' }));
    }
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByRole('textbox', { name: 'Reply in thread' }).fill('And there is cake.');
    await press(thread.getByRole('button', { name: 'Send', exact: true }));
    await expect(message(page, 'And there is cake.', 'Thread')).toBeVisible();

    // Ines has been mentioned, and finds it where mentions are.
    const ines = await signedIn('Ines');
    if (touch) await press(ines.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ }));
    else await press(ines.getByRole('link', { name: /^Inbox/ }).first());
    await press(ines.getByText('Mentions', { exact: true }));
    await expect(ines.getByText(words)).toBeVisible();
  });
});
