import type { Entry } from '@folkmoot/contract/core/entry.ts';
import * as media from '@folkmoot/contract/media/api.ts';
import { call } from '../core/api-client.ts';
import { putFile } from '../media/upload/put-file.ts';

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** People as a file that the server reads. */
export function listFileOf(people: readonly Entry[]): File {
  const rows = people.map(({ address, firstName, lastName }) => [address, firstName, lastName].map(cell).join(','));
  return new File([['Email,First name,Last name', ...rows].join('\n')], 'people.csv', { type: 'text/csv' });
}

/** Uploads people as a list that nobody else can open, and returns its id. The server deletes it once they have been invited. */
export async function uploadList(people: readonly Entry[]): Promise<string> {
  const file = listFileOf(people);
  const said = { fileName: file.name, size: file.size, mimeType: file.type, type: 'list' as const };
  const { data: address } = await call(media.startUpload, said);
  await putFile(address, file, () => undefined, new AbortController().signal);
  await call(media.completeUpload, { attachmentId: address.id });
  return address.id;
}
