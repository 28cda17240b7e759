import { describe, expect, test } from 'vitest';
import { LIST } from '../core/list.ts';
import { about, canAttach, canHoldMore, canKeep, canRemove, canUpload, fileTypeOf, nameAs } from './rules.ts';
import { FILE_LIMITS, FileName, MimeType, refusals, UNUSED } from './schema.ts';

const photo = { fileName: 'kiln.jpg', size: 10, mimeType: 'image/jpeg', type: 'message' as const };

test.each([
  [{}, undefined],
  [{ size: FILE_LIMITS.message }, undefined],
  [{ size: FILE_LIMITS.message + 1 }, 'kiln.jpg exceeds the maximum file size of 100MB'],
  [{ type: 'logo' as const, size: FILE_LIMITS.picture }, undefined],
  [{ type: 'logo' as const, size: FILE_LIMITS.picture + 1 }, 'kiln.jpg exceeds the maximum file size of 5MB'],
  [{ type: 'avatar' as const, mimeType: 'image/heic' }, undefined],
  [{ type: 'avatar' as const, mimeType: 'image/tiff' }, refusals.notAccepted.message],
  [{ mimeType: 'application/x-anything' }, undefined],
  [{ type: 'group' as const, size: 10_485_760 }, undefined],
  [{ type: 'group' as const, size: 10_485_761 }, 'File size cannot exceed 10MB. Please choose a smaller file.'],
  [{ type: 'group' as const, mimeType: 'image/webp' }, refusals.groupNotAccepted.message],
  [{ type: 'list' as const, mimeType: 'application/vnd.ms-excel', size: LIST.bytes }, undefined],
  [{ type: 'list' as const, size: LIST.bytes + 1 }, 'kiln.jpg exceeds the maximum file size of 10MB'],
  [{ size: 0 }, 'kiln.jpg is empty. Choose another file.'],
])('uploading %j is answered with %s', (change, sentence) => {
  const decision = canUpload({ ...photo, ...change });
  expect(decision.ok ? undefined : decision.refusal.message).toBe(sentence);
});

test('a file name that looks like a pattern appears in the sentence unchanged', () => {
  expect(about(refusals.tooLarge, '$& {file}.jpg').message).toBe(
    '$& {file}.jpg exceeds the maximum file size of 100MB',
  );
});

test('unused uploads are limited in number and in bytes', () => {
  expect(canHoldMore({ files: UNUSED.files - 1, bytes: 0 }, UNUSED.bytes).ok).toBe(true);
  expect(canHoldMore({ files: UNUSED.files, bytes: 0 }, 1).ok).toBe(false);
  expect(canHoldMore({ files: 0, bytes: UNUSED.bytes }, 1).ok).toBe(false);
});

describe('uploaded files', () => {
  const arrived = { fileName: 'x.png', declared: 'text/plain', type: 'message' as const, isPoster: false, size: 10 };
  test.each([
    [{}, undefined, true],
    [{}, 'application/zip', true],
    [{ declared: 'image/png' }, 'image/webp', true],
    [{ declared: 'image/png' }, 'application/zip', false],
    [{ declared: 'image/png' }, undefined, false],
    [{ isPoster: true }, 'video/mp4', false],
    [{ type: 'cover' as const }, 'application/pdf', false],
    [{}, 'image/heic', false],
    [{ size: FILE_LIMITS.vector + 1 }, 'image/svg+xml', false],
    [{ size: FILE_LIMITS.vector + 1 }, 'image/png', true],
  ])('a file with %j whose content is %s is kept or refused', (change, found, ok) =>
    expect(canKeep({ ...arrived, ...change }, found).ok).toBe(ok),
  );
});

test('only the author and moderators can remove a file, and nobody from an archived channel', () => {
  const viewer = { userId: 'a', permissions: [] as string[], archived: false };
  expect(canRemove({ ownerId: 'a' }, viewer).ok).toBe(true);
  expect(canRemove({ ownerId: 'b' }, viewer).ok).toBe(false);
  expect(canRemove({ ownerId: null }, { ...viewer, permissions: ['MANAGE_MESSAGES'] }).ok).toBe(true);
  expect(canRemove({ ownerId: 'a' }, { ...viewer, archived: true })).toEqual({ ok: false, refusal: refusals.archived });
});

test('a message can have ten files', () => expect([canAttach(10).ok, canAttach(11).ok]).toEqual([true, false]));

test.each([
  ['image/avif', 'image'],
  ['video/quicktime', 'video'],
  ['video/x-msvideo', 'file'],
  ['image/tiff', 'file'],
])('%s is shown as %s', (type, shown) => expect(fileTypeOf(type)).toBe(shown));

test.each([
  ['kiln.jpeg', 'image/jpeg', 'kiln.jpeg'],
  ['KILN.JPG', 'image/jpeg', 'KILN.JPG'],
  ['mark.svg', 'image/png', 'mark.png'],
  ['cat.php', 'image/gif', 'cat.gif'],
  ['cat.png.html', 'image/png', 'cat.png.png'],
  ['no. 5 kiln', 'image/png', 'no. 5 kiln.png'],
  ['kiln', 'image/webp', 'kiln.webp'],
  ['page.html', 'application/octet-stream', 'page.html'],
])('%s with %s is saved as %s', (name, type, saved) => expect(nameAs(name, type)).toBe(saved));

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\photos\\kiln.jpg', 'kiln.jpg'],
  ['a\u202Egnp.exe', 'agnp.exe'],
  ['  two\n lines.txt ', 'two lines.txt'],
])('%j is named %j', (raw, name) => expect(FileName.parse(raw)).toBe(name));

test.each(['', ' ', '..', '/', 'x'.repeat(201)])('%j is refused as a file name', (raw) =>
  expect(FileName.safeParse(raw).success).toBe(false),
);

test('a content type is stored without parameters, and a missing one means plain bytes', () => {
  expect(MimeType.parse('Text/HTML; charset=utf-8')).toBe('text/html');
  expect(MimeType.parse('')).toBe('application/octet-stream');
  expect(MimeType.safeParse('x').success).toBe(false);
});
