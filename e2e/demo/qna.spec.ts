import { expect, test } from '../fixtures.ts';
import { unique } from '../people.ts';
import { deskPart } from '../qna/qna-parts.ts';
import { byHand } from './demo-parts.ts';

byHand((hands) => {
  test('the demo: Yuki asks at the moot, and Maren answers', async ({ browser, baseURL, demoSignIns }) => {
    const { press, signedIn, touch } = hands({ browser, baseURL, demoSignIns });
    const yuki = await signedIn('Yuki');
    const question = `Where do bicycles go? ${unique()}`;
    const events = (page: typeof yuki) =>
      page.getByRole('navigation', { name: touch ? 'Main' : 'Communities' }).getByRole('link', { name: /^Events/ });
    await press(events(yuki));
    await press(
      yuki
        .getByRole('main')
        .getByRole('link', { name: /Midsummer Moot/ })
        .first(),
    );
    await press(yuki.getByRole('button', { name: 'Ask', exact: true }));
    const dialog = yuki.getByRole('dialog', { name: 'Ask a question' });
    await dialog.getByRole('textbox', { name: 'Your question' }).fill(question);
    await press(dialog.getByRole('button', { name: 'Ask', exact: true }));
    // However far down the event's page Ask was, the questions begin at their top.
    await expect(yuki.getByRole('heading', { level: 1, name: 'Questions' })).toBeInViewport();

    const maren = await signedIn('Maren');
    await press(events(maren));
    await press(maren.getByRole('navigation', { name: 'Events' }).getByRole('link', { name: /^Hosting/ }));
    await press(maren.getByRole('list', { name: 'Hosting' }).getByRole('link', { name: /Midsummer Moot/ }));
    await press(maren.getByRole('link', { name: 'Manage event' }));
    await press(maren.getByRole('navigation', { name: 'Manage event' }).getByRole('link', { name: /^Q&A/ }));
    await deskPart(maren, 'Waiting');
    await press(maren.getByRole('article', { name: question }).getByRole('button', { name: 'Approve' }));
    await press(yuki.getByRole('button', { name: /^Mine/ }));
    await expect(yuki.getByText('Shown to everybody').first()).toBeVisible();
  });
});
