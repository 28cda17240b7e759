import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { Community, Person } from '../people.ts';

type Section = { sectionType: string; title: string; json: object; audience?: 'everyone' | 'members' };

/** Publishes a home with these sections by the API. */
export async function publishSections(person: Person, community: Community, sections: Section[]): Promise<void> {
  const path = `/${community.id}/server-sections`;
  const before = await person.api<{ data: { version: number } }>('GET', `${path}?view=draft`);
  const { version } = before.data;
  const given = sections.map((section) => ({ ...section, clientId: crypto.randomUUID() }));
  const saved = await person.api<{ data: { version: number } }>('POST', path, { sections: given, version });
  await person.api('POST', `${path}/publish`, { version: saved.data.version });
}

/** A toggle list, as the API takes it. */
export function toggleList(
  title: string,
  items: [title: string, text: string][],
  more: Partial<Section> = {},
): Section {
  const listed = items.map(([name, text]) => ({ title: name, description: `<p>${text}</p>` }));
  return { sectionType: 'Accordion', title, json: { items: listed }, ...more };
}

/** Opens the dialog of a new section at the end of the page. */
export async function addSection(page: Page, type: string): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Add section', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add section' }).getByRole('button', { name: type }).click();
  return page.getByRole('dialog', { name: type });
}

/** Adds the section of a dialog to the page, and waits until it is saved. */
export async function added(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Add to page' }).click();
  await expect(dialog).toBeHidden();
}

/** Publishes what is in the editor. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this page?' });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: /^Published$/ })).toBeVisible();
}
