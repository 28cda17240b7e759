import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LocalText } from './LocalText.tsx';

let unmount = () => {};
afterEach(() => unmount());

test('text that the server wrote for another reader is taken over as it is, then replaced', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = '<h1>Harbour Potters</h1><p><b>1,234</b> members since <span></span></p>';
  const heading = root.querySelector('h1');
  const reported: unknown[] = [];
  const app = hydrateRoot(
    root,
    <>
      <h1>Harbour Potters</h1>
      <p>
        <LocalText as="b">1 234</LocalText> members since <LocalText>20. června</LocalText>
      </p>
    </>,
    { onRecoverableError: (error) => reported.push(error) },
  );
  unmount = () => {
    app.unmount();
    root.remove();
  };
  await expect.element(page.getByText('1 234 members since 20. června')).toBeVisible();
  expect(root.querySelector('h1')).toBe(heading);
  expect(reported).toEqual([]);
});
