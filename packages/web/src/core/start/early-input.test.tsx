import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import beforePaint from '../../../public/before-paint.js?raw';
import { repeatEarlyInput } from './early-input.ts';

let unmount = () => {};
afterEach(() => unmount());

/** A page as the server sends it, before the program has loaded. */
function drawnPage(html: string): HTMLElement {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = html;
  new Function(beforePaint)();
  return root;
}

function Wishes() {
  const [wishes, setWishes] = useState<readonly string[]>(['Clay']);
  return (
    <main>
      {['Clay', 'Glaze'].map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={wishes.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              setWishes((now) => (checked ? [...now, name] : now.filter((one) => one !== name)))
            }
          />
          {name}
        </label>
      ))}
      <p>Wishes: {wishes.join()}</p>
    </main>
  );
}

test('checkboxes that are ticked and cleared early are so for React too', async () => {
  const box = (name: string, rest = '') => `<label><input type="checkbox"${rest}/>${name}</label>`;
  const root = drawnPage(`<main>${box('Clay', ' checked=""')}${box('Glaze')}<p>Wishes: <!-- -->Clay</p></main>`);
  await page.getByLabelText('Glaze').click();
  await page.getByLabelText('Clay').click();
  const app = hydrateRoot(root, <Wishes />);
  unmount = () => {
    app.unmount();
    root.remove();
  };
  repeatEarlyInput(root);
  await expect.element(page.getByText('Wishes: Glaze')).toBeVisible();
  await expect.element(page.getByLabelText('Glaze')).toBeChecked();
  await expect.element(page.getByLabelText('Clay')).not.toBeChecked();
});

function Password() {
  const [shown, setShown] = useState(false);
  return (
    <main>
      <button type="button" onMouseDown={() => setShown(!shown)}>
        Show
      </button>
      <p>{shown ? 'clay' : 'hidden'}</p>
    </main>
  );
}

test('a button that acts when the pointer goes down is pressed again too', async () => {
  const root = drawnPage('<main><button type="button">Show</button><p>hidden</p></main>');
  await page.getByRole('button', { name: 'Show' }).click();
  const app = hydrateRoot(root, <Password />);
  unmount = () => {
    app.unmount();
    root.remove();
  };
  repeatEarlyInput(root);
  await expect.element(page.getByText('clay')).toBeVisible();
});

function Rows() {
  const [joined, setJoined] = useState('nothing');
  return (
    <main>
      {['Potters', 'Weavers', 'Bakers'].map((name) => (
        <button key={name} type="button" onClick={() => setJoined(name)}>
          Join
        </button>
      ))}
      <p>Joined {joined}</p>
    </main>
  );
}

test('of several buttons with the same words, the one that was pressed early is pressed again, also if it is made anew', async () => {
  const root = drawnPage(`<main>${'<button type="button">Join</button>'.repeat(3)}</main>`);
  await page.getByRole('button', { name: 'Join' }).nth(1).click();
  const app = createRoot(root);
  unmount = () => {
    app.unmount();
    root.remove();
  };
  flushSync(() => app.render(<Rows />));
  repeatEarlyInput(root);
  await expect.element(page.getByText('Joined Weavers')).toBeVisible();
});

test('a press is not repeated if it is not clear which button it was', async () => {
  const root = drawnPage(`<main>${'<button type="button">Join</button>'.repeat(2)}</main>`);
  await page.getByRole('button', { name: 'Join' }).nth(1).click();
  const app = createRoot(root);
  unmount = () => {
    app.unmount();
    root.remove();
  };
  flushSync(() => app.render(<Rows />));
  repeatEarlyInput(root);
  await page.getByRole('button', { name: 'Join' }).first().click();
  await expect.element(page.getByText('Joined Potters')).toBeVisible();
});
