import { listMembers } from '@folkmoot/contract/communities/api.ts';
import { TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { accordion, sectionView } from '../../../test/home.ts';
import { ApiError } from '../../core/api-error.ts';
import { CallToActionDialog } from './CallToActionDialog.tsx';
import { CardsDialog } from './CardsDialog.tsx';
import { LinksDialog } from './LinksDialog.tsx';
import { LiveBlockDialog } from './LiveBlockDialog.tsx';
import { ToggleListDialog } from './ToggleListDialog.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const SERVER = '0190a3b4-0000-7000-8000-0000000000c0';
const dialog = page.getByRole('dialog').first();
const add = dialog.getByRole('button', { name: 'Add to page' });
const save = dialog.getByRole('button', { name: 'Save section' });
const says = (sentence: string) => expect.stringContaining(sentence);

/** What a dialog hands back, and its last answer. */
function keeper() {
  const kept: SectionView[] = [];
  const onSave = async (section: SectionView) => {
    kept.push(section);
    return { message: TEXTS.saved };
  };
  return { kept, onSave };
}

test('toggle list: a title and an item with both its texts, or the field says what is missing', async () => {
  const { kept, onSave } = keeper();
  await openDialog(
    <ToggleListDialog
      section={sectionView('Accordion', { title: 'x', json: { items: [{ title: 'x', description: 'x' }] } })}
      isNew={false}
      onSave={onSave}
    />,
    { as: ME },
  );
  await expect.element(dialog).toHaveAccessibleName('Toggle list');
  await expectAccessible();
  const title = dialog.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('x'.repeat(101));
  await dialog.getByRole('textbox', { name: 'Item title' }).fill('');
  await save.click();
  await expect.element(title).toHaveAccessibleDescription(says('Max 100 characters allowed.'));
  await expect
    .element(dialog.getByRole('textbox', { name: 'Item title' }))
    .toHaveAccessibleDescription(says('This field is required.'));
  await expect.element(dialog.getByRole('img', { name: 'Needs another look' })).toBeVisible();
  await expectAccessible();
  expect(kept).toEqual([]);
  await title.fill('Good to know');
  await dialog.getByRole('textbox', { name: 'Item title' }).fill('What does it cost?');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Nothing.');
  await dialog.getByRole('checkbox', { name: 'These are the house rules' }).click();
  await dialog.getByRole('radio', { name: 'Members only' }).click();
  await save.click();
  await expect.element(page.getByText('Saved!')).toBeVisible();
  await expectFocusReturned();
  expect(kept[0]).toMatchObject({
    title: 'Good to know',
    audience: 'members',
    json: { items: [{ title: 'What does it cost?', description: '<p>Nothing.</p>', isHouseRules: true }] },
  });
  expect(JSON.stringify(kept[0])).not.toContain('key');
});

test('toggle list: items are added, ordered by keyboard and removed; one of them is the house rules at most', async () => {
  const { kept, onSave } = keeper();
  const item = (title: string) => ({ title, description: '<p>x</p>' });
  const section = accordion('List', {
    json: { items: [{ ...item('One'), isHouseRules: true }, item('Two'), item('Three')] },
  });
  await openDialog(<ToggleListDialog section={section} isNew={false} onSave={onSave} />, { as: ME });
  await dialog.getByRole('button', { name: 'Two', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'These are the house rules' }).click();
  await dialog.getByRole('button', { name: 'Two', exact: true }).click();
  (dialog.getByRole('button', { name: 'Move One' }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText(/Picked up One/)).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText(/One is at position 2/)).toBeInTheDocument();
  await userEvent.keyboard(' ');
  await dialog.getByRole('button', { name: 'Remove Three' }).click();
  await save.click();
  await expect.poll(() => kept.length).toBe(1);
  const { items } = (kept[0] as ReturnType<typeof accordion>).json;
  expect(items.map(({ title, isHouseRules }) => [title, isHouseRules])).toEqual([
    ['Two', true],
    ['One', false],
  ]);
});

test('what the server refuses lands at its field, and nothing typed is lost', async () => {
  const fields = { 'items.1.title': 'This title is already used.' };
  const onSave = async () => {
    throw new ApiError({ statusCode: 422, code: 'test', message: 'Some fields need another look.', fields });
  };
  const items = [
    { title: 'One', url: 'https://one.example' },
    { title: 'Two', url: 'https://two.example' },
  ];
  await openDialog(<LinksDialog section={sectionView('Links', { json: { items } })} isNew={false} onSave={onSave} />, {
    as: ME,
  });
  await dialog.getByRole('textbox', { name: 'Title of the section' }).fill('Elsewhere');
  await save.click();
  await expect
    .element(dialog.getByRole('textbox', { name: 'Title', exact: true }))
    .toHaveAccessibleDescription(says('This title is already used.'));
  await expect.element(dialog.getByRole('textbox', { name: 'Title of the section' })).toHaveValue('Elsewhere');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
});

test('external links: a title and a valid address each; https is added, and the address is kept as it is read', async () => {
  const { kept, onSave } = keeper();
  const section = {
    ...sectionView('Links', { json: { items: [{ title: 'x', url: 'https://x.example' }] } }),
    json: { items: [] },
  };
  await openDialog(<LinksDialog section={section} isNew onSave={onSave} />, { as: ME });
  const url = dialog.getByRole('textbox', { name: 'URL' });
  await add.click();
  await expect.element(url).toHaveAccessibleDescription(says('This field is required.'));
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Handbook');
  for (const wrong of [
    'not an address',
    'javascript:alert(1)',
    'https://user:secret@handbook.example',
    '//handbook.example',
  ]) {
    await url.fill(wrong);
    await add.click();
    await expect.element(url).toHaveAccessibleDescription(says('Please enter valid URL.'));
  }
  await expectAccessible();
  await url.fill('  Handbook.Example/rules ');
  await dialog.getByLabelText('Date').fill('2026-05-02');
  await add.click();
  await expectFocusReturned();
  expect(kept[0]?.json).toEqual({
    items: [{ title: 'Handbook', url: 'https://handbook.example/rules', date: '2026-05-02' }],
  });
});

test('call to action: text on the button up to 50 characters, and a valid address', async () => {
  const { kept, onSave } = keeper();
  const section = sectionView('CallToAction', { json: { button: 'x', url: 'https://x.example' } });
  await openDialog(<CallToActionDialog section={section} isNew={false} onSave={onSave} />, { as: ME });
  const button = dialog.getByRole('textbox', { name: 'Text on the button' });
  await button.fill('x'.repeat(51));
  await dialog.getByRole('textbox', { name: 'URL' }).fill('ftp://x.example');
  await save.click();
  await expect.element(button).toHaveAccessibleDescription(says('Max 50 characters allowed.'));
  await expect
    .element(dialog.getByRole('textbox', { name: 'URL' }))
    .toHaveAccessibleDescription(says('Please enter valid URL.'));
  await expectAccessible();
  await button.fill('');
  await save.click();
  await expect.element(button).toHaveAccessibleDescription(says('This field is required.'));
  await button.fill('Book a first visit');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('visit.example');
  await save.click();
  await expectFocusReturned();
  expect(kept[0]?.json).toMatchObject({ button: 'Book a first visit', url: 'https://visit.example/' });
});

test('card showcase: title and subtitle up to 50, bio up to 250, an optional link that is valid', async () => {
  answer(listMembers, { data: [], count: 0, nextCursor: null });
  const { kept, onSave } = keeper();
  const section = sectionView('CardShowcase', { json: { items: [{ title: 'Ines', subtitle: 'Kilns' }] } });
  await openDialog(<CardsDialog section={section} isNew={false} onSave={onSave} serverId={SERVER} />, { as: ME });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await expectAccessible();
  await field('Title').fill('');
  await field('Subtitle').fill('x'.repeat(51));
  await field('Bio').fill('x'.repeat(251));
  await field('Link').fill('nothing here');
  await save.click();
  await expect.element(field('Title')).toHaveAccessibleDescription(says('This field is required.'));
  await expect.element(field('Subtitle')).toHaveAccessibleDescription(says('Max 50 characters allowed.'));
  await expect.element(field('Bio')).toHaveAccessibleDescription(says('Max 250 characters allowed.'));
  await expect.element(field('Link')).toHaveAccessibleDescription(says('Please enter valid URL.'));
  await field('Title').fill('Ines Carvalho');
  await field('Subtitle').fill('Kilns and glazes');
  await field('Bio').fill('');
  await field('Link').fill('');
  await save.click();
  await expectFocusReturned();
  const card = { title: 'Ines Carvalho', subtitle: 'Kilns and glazes', bio: '', link: '', image: null, personId: null };
  expect(kept[0]?.json).toEqual({ items: [card] });
});

test('sections that fill themselves: a title of your own, and how many events', async () => {
  const { kept, onSave } = keeper();
  await openDialog(<LiveBlockDialog section={sectionView('NextEvents')} isNew onSave={onSave} />, { as: ME });
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveAttribute('placeholder', 'Coming up');
  await expectAccessible();
  await dialog.getByRole('radio', { name: '6' }).click();
  await add.click();
  await expectFocusReturned();
  expect(kept[0]).toMatchObject({ sectionType: 'NextEvents', title: '', json: { count: 6 } });
});
