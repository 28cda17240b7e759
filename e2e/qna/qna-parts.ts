import type { Page } from '@playwright/test';
import { type Event, startEvent } from '../events.ts';
import { expect } from '../fixtures.ts';
import type { Person } from '../people.ts';

type Settings = { code: string };

/** A published event of this person whose Q&A is open; with its code. */
export async function startQna(
  host: Person,
  name: string,
  fields: Record<string, unknown> = {},
): Promise<Event & Settings> {
  const event = await startEvent(host, name);
  const { data } = await host.api<{ data: Settings }>('PATCH', `/qna/qna/${event.id}`, {
    status: 'enabled',
    ...fields,
  });
  return { ...event, code: data.code };
}

/** Puts people on an event's guest list, by the API. */
export async function comeTo(event: Event, people: readonly Person[]): Promise<void> {
  for (const person of people) await person.api('PUT', `/events/${event.id}/register`, { responses: [] });
}

/** Goes to a part of the hosts' desk: on a phone they are tabs, elsewhere all are shown. */
export async function deskPart(page: Page, part: 'Waiting' | 'Questions' | 'Preferences'): Promise<void> {
  await expect(page.getByRole('link', { name: /^Q&A/ })).toHaveAttribute('aria-current', 'page');
  const tabs = page.getByRole('radiogroup', { name: 'Parts of the Q&A' });
  if ((page.viewportSize()?.width ?? 0) < 768) await tabs.getByText(new RegExp(`^${part}`)).click();
}

/** Where hosts run the Q&A of an event. */
export const deskOf = (event: Event): string => `/events/manage/${event.alias}?tab=qna`;

/** Asks a question on the page of questions. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('Question created successfully').first()).toBeVisible();
}
