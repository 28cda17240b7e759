import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Db } from './db.ts';

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Called when it is written into a text: that would be the same text for every value. */
  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} is a value and cannot be part of the statement's text.`);
  }
}

const PLACEHOLDERS: object = new Proxy(
  {},
  {
    get: (_, name) => new Placeholder(String(name)),
    ownKeys: () => {
      throw new Error('Values are named one by one: which there are depends on the call.');
    },
  },
);

/** Shapes of one statement that are kept: callers can ask for more of them than anybody uses. */
const KEPT_AT_MOST = 100;

/**
 * A long statement on a hot path: its SQL is compiled once for each shape that it can have, and then only gets its
 * values. docs/decisions/037.
 *
 * @param build gets placeholders instead of values: it may put them into SQL, and decides by the shape alone.
 */
export function compileOnce<Shape extends object, Values extends object, Row>(
  build: (shape: Shape, values: Values) => RawBuilder<Row>,
): (db: Db, shape: Shape, values: Values) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db, shape, values) => {
    const key = JSON.stringify(shape);
    let query = compiled.get(key);
    if (query === undefined) {
      if (compiled.size >= KEPT_AT_MOST) compiled.clear();
      query = build(shape, PLACEHOLDERS as Values).compile(db);
      compiled.set(key, query);
    }
    const parameters = query.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name as keyof Values] : one,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
