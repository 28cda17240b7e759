import { Link, useLocation } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { PageSpeaker } from './PageSpeaker.tsx';

function Pages() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  usePageTitle(path === '/' ? 'Home' : path.slice(1), 'Alder Village');
  return (
    <>
      <PageSpeaker />
      <Link to={'/hearth' as never}>To the hearth</Link>
      <Link to={'/find' as never}>To the search</Link>
      <main key={path}>
        {path === '/find' && (
          // biome-ignore lint/a11y/noAutofocus: as a search page does
          <input aria-label="Search" autoFocus />
        )}
      </main>
    </>
  );
}

const said = () => document.querySelector('[aria-live="polite"]')?.textContent;

test('frame: the first page says nothing; the next one says its title, and its content has the focus', async () => {
  await draw(<Pages />);
  await expect.poll(() => document.title).toBe('Home · Alder Village · Folkmoot');
  expect(said()).toBe('');
  (page.getByRole('link', { name: 'To the hearth' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(said).toBe('hearth, Alder Village');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('frame: a page that takes the focus for a field of its own keeps it', async () => {
  await draw(<Pages />);
  (page.getByRole('link', { name: 'To the search' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(said).toBe('find, Alder Village');
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveFocus();
});
