import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { PublishedDialog } from './PublishedDialog.tsx';

test.each([
  [false, 'Anyone with the link can see the page and register.'],
  [true, 'Anyone with the link can see the page and ask to join.'],
])(
  'published: what people can do with the link, where hosts approve guests: %s',
  async (require_approval, sentence) => {
    await openDialog(<PublishedDialog event={eventView({ require_approval })} />);
    await expect.element(page.getByText(sentence)).toBeVisible();
  },
);
