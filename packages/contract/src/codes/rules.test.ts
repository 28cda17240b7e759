import { describe, expect, test } from 'vitest';
import { canBeCode, canUse, codeKey, type Standing } from './rules.ts';
import { type CodeFields, refusals } from './schema.ts';

const code: CodeFields = {
  ...{ code: 'EARLY', kind: 'percent', percent: 10, amount: null, ticket_ids: null },
  ...{ max_uses: null, starts_epoc: null, ends_epoc: null, is_active: true },
};
const PASS = { id: 'pass', price: 1800, currency: 'GBP', fee_bearer: 'buyer' } as const;
const FREE = { id: 'free', price: 0, currency: null, fee_bearer: 'buyer' } as const;

describe('what hosts can make of a code', () => {
  test.each<[string, Partial<CodeFields>, object | null]>([
    ['a percentage', {}, null],
    ['everything off', { percent: 100 }, null],
    ['an amount', { kind: 'amount', percent: null, amount: 500 }, null],
    ['access to a ticket', { kind: 'access', percent: null, ticket_ids: ['free'] }, null],
    ['no percentage', { percent: null }, refusals.percentRequired],
    ['no amount', { kind: 'amount' }, refusals.amountRequired],
    ['access to nothing', { kind: 'access' }, refusals.ticketRequired],
    ['a ticket that is not there', { ticket_ids: ['gone'] }, refusals.noSuchTicket],
    ['less off what costs nothing', { ticket_ids: ['free'] }, refusals.nothingPaid],
    ['an end before the start', { starts_epoc: 20, ends_epoc: 20 }, refusals.order],
    ['so much off that too little is left', { percent: 99 }, { ...refusals.leavesTooLittle, field: 'percent' }],
    [
      'an amount that leaves too little',
      { kind: 'amount', amount: 1790 },
      { ...refusals.leavesTooLittle, field: 'amount' },
    ],
  ])('%s', (_, fields, refusal) => {
    const decision = canBeCode({ ...code, ...fields }, [PASS, FREE], 5);
    expect(decision).toEqual(refusal === null ? { ok: true } : { ok: false, refusal });
  });

  test('an amount in dinars ends in 0', () => {
    const pass = { ...PASS, price: 4500, currency: 'KWD' };
    const decision = canBeCode({ ...code, kind: 'amount', amount: 505 }, [pass], 5);
    expect(decision).toEqual({ ok: false, refusal: refusals.amountStep });
  });
});

describe('using a code', () => {
  const standing: Standing = {
    ...{ is_active: true, starts_epoc: null, ends_epoc: null, ticket_ids: null, max_uses: null, uses: 0 },
  };
  test.each<[string, Partial<Standing>, string | null | undefined, object | null]>([
    ['at any time', {}, 'pass', null],
    ['from its first second', { starts_epoc: 100 }, 'pass', null],
    ['not before', { starts_epoc: 101 }, 'pass', refusals.notYet],
    ['until its last second', { ends_epoc: 101 }, 'pass', null],
    ['not after', { ends_epoc: 100 }, 'pass', refusals.ended],
    ['not once it is switched off', { is_active: false }, 'pass', refusals.ended],
    ['for a ticket that it names', { ticket_ids: ['pass'] }, 'pass', null],
    ['not for another', { ticket_ids: ['pass'] }, 'other', refusals.otherTicket],
    ['not without a ticket', { ticket_ids: ['pass'] }, null, refusals.otherTicket],
    ['before a ticket is chosen', { ticket_ids: ['pass'] }, undefined, null],
    ['as often as it can be', { max_uses: 2, uses: 1 }, 'pass', null],
    ['and no more', { max_uses: 2, uses: 2 }, 'pass', refusals.usedUp],
  ])('%s', (_, fields, ticketId, refusal) => {
    const decision = canUse({ ...standing, ...fields }, ticketId, 100);
    expect(decision).toEqual(refusal === null ? { ok: true } : { ok: false, refusal });
  });
});

test('codes are the same without case, accents and spaces around them', () => {
  expect(codeKey(' Früh-2026 ')).toBe(codeKey('FRUH-2026'));
});
