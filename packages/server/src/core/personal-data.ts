import type { RawBuilder } from 'kysely';
import type { Db } from './db/db.ts';
import type { Tables } from './db/tables.ts';

/** Somebody who leaves, as they were known until then: what the last step of leaving looks for. */
export type Leaver = {
  id: string;
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  /** Until then the address and the username were theirs: what is younger is of somebody else who has them now. */
  leftAt: Date;
};

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

/** How a row leads to another one: columns of the table before, each with the column of `table` that is equal to it. */
export type PathStep = {
  readonly table: keyof Tables;
  readonly on: Readonly<Record<string, string>>;
  /** In the last step: the column that says whose the row is. */
  readonly of?: string;
};

/** What happens to the columns of a table when somebody leaves whom they name, describe or point at. Each is in one list. */
export type TableData<Table extends keyof Tables> = {
  /** Say whose a row is: it is deleted with any of these people. They are among `erase`. In a copy of their data it is the first one’s. */
  readonly rowsOf?: readonly Column<Table>[];
  /** Says whose a row is that stays, for a copy of the person's data. */
  readonly of?: Column<Table>;
  /** Deleted with its row. */
  readonly erase?: readonly Column<Table>[];
  /** Points at a person: set to null. */
  readonly cut?: readonly Column<Table>[];
  /** The same where it may not be null: it points at the deleted member from then on (`DELETED_MEMBER`). */
  readonly nobody?: readonly Column<Table>[];
  /** Erased by a step of the slice's own: emptied, or deleted in rows that no column of `rowsOf` finds. */
  readonly scrub?: readonly Column<Table>[];
  /** Stays, and why. */
  readonly keep?: { readonly [column in Column<Table>]?: string };
  /** Not about a person. */
  readonly none?: readonly Column<Table>[];
  /** Ways that lead from a row to whose it is in a copy of their data, where no column of its own says so; at most one of them does. */
  readonly through?: readonly (readonly PathStep[])[];
  /** What a copy of the person's data contains, of the rows that are theirs. */
  readonly exported?: readonly Column<Table>[];
  /** What such a copy calls these rows. */
  readonly title?: string;
  /** Rows in which this column is set are left out of a copy. */
  readonly unless?: Column<Table>;
  /** Rows of which the person may not know are left out of a copy as well: SQL about the row `t`. */
  readonly shownIf?: Condition;
  /** What others may have written since is null in a copy unless the person may still see it: SQL about the row `t`. */
  readonly readableIf?: { readonly columns: readonly Column<Table>[]; readonly holds: Condition };
};

/** What holds of a row for this person. */
export type Condition = (userId: string) => RawBuilder<unknown>;

/** The names of what ids stand for, as far as this person may see them now. */
export type NameStep = (
  db: Db,
  ids: readonly string[],
  userId: string,
) => Promise<{ id: string; name: string | null }[]>;

/** A file that somebody has uploaded, for a copy of their data. */
export type OwnFile = {
  id: string;
  /** What it was called, which may be anything. */
  name: string;
  /** Where its bytes are. */
  key: string;
  size: number;
};

/** A step that erases at most `most` rows, and says how many it has: it is repeated until none is left. */
export type EraseStep = (tx: Db, leaver: Leaver, most: number, now: Date) => Promise<number>;

/** What a slice keeps of people: each column of its tables, and the steps that `scrub` columns need. */
export type PersonalData = {
  readonly tables: { readonly [Table in keyof Tables]?: TableData<Table> };
  /** Before the columns are emptied, while rows can still be found by the person. */
  readonly steps?: readonly EraseStep[];
  /** Once they are emptied: for what others may have written from them in between. */
  readonly last?: readonly EraseStep[];
  /** In a copy of somebody's data: what a column with this name points at, in any table, and its name. */
  readonly names?: Readonly<Record<string, { as: string; find: NameStep }>>;
  /** Files of a person in the order of their ids, after one of them, for a copy of their data. */
  readonly files?: (db: Db, userId: string, after: string | undefined, most: number) => Promise<OwnFile[]>;
};

/** The same with the name of its slice. */
export type SlicePersonalData = PersonalData & { readonly slice: string };

/** Declares what a slice keeps of people. */
export function personalDataOf(tables: PersonalData['tables'], ...steps: readonly EraseStep[]): PersonalData {
  return { tables, steps };
}
