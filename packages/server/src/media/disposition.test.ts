import { FileName } from '@folkmoot/contract/media/schema.ts';
import { parse } from 'content-disposition';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dispositionOf } from './routes.ts';

const names = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('%', '"', '\\', "a'b", 'é"%41;', 'x; filename=y'),
  )
  .map((raw) => FileName.safeParse(raw).data)
  .filter((name) => name?.isWellFormed() === true)
  .map((name) => name ?? '');

test('any file name fits into the header completely, and none can end it', () => {
  fc.assert(
    fc.property(names, fc.constantFrom('file' as const, 'image' as const), (name, type) => {
      const header = dispositionOf(type, name);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(parse(header)).toMatchObject({
        type: type === 'file' ? 'attachment' : 'inline',
        parameters: { filename: name },
      });
    }),
    { numRuns: 2000 },
  );
});
