import { type RawBuilder, sql } from 'kysely';

/**
 * `limit … offset …` for a page, counted from 1. The usual size is written out: for a parameter PostgreSQL expects a
 * tenth of all rows, and plans the statement anew each time. Other sizes are parameters, so that callers cannot vary
 * the text of a statement.
 */
export function slicePage({ page, limit }: { page: number; limit: number }, usual: number): RawBuilder<unknown> {
  return sql`limit ${limit === usual ? sql.lit(limit) : limit} offset ${(page - 1) * limit}`;
}
