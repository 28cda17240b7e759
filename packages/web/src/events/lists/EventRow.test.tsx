import { EventCard } from '@folkmoot/contract/events/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { EventRow } from './EventRow.tsx';

test.each([
  ['a draft leads to where it is edited', 'draft', null, '/events/manage/kiln-opening?tab=info'],
  ['an invitation to host a draft leads to its page', 'draft', 'host', '/kiln-opening'],
  ['a published event leads to its page', 'published', null, '/kiln-opening'],
] as const)('my events: %s', async (_, status, askedRole, href) => {
  const event = EventCard.parse({
    ...eventView({ status }),
    where: 'The Old Ropeworks',
    miles: null,
    viewer: { role: askedRole === null ? 'host' : null, status: null, askedRole },
  });
  await draw(<EventRow event={event} />, { as: crypto.randomUUID() });
  await expect.element(page.getByRole('link', { name: /Kiln opening/ })).toHaveAttribute('href', href);
});
