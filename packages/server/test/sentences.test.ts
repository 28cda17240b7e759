import { expect, test } from 'vitest';
import { z } from 'zod';
import { HttpError } from '../src/core/http/errors.ts';
import { readParts } from '../src/core/http/http.ts';
import { sentenceFor } from '../src/core/http/sentences.ts';
import { ENDPOINTS } from '../src/slices.ts';

/*
 * Every endpoint is sent values of every wrong kind, at every field: the caller gets a plain sentence, never the
 * schema library's own message.
 */

const VALUES = [undefined, null, 7, -7, 'x', '', true, [], [7], {}, 'x'.repeat(30_000)];
/** The library's own messages, for every possible mistake. */
const FOREIGN = /Invalid|expected |Too (big|small)|Unrecognized/;

/** The names that a schema asks for, in whatever it is wrapped. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.def.in);
  if (schema instanceof z.ZodIntersection) return [...fieldsOf(schema.def.left), ...fieldsOf(schema.def.right)];
  if (schema instanceof z.ZodUnion) return [...new Set(schema.def.options.flatMap(fieldsOf))];
  return [];
}

function saidOf(name: string, request: { params: object; query: unknown; body: unknown }): string[] {
  const endpoint = ENDPOINTS.get(name);
  if (!endpoint) return [];
  try {
    readParts(endpoint, request as never);
    return [];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return Object.values(error.fields ?? {});
  }
}

test.each([...ENDPOINTS.keys()])('%s reports whatever is wrong in plain sentences', (name) => {
  const endpoint = ENDPOINTS.get(name);
  const id = '019a0000-0000-7000-8000-000000000001';
  const params = Object.fromEntries(fieldsOf(endpoint?.params).map((field) => [field, id]));
  const right = { params, query: {}, body: {} };
  const said: string[] = saidOf(name, { ...right, params: {} });
  for (const part of ['query', 'body'] as const) {
    const fields = fieldsOf(endpoint?.[part]);
    for (const value of VALUES) {
      said.push(...saidOf(name, { ...right, [part]: value }));
      said.push(...saidOf(name, { ...right, [part]: Object.fromEntries(fields.map((field) => [field, value])) }));
    }
    // One right kind at a time, so that what a union asks further is asked too.
    for (const kind of ['approve', 'decline', 'role', 'ticket', 'cancel_registration'])
      said.push(...saidOf(name, { ...right, [part]: { type: kind } }));
  }
  expect(said.filter((sentence) => FOREIGN.test(sentence))).toEqual([]);
});

test.each([
  [z.string(), undefined, 'This field is required.'],
  [z.string(), 7, 'This must be text.'],
  [z.int(), 1.5, 'This must be a whole number.'],
  [z.boolean(), 'yes', 'This must be true or false.'],
  [z.array(z.string()), {}, 'This must be a list.'],
  [z.enum(['a', 'b']), 'c', 'Choose one of the options.'],
  [z.literal('a'), null, 'This field is required.'],
  [z.string().max(3), 'four', 'This cannot exceed 3 characters.'],
  [z.array(z.int()).min(1), [], 'This field is required.'],
  [z.array(z.int()).max(1), [1, 2], 'This cannot hold more than 1.'],
  [z.int().min(1), 0, 'This cannot be less than 1.'],
  [z.uuid(), 'x', 'This is not an id.'],
  [z.strictObject({}), { more: 1 }, 'This field is not expected here.'],
  [z.string('Ours.'), 7, 'Ours.'],
])('case %# is reported with the right sentence', (schema, value, sentence) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(sentence);
});

test('an issue that our schemas never raise is still reported in plain words', () => {
  expect(sentenceFor({ code: 'not_multiple_of', divisor: 2, input: 3, origin: 'number' } as never)).toBe(
    'This value cannot be used here.',
  );
});
