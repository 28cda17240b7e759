import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import { findPeople, listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import { findEvents } from '@folkmoot/contract/events/api.ts';
import { listPersonal, searchPersonal } from '@folkmoot/contract/personal/api.ts';
import { searchMessages } from '@folkmoot/contract/search/api.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { draw } from '../../test/draw.tsx';
import { PaletteHost, usePalette } from './PaletteHost.tsx';

function Composer() {
  const { open } = usePalette();
  return <textarea aria-label="Message" onKeyDown={(event) => event.ctrlKey && event.key === 'k' && open()} />;
}

test('find anything: what is typed right after Ctrl-K is searched for, and does not end up in the message', async () => {
  answer(listMyChannels, { data: [] });
  answer(listMyCommunities, { data: [] });
  answer(listCounts, { data: [] });
  answer(listPersonal, { data: [], nextCursor: null });
  answer(searchPersonal, { data: [] });
  answer(findEvents, { data: [] });
  answer(findPeople, { data: [], nextCursor: null });
  answer(searchMessages, { data: [], nextCursor: null, people: [], notes: [] });
  await draw(
    <PaletteHost current={undefined}>
      <Composer />
    </PaletteHost>,
    { as: crypto.randomUUID() },
  );
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.click();
  await userEvent.keyboard('{Control>}k{/Control}zqzq');
  await expect.element(page.getByRole('combobox', { name: 'Find anything' })).toHaveValue('zqzq');
  expect((document.querySelector('textarea') as HTMLTextAreaElement).value).toBe('');
});
