import { listDistinctReactions, listReactionUsers } from '@folkmoot/contract/conversations/api.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { finger } from '../../../test/touch.ts';
import { Reactions } from './Reactions.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const ANA = '0190a3b4-0000-7000-8000-0000000000a0';
const toggle = vi.fn();
const reaction = page.getByRole('button', { name: '🙌, 2 people' });

const person = (id: string, firstName: string) => ({
  emoji: '🙌',
  userDetails: {
    id,
    firstName,
    lastName: 'Ruiz',
    username: firstName.toLowerCase(),
    imageUrl: null,
    optimized_image: { webp: null },
  },
});

async function drawReactions(may = true): Promise<void> {
  toggle.mockClear();
  answer(listReactionUsers, { data: [person(ANA, 'Ana'), person(ME, 'Tomasz')], count: 2 });
  answer(listDistinctReactions, { data: [{ emoji: '🙌', count: 2 }], count: 1 });
  await draw(
    <div style={{ padding: 80 }}>
      <Reactions
        messageId={crypto.randomUUID()}
        type="message"
        reactions={[{ emoji: '🙌', count: 2, mine: true }]}
        may={may}
        onToggle={toggle}
      />
      <button type="button">Elsewhere</button>
    </div>,
    { as: ME },
  );
  await expect.element(reaction).toBeVisible();
}

const asked = () => calls.filter(({ path }) => path.endsWith('/reactions/users')).length;

test('reactions: pointing at one names the people, asks for them once, and a press takes yours back', async () => {
  await drawReactions();
  expect(asked()).toBe(0);
  await userEvent.hover(reaction);
  await expect.element(page.getByText('You and Ana Ruiz reacted with 🙌')).toBeVisible();
  await expectAccessible();
  const first = asked();
  expect(first).toBeGreaterThan(0);
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  await expect.poll(() => page.getByText('You and Ana Ruiz').elements()).toEqual([]);
  await userEvent.hover(reaction);
  await expect.element(page.getByText('You and Ana Ruiz reacted with 🙌')).toBeVisible();
  expect(asked()).toBe(first);
  await reaction.click();
  expect(toggle).toHaveBeenCalledWith('🙌');
});

test('reactions: the focus of the keyboard names the people too, also where you cannot react', async () => {
  await drawReactions(false);
  await userEvent.keyboard('{Tab}');
  await expect.element(reaction).toHaveFocus();
  await expect.element(page.getByText('You and Ana Ruiz reacted with 🙌')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(toggle).not.toHaveBeenCalled();
});

test('reactions: a long press on a touch screen lists the people, and does not react', async () => {
  await drawReactions();
  const press = finger(reaction);
  press.down();
  await expect.element(page.getByRole('dialog', { name: 'Reactions' })).toBeVisible();
  // The click that the browser would send is cancelled.
  expect(press.up()).toBe(false);
  await expect.element(page.getByRole('radio', { name: '🙌 2' })).toBeChecked();
  await expect.element(page.getByText('Ana Ruiz')).toBeVisible();
  expect(toggle).not.toHaveBeenCalled();
});
