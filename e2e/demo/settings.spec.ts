import { expect, test } from '../fixtures.ts';
import { byHand } from './demo-parts.ts';

byHand((hands) => {
  test('the demo: Yuki changes the colours and what she is notified of', async ({ browser, baseURL, demoSignIns }) => {
    const { press, signedIn, touch } = hands({ browser, baseURL, demoSignIns });
    const page = await signedIn('Yuki');
    if (touch) await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'You' }));
    else {
      await press(page.getByRole('button', { name: 'Your account: Yuki Tanabe' }));
      await press(page.getByRole('menuitem', { name: 'Settings' }));
    }
    await press(page.getByText('Dark', { exact: true }));
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await press(page.getByRole('link', { name: 'Notifications', exact: true }).last());
    const reminders = page.getByRole('switch', { name: 'Push: Reminders' });
    const was = await reminders.isChecked();
    await press(reminders.locator('xpath=following-sibling::*').first());
    await expect(reminders).toBeChecked({ checked: !was });
  });
});
